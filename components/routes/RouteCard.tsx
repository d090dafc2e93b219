import { Fragment } from 'preact'
import { useRef } from 'preact/hooks'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { Experience } from '../../lib/history/history-statistics.ts'
import type { RouteView } from '../../lib/quote/route-view.ts'
import { userActionOf } from '../../lib/quote/routes.ts'
import type { UnreadRoute } from '../../lib/service/quote-shape.ts'
import { aboutMoneyOf, costPartText, durationText, formatDollars, namedFeesText } from '../parts/format.ts'
import { Picture } from '../parts/Picture.tsx'
import { t, tWithFacts } from '../parts/text.ts'

/**
 * A counter makes IDs: a route key comes from the service, and Preact's `useId` would grow the popup's first
 * script.
 */
let cardCount = 0

/**
 * Shows a route's output, cost and duration. Disabled with a reason where a rule refuses it (R1-R5). Name and
 * output form the button, which covers the card. The other facts describe the button.
 */
export function RouteCard({
  route,
  isChosen,
  experience,
  onPick,
}: {
  route: RouteView
  isChosen: boolean
  /** This person's earlier results with the route; null if there are too few (R6). */
  experience: Experience | null
  onPick: () => void
}) {
  const { blocked, routeDetails } = route
  const own = useRef(0)
  own.current ||= ++cardCount
  const id = `route-${own.current}`
  const name = route.kind === 'deposit' ? t('routeDeposit') : routeDetails.name || t('routeAutomatic')
  return (
    <li class="card stack tight covered breaks route-card">
      <button
        type="button"
        class="line wrap cover route-pick"
        data-testid="route-card"
        data-route={route.key}
        data-kind={route.kind}
        data-blocked={blocked?.code}
        aria-describedby={id}
        aria-pressed={isChosen}
        disabled={blocked !== null}
        onClick={onPick}
      >
        <span class="token-icon token-icon-24" aria-hidden="true">
          <Picture url={routeDetails.logoURI} name={name} />
        </span>
        <b>{name}</b>{' '}
        <b class="numbers">
          {route.promisedAmount === null
            ? t('promisedUnknown')
            : aboutMoneyOf(route.promisedAmount, route.outputToken)}
        </b>
      </button>
      <div id={id} class="stack tight">
        <RouteDetails route={route} experience={experience} />
      </div>
    </li>
  )
}

function RouteDetails({ route, experience }: { route: RouteView; experience: Experience | null }) {
  const { blocked } = route
  return (
    <>
      <RouteTags route={route} />{' '}
      {experience !== null && (
        <span
          class={experience.deliveredCount === experience.count ? 'faint tone-good numbers' : 'faint numbers'}
          data-testid="experience"
        >
          {experienceText(experience)}
        </span>
      )}{' '}
      <RouteFigures route={route} />{' '}
      {blocked !== null && (
        <span class="faint tone-warning">
          <span>{tWithFacts(`problem_${blocked.code}`, blocked.facts)}</span>{' '}
          <span>{tWithFacts(`problem_${blocked.code}_next`, blocked.facts)}</span>
        </span>
      )}
    </>
  )
}

function RouteTags({ route }: { route: RouteView }) {
  const { dexName } = route.routeDetails
  return (
    <span class="line wrap">
      {dexName !== null && (
        <span class="faint">
          <bdi>{dexName}</bdi>
        </span>
      )}{' '}
      <span class="tag quiet">{t(`way_${userActionOf(route)}`)}</span>
      {route.routeTags.map((tag) => (
        <Fragment key={tag}>
          {' '}
          <span class="tag">{tagText(tag)}</span>
        </Fragment>
      ))}
    </span>
  )
}

function RouteFigures({ route }: { route: RouteView }) {
  const { outputToken, minAmountOut, netValueInUsd } = route
  return (
    <>
      {netValueInUsd !== null && (
        <span class="faint numbers">{t('afterCosts', { amount: formatDollars(netValueInUsd) })}</span>
      )}{' '}
      <span class="faint numbers">
        {minAmountOut === null
          ? t('leastUnknown')
          : t('atLeast', { amount: formatExactMoney(minAmountOut, outputToken) })}
        {' · '}
        {durationText(route.estimatedSeconds)}
        {' · '}
        {costPartText(route.cost)}
      </span>{' '}
      {route.fees.length + route.unknownFees.length > 0 && (
        <span class="faint numbers">{namedFeesText(route)}</span>
      )}{' '}
      {route.refuel !== null && (
        <span class="faint numbers">
          {t('refuelComes', { amount: aboutMoneyOf(route.refuel.output.amount, route.refuel.output.token) })}
        </span>
      )}{' '}
      {route.rewards !== null && (
        <span class="faint numbers" data-testid="route-rewards">
          {t('rewardsOffered', {
            amount: aboutMoneyOf(route.rewards.totalRewardAmount, route.rewards.token),
          })}
        </span>
      )}
    </>
  )
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

function experienceText(experience: Experience): string {
  const { count, deliveredCount, usualSeconds, withinPercent, withinCount } = experience
  const counts = { count: String(count), arrived: String(deliveredCount) }
  return [
    t(deliveredCount === count ? 'pastAllArrived' : 'pastSomeArrived', counts),
    ...(usualSeconds === null ? [] : [t('pastUsually', { time: durationText(usualSeconds) })]),
    ...(withinPercent === null
      ? []
      : [t('pastWithin', { within: String(withinCount), percent: withinPercent })]),
  ].join(' · ')
}

/** Returns `BEST_RETURN` as `Best return`. Other tags of the service are shortened to 24 characters. */
function tagText(tag: string): string {
  const words = tag.replaceAll('_', ' ').toLowerCase().slice(0, 24)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
