import { Fragment } from 'preact'
import { useRef } from 'preact/hooks'
import type { Experience } from '../../lib/history/history-statistics.ts'
import type { RouteRank as Rank } from '../../lib/quote/route-comparison.ts'
import type { RouteView } from '../../lib/quote/route-view.ts'
import { userActionOf } from '../../lib/quote/routes.ts'
import type { UnreadRoute } from '../../lib/service/quote-shape.ts'
import { aboutCostOf, aboutMoneyOf, formatCostInDollars } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { costPartText, durationText } from '../parts/cost-text.ts'
import { Picture } from '../parts/Picture.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { RouteRank } from './RouteRank.tsx'

/**
 * A counter makes IDs: a route key comes from the service, and Preact's `useId` would grow the popup's first
 * script.
 */
let cardCount = 0

interface Shown {
  readonly route: RouteView
  readonly isChosen: boolean
  /** Undefined if the route cannot be compared. */
  readonly rank?: Rank | undefined
  /** This person's earlier results with the route; null if there are too few (R6). */
  readonly experience: Experience | null
}

/**
 * Shows a route's output, its total cost and its time, in lines that compare. Disabled with a reason where a
 * rule refuses it (R1-R5). Name and output form the button, which covers the card. The other facts describe the button.
 */
export function RouteCard({ onPick, ...shown }: Shown & { onPick: () => void }) {
  const { route, isChosen } = shown
  const { blocked, routeDetails } = route
  const own = useRef(0)
  own.current ||= ++cardCount
  const id = `route-${own.current}`
  const name = route.kind === 'deposit' ? t('routeDeposit') : routeDetails.name || t('routeAutomatic')
  return (
    <li class="card stack tight covered breaks route-card">
      <Button
        look="line wrap cover route-pick"
        testId="route-card"
        data-route={route.key}
        data-kind={route.kind}
        data-blocked={blocked?.code}
        aria-describedby={id}
        aria-pressed={isChosen}
        isDisabled={blocked !== null}
        onPress={onPick}
      >
        <span class="token-icon token-icon-24" aria-hidden="true">
          <Picture url={routeDetails.logoURI} name={name} />
        </span>
        <b>{name}</b>{' '}
        <b class="numbers end">
          {route.promisedAmount === null
            ? t('promisedUnknown')
            : aboutMoneyOf(route.promisedAmount, route.outputToken)}
        </b>
      </Button>
      <div id={id} class="stack tight">
        <RouteDetails {...shown} />
      </div>
    </li>
  )
}

/** Claims of the service that Ferry's own comparison replaces. */
const outputTags: ReadonlySet<string> = new Set(['MAX_OUTPUT', 'BEST_RETURN'])

function RouteDetails({ route, isChosen, experience, rank }: Shown) {
  const { blocked, cost, promisedAmount, refuel } = route
  const { dexName } = route.routeDetails
  const duration = durationText(route.estimatedSeconds)
  const usualSeconds = experience?.usualSeconds ?? null
  const isAsUsual = usualSeconds !== null && durationText(usualSeconds) === duration
  return (
    <>
      <span class="line wrap faint">
        {promisedAmount !== null && (
          <span class="numbers" data-cost={isChosen ? '' : undefined}>
            {costPartText(cost)}
          </span>
        )}{' '}
        <RouteRank rank={rank} />{' '}
        {wayTexts(route).map((text) => (
          <Fragment key={text}>
            <span class="tag quiet numbers">{text}</span>{' '}
          </Fragment>
        ))}
        {route.routeTags
          .filter((tag) => rank === undefined || !outputTags.has(tag))
          .map((tag) => (
            <Fragment key={tag}>
              {' '}
              <span class="tag quiet">{tagText(tag)}</span>
            </Fragment>
          ))}
      </span>{' '}
      <span class="faint numbers">
        {experience !== null && (
          <>
            <span
              class={experience.deliveredCount === experience.count ? 'tone-good' : ''}
              data-testid="experience"
            >
              {experienceText(experience)}
            </span>
            {!isAsUsual && ' · '}
          </>
        )}
        {!isAsUsual && duration}
        {dexName !== null && (
          <>
            {' · '}
            <bdi>{dexName}</bdi>
          </>
        )}
      </span>{' '}
      {route.minAmountOut === null && <span class="faint tone-warning">{t('leastUnknown')}</span>}{' '}
      {refuel !== null && (
        <span class="faint numbers">
          {t('refuelComes', { amount: aboutMoneyOf(refuel.output.amount, refuel.output.token) })}
        </span>
      )}{' '}
      {blocked !== null && (
        <span class="faint tone-warning">
          <span>{tWithFacts(`problem_${blocked.code}`, blocked.facts)}</span>{' '}
          <span>{tWithFacts(`problem_${blocked.code}_next`, blocked.facts)}</span>
        </span>
      )}
    </>
  )
}

/** How the person pays. The service may name gas also for a route that is only signed. */
function paymentOf(route: RouteView): 'sign' | 'signApproved' | 'send' | 'deposit' {
  const action = userActionOf(route)
  if (action !== 'sign') return action
  if (route.fees.some(({ kind, amount }) => kind === 'gas' && amount !== '0')) return 'send'
  return (route.cost?.approvalGasInUsd ?? '0') === '0' ? 'sign' : 'signApproved'
}

/** Says how the person pays, and with how much gas. A known amount of gas says both. */
function wayTexts(route: RouteView): readonly string[] {
  const payment = paymentOf(route)
  const gas = gasText(route)
  if (gas === null) return [t(`way_${payment}`)]
  return payment === 'send' ? [gas] : [t(`way_${payment}`), gas]
}

/** Returns the gas that a route costs, in dollars where its value is known. Null if it names none. */
function gasText({ fees, unknownFees }: RouteView): string | null {
  const gas = fees.find(({ kind }) => kind === 'gas')
  if (gas === undefined) return unknownFees.includes('gas') ? t('gasUnknown') : null
  const { amount, token, feeInUsd } = gas
  if (amount === '0') return null
  return t('gasOf', {
    amount: feeInUsd === null ? aboutCostOf(amount, token) : formatCostInDollars(feeInUsd),
  })
}

/** Shows an unreadable route and its fault. It cannot be picked. */
export function UnreadableRouteCard({ route: { kind, name, path, expected } }: { route: UnreadRoute }) {
  return (
    <li
      class="card stack tight covered breaks route-card route-unread"
      data-testid="route-unread"
      data-kind={kind}
    >
      <span class="line wrap">
        <b>
          <bdi>{name || t(`routeUnread_${kind}`)}</bdi>
        </b>
        <span class="tag quiet">{t('routeUnread')}</span>
      </span>
      <span class="faint tone-warning">{t('routeUnreadWhy', { path, expected })}</span>
    </li>
  )
}

/** The price is only mentioned if some deliveries were further from their quote. */
function experienceText(experience: Experience): string {
  const { count, deliveredCount, usualSeconds, withinPercent, withinCount } = experience
  return [
    t('pastArrived', { count, arrived: String(deliveredCount) }),
    ...(usualSeconds === null ? [] : [t('pastUsually', { time: durationText(usualSeconds) })]),
    ...(withinPercent === null || withinCount === deliveredCount
      ? []
      : [
          t('pastWithin', {
            total: String(deliveredCount),
            within: String(withinCount),
            percent: withinPercent,
          }),
        ]),
  ].join(' · ')
}

/** Returns `FASTEST` as `Fastest`. Tags of the service are shortened to 24 characters. */
function tagText(tag: string): string {
  const words = tag.replaceAll('_', ' ').toLowerCase().slice(0, 24)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
