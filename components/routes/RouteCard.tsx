import type { Experience } from '../../lib/history/history-statistics.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import type { RouteView } from '../../lib/quote/route-view.ts'
import type { UnreadRoute } from '../../lib/service/quote-result.ts'
import type { Token } from '../../lib/service/token.ts'
import type { ChainView } from '../../lib/tokens/token-messages.ts'
import { dollars, durationText, feesText, moneyOf } from '../parts/format.ts'
import { Picture, TokenIcon } from '../parts/Picture.tsx'
import { t, told } from '../parts/text.ts'
import { tagText } from './RouteRow.tsx'

/**
 * Shows one route: its way in a picture, what arrives, what it costs and how long it takes; disabled with the reason
 * (R1-R5).
 */
export function RouteCard({
  route,
  quote,
  chains,
  isChosen,
  experience,
  onPick,
}: {
  route: RouteView
  quote: QuoteView
  chains: readonly ChainView[]
  isChosen: boolean
  /** How it has done for this user; null where too little is known (R6). */
  experience: Experience | null
  onPick: () => void
}) {
  const { blocked } = route
  const name = route.way === 'deposit' ? t('routeDeposit') : route.name || t('routeAutomatic')
  return (
    <li>
      <button
        type="button"
        class="route-card"
        data-testid="route-card"
        data-route={route.routeKey}
        data-kind={route.kind}
        data-blocked={blocked?.code}
        aria-pressed={isChosen}
        disabled={blocked !== null}
        onClick={onPick}
      >
        <Head route={route} name={name} />
        <Way route={route} quote={quote} chains={chains} name={name} />
        <Figures route={route} />
        {experience !== null && (
          <span
            class={experience.arrivedCount === experience.count ? 'route-past numbers' : 'faint numbers'}
            data-testid="experience"
          >
            {experienceText(experience)}
          </span>
        )}
        {blocked !== null && (
          <span class="route-blocked">
            <span>{told(`problem_${blocked.code}`, blocked.facts)}</span>
            <span>{told(`problem_${blocked.code}_next`, blocked.facts)}</span>
          </span>
        )}
      </button>
    </li>
  )
}

/** Shows what a route is called, and in which ways it stands out. */
function Head({ route, name }: { route: RouteView; name: string }) {
  return (
    <span class="route-card-head">
      <span class="token-icon token-icon-24">
        <Picture url={route.logoURI} name={name} />
      </span>
      <b>{name}</b>
      <span class="tag quiet">{t(`way_${route.way}`)}</span>
      {route.tags.map((tag) => (
        <span key={tag} class="tag">
          {tagText(tag)}
        </span>
      ))}
    </span>
  )
}

/** Shows the way of a route from one token to the other. */
function Way({
  route,
  quote,
  chains,
  name,
}: {
  route: RouteView
  quote: QuoteView
  chains: readonly ChainView[]
  name: string
}) {
  return (
    <span class="route-way">
      <End token={quote.inputToken} chains={chains} />
      <span aria-hidden="true">→</span>
      <span>{route.dexName === null ? name : `${route.dexName} · ${name}`}</span>
      <span aria-hidden="true">→</span>
      <End token={route.outputToken} chains={chains} />
    </span>
  )
}

/** Shows what arrives by a route, the least of it, how long it takes and what it costs. */
function Figures({ route }: { route: RouteView }) {
  const { outputToken, promisedAmount, minAmountOut } = route
  return (
    <>
      <span class="numbers">
        {promisedAmount === null
          ? t('promisedUnknown')
          : t('about', { amount: moneyOf(promisedAmount, outputToken) })}
        {route.netValueInUsd !== null && (
          <span class="faint"> · {t('afterCosts', { amount: dollars(route.netValueInUsd) })}</span>
        )}
      </span>
      <span class="faint numbers">
        {minAmountOut === null
          ? t('leastUnknown')
          : t('atLeast', { amount: moneyOf(minAmountOut, outputToken) })}
        {' · '}
        {durationText(route.estimatedSeconds)}
        {' · '}
        {feesText(route)}
      </span>
      {route.fees.length + route.unknownFees.length > 0 && (
        <span class="faint numbers">
          {[
            ...route.fees.map((fee) =>
              t('feeNamed', { fee: t(`fee_${fee.kind}`), amount: moneyOf(fee.amount, fee.token) }),
            ),
            ...route.unknownFees.map((kind) => t('feeNamedUnknown', { fee: t(`fee_${kind}`) })),
          ].join(' · ')}
        </span>
      )}
      {route.refuel !== null && (
        <span class="faint numbers">
          {t('refuelComes', { amount: moneyOf(route.refuel.amount, route.refuel.token) })}
        </span>
      )}
    </>
  )
}

/** A token with the name of its chain. */
function End({ token, chains }: { token: Token; chains: readonly ChainView[] }) {
  const chain = chains.find(({ chainId }) => chainId === token.chainId)
  return (
    <span class="route-end">
      <TokenIcon token={token} size={24} />
      <span>
        <bdi>{token.symbol}</bdi>{' '}
        <span class="faint">
          <bdi>{chain?.name ?? token.chainId}</bdi>
        </span>
      </span>
    </span>
  )
}

/** Shows a route that could not be read, with what is wrong with it; nothing can be done with it. */
export function UnreadRouteCard({ route: { kind, name, path, expected } }: { route: UnreadRoute }) {
  return (
    <li class="route-card route-unread" data-testid="route-unread" data-kind={kind}>
      <span class="route-card-head">
        <b>
          <bdi>{name || t(`routeUnread_${kind}`)}</bdi>
        </b>
        <span class="tag quiet">{t('routeUnread')}</span>
      </span>
      <span class="route-blocked">{t('routeUnreadWhy', { path, expected })}</span>
    </li>
  )
}

/** Returns our own experience in one line: how many arrived, how long it usually took, how near the promise. */
function experienceText(experience: Experience): string {
  const { count, arrivedCount, usualSeconds, withinPercent, withinCount } = experience
  const counts = { count: String(count), arrived: String(arrivedCount) }
  return [
    t(arrivedCount === count ? 'pastAllArrived' : 'pastSomeArrived', counts),
    ...(usualSeconds === null ? [] : [t('pastUsually', { time: durationText(usualSeconds) })]),
    ...(withinPercent === null
      ? []
      : [t('pastWithin', { within: String(withinCount), percent: withinPercent })]),
  ].join(' · ')
}
