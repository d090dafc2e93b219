import type { ComponentChildren } from 'preact'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ExperienceModel } from '../../lib/models/experience-model.ts'
import { noRouteReason } from '../../lib/models/no-route-reason.ts'
import { isPickUnavailable, pickRoute, sortRoutes } from '../../lib/models/quote-requests.ts'
import { compareRoutes } from '../../lib/quote/route-comparison.ts'
import { filterNames, removeFilter, setMoreRoutes } from '../../lib/service/quote-request.ts'
import { Button } from '../parts/Button.tsx'
import { Chips } from '../parts/Chips.tsx'
import { Notice } from '../parts/Notice.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { Switch } from '../parts/Switch.tsx'
import { t } from '../parts/text.ts'
import { RouteCard, UnreadableRouteCard } from './RouteCard.tsx'

const sorts = ['output', 'time'] as const

interface Shown {
  readonly app: AppModel
  readonly experienceModel: ExperienceModel
}

export function RouteSheet({ app, experienceModel }: Shown) {
  return (
    <Sheet title={t('routes')} isTall onClose={app.closeSheet}>
      <RouteList app={app} experienceModel={experienceModel} onPick={app.closeSheet} />
    </Sheet>
  )
}

/** The same list next to the form, while a quote is shown in a wide view. */
export function RouteColumn({ app, experienceModel }: Shown) {
  return (
    <section class="stack route-column" aria-labelledby="route-column-title">
      <header class="bar">
        <h2 id="route-column-title">{t('routes')}</h2>
      </header>
      <RouteList app={app} experienceModel={experienceModel} />
    </section>
  )
}

/** A picked route stays picked when the quote is renewed. */
function RouteList({ app, experienceModel, onPick }: Shown & { onPick?: () => void }) {
  const { quotes, draft } = app.swap
  const { options } = draft
  const quote = quotes.quote.value
  const ranks = compareRoutes(quote?.routes ?? [])
  return (
    <>
      <div class="stack tight">
        <Chips
          label={t('sortBy')}
          names={sorts}
          chosen={quotes.sort.value}
          testId="sort"
          toText={(sort) => t(`sort_${sort}`)}
          onChoose={(sort) => sortRoutes(quotes, sort)}
        />
        <Switch
          label={t('moreRoutes')}
          testid="more-routes"
          isOn={options.value.enableManual === true}
          onChange={(isOn) => {
            options.value = setMoreRoutes(options.value, isOn)
          }}
        />
      </div>
      {isPickUnavailable(quotes) && (
        <Notice tone="warning" role="status" data-testid="pick-gone" text={t('pickGone')} />
      )}
      {experienceModel.problem.value !== null && (
        <ProblemNotice problem={experienceModel.problem.value} isQuiet />
      )}
      {quote === null ? (
        <Notice tone="info" role="status">
          <p>{t(quotes.state.value === 'loading' ? 'form_quoting' : 'problem_noRoute')}</p>
        </Notice>
      ) : (
        <ul class="stack sheet-list" data-ageing={quotes.isAgeing.value} data-testid="route-list">
          {quote.routes.map((route) => (
            <RouteCard
              key={route.key}
              route={route}
              isChosen={route.key === quote.routeKey}
              experience={experienceModel.byRoute.value[route.key] ?? null}
              rank={ranks.get(route.key)}
              onPick={() => {
                pickRoute(quotes, route.key)
                onPick?.()
              }}
            />
          ))}
          {quote.unread.map((route) => (
            <UnreadableRouteCard key={`${route.path} ${route.name}`} route={route} />
          ))}
        </ul>
      )}
    </>
  )
}

/** The press removes the button, so the nearest field gets the focus. */
const focusAmount = () => document.getElementById('amount')?.focus()

/** Says why there is no route, with one-press remedies. `actions` are the other swap methods. */
export function NoRoute({ app, actions }: { app: AppModel; actions: ComponentChildren }) {
  const { origin, destination, draft, pair: chosen, valueInUsd } = app.swap
  const pair = { origin: origin.value?.name ?? '', destination: destination.value?.name ?? '' }
  const { slippagePercent } = app.start.settings.value
  const reason = noRouteReason({ ...chosen.value, valueInUsd: valueInUsd.value, slippagePercent })
  const filters =
    reason === 'filters' ? filterNames.filter((name) => draft.options.value[name] !== undefined) : []
  return (
    <Notice
      tone="warning"
      role="status"
      data-testid="problem"
      data-code="noRoute"
      title={t('problem_noRoute')}
      actions={
        <>
          {filters.map((name) => (
            <Button
              key={name}
              look="secondary"
              testId={`lift-${name}`}
              onPress={() => {
                draft.options.value = removeFilter(draft.options.value, name)
                focusAmount()
              }}
            >
              {t('liftFilter', { name: t(`option_${name}`) })}
            </Button>
          ))}
          {reason === 'slippageNarrow' && (
            <Button
              look="secondary"
              onPress={() => {
                void app.start.saveSettings({ slippagePercent: null })
                focusAmount()
              }}
            >
              {t('liftSlippage')}
            </Button>
          )}
          {actions}
        </>
      }
    >
      <p data-testid="problem-next">{t(`noRoute_${reason}`, pair)}</p>
    </Notice>
  )
}
