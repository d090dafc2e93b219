import type { AppModel } from '../../lib/models/app-model.ts'
import type { ExperienceModel } from '../../lib/models/experience-model.ts'
import { moreRoutes } from '../../lib/service/quote-request.ts'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { Switch } from '../parts/Switch.tsx'
import { t } from '../parts/text.ts'
import { RouteCard, UnreadRouteCard } from './RouteCard.tsx'

const sorts = ['output', 'time'] as const

/** Shows every route there is now, sorted as the user wants it; picking one keeps it over refreshes. */
export function RouteSheet({ app, past }: { app: AppModel; past: ExperienceModel }) {
  const { quotes } = app.swap
  const quote = quotes.quote.value
  return (
    <Sheet title={t('routes')} isTall onClose={app.closeSheet}>
      <RouteTools app={app} />
      {quotes.isPickGone.value && (
        <p class="hint warning" role="status" data-testid="pick-gone">
          {t('pickGone')}
        </p>
      )}
      {past.problem.value !== null && <ProblemNotice problem={past.problem.value} tone="warning" isQuiet />}
      {quote === null ? (
        <p class="hint" role="status">
          {t(quotes.state.value === 'loading' ? 'form_quoting' : 'problem_noRoute')}
        </p>
      ) : (
        <ul class="route-list" data-ageing={quotes.isAgeing.value} data-testid="route-list">
          {quote.routes.map((route) => (
            <RouteCard
              key={route.routeKey}
              route={route}
              isChosen={route.routeKey === quote.routeKey}
              experience={past.byRoute.value[route.routeKey] ?? null}
              onPick={() => {
                quotes.pick(route.routeKey)
                app.closeSheet()
              }}
            />
          ))}
          {quote.unread.map((route) => (
            <UnreadRouteCard key={`${route.path} ${route.name}`} route={route} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

/** Shows how the routes are sorted, and whether the service is asked for more of them. */
function RouteTools({ app }: { app: AppModel }) {
  const { quotes, draft } = app.swap
  const options = draft.options.value
  return (
    <div class="route-tools">
      <fieldset class="choice" aria-label={t('sortBy')}>
        {sorts.map((sort) => (
          <button
            key={sort}
            type="button"
            class="chip"
            data-testid={`sort-${sort}`}
            aria-pressed={quotes.sort.value === sort}
            onClick={() => quotes.setSort(sort)}
          >
            {t(`sort_${sort}`)}
          </button>
        ))}
      </fieldset>
      <Switch
        label={t('moreRoutes')}
        testid="more-routes"
        isOn={options.enableManual === true}
        onChange={(isOn) => {
          draft.options.value = moreRoutes(options, isOn)
        }}
      />
    </div>
  )
}
