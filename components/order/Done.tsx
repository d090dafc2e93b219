import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { formatUnits } from '../../lib/base/decimal.ts'
import { isAddress, isSameHex, nativeAddress } from '../../lib/base/hex.ts'
import { isolateDirection } from '../../lib/base/isolate.ts'
import { formatExactMoney, grouped } from '../../lib/base/money-text.ts'
import { deliverySeconds } from '../../lib/history/history-entry.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { paymentTokenOf, surplusOf } from '../../lib/order/order-facts.ts'
import { isVerified, orderPhase, statusReportedBy } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { isSuccess } from '../../lib/service/status-codes.ts'
import { aboutMoneyOf } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { TransactionLink } from '../parts/IdFact.tsx'
import type { MenuItem } from '../parts/ScreenHeader.tsx'
import { t } from '../parts/text.ts'
import { timeSpanText } from './order-words.ts'

/** Duration of the count-up of the received amount. */
const countMs = 400

export function Done({ app, order }: { app: AppModel; order: OrderView }) {
  const { reviewed, fulfilledAmount } = order
  const token = reviewed.outputToken
  const { minAmountOut } = order.reviewed
  const isProven = isVerified(order)
  const units = fulfilledAmount ?? minAmountOut
  // A deposit may have no promised amount until it arrives.
  const key = doneKey(order, fulfilledAmount !== null || minAmountOut === '0')
  const figure = units === '0' ? isolateDirection(token.symbol) : formatExactMoney(units, token)
  const isNew = isProven && !order.viewed
  const shown = useCountUp(units, isNew)
  // The animation runs to its end even if the swap is marked as seen meanwhile. It never runs a second time.
  const ripples = useRef(false)
  ripples.current ||= isNew
  return (
    <section
      class={isProven ? 'result good' : 'result reported'}
      data-testid="order-done"
      data-ripples={ripples.current}
    >
      <span class="result-mark" aria-hidden="true">
        <Icon name={isProven ? 'check' : 'history'} />
      </span>
      <Headline
        text={t(key, { amount: figure, chain: app.start.chainName(token.chainId) })}
        figure={figure}
        amount={units === '0' ? null : grouped(formatUnits(shown, token.decimals))}
        symbol={token.symbol}
      />
      <Figures order={order} />
      <Journey app={app} order={order} />
      <OrderEvidence order={order} />
    </section>
  )
}

/**
 * Only verified funds "have arrived". Otherwise the service reports them, or Ferry only knows that the swap
 * was mined.
 */
function doneKey(order: OrderView, isExact: boolean) {
  if (isVerified(order)) return isExact ? 'doneTitle' : 'doneLeast'
  if (statusReportedBy(order) === 'ferry') return isExact ? 'unshownTitle' : 'unshownLeast'
  return isExact ? 'reportedTitle' : 'reportedLeast'
}

/**
 * Shows a sentence with its figure enlarged. Screen readers get the whole sentence once, with the final
 * figure. `amount` is the current value of the count-up; null if none is known.
 */
function Headline({
  text,
  figure,
  amount,
  symbol,
}: {
  text: string
  figure: string
  amount: string | null
  symbol: string
}) {
  const at = text.indexOf(figure)
  return (
    <h2>
      <span class="unseen">{text}</span>
      <span aria-hidden="true">
        {text.slice(0, at)}
        <b class="result-figure">
          {amount} <bdi>{symbol}</bdi>
        </b>
        {text.slice(at + figure.length)}
      </span>
    </h2>
  )
}

function Figures({ order }: { order: OrderView }) {
  const { outputToken } = order.reviewed
  const { minAmountOut, promisedAmount } = order.reviewed
  const surplus = surplusOf(order)
  if (minAmountOut === '0') return <p>{t('leastUnknown')}</p>
  return (
    <>
      {surplus !== null && (
        <p class="numbers" data-testid="surplus">
          {surplus === 0n
            ? t('surplusNone')
            : t(surplus > 0n ? 'surplusMore' : 'surplusLess', {
                amount: formatExactMoney((surplus > 0n ? surplus : -surplus).toString(), outputToken),
              })}
        </p>
      )}
      <p class="numbers">
        {t('donePromised', {
          about: aboutMoneyOf(promisedAmount, outputToken),
          least: formatExactMoney(minAmountOut, outputToken),
        })}
      </p>
    </>
  )
}

function Journey({ app, order }: { app: AppModel; order: OrderView }) {
  const { destinationTransactionHash: hash, reviewed } = order
  const seconds = isVerified(order) ? deliverySeconds(order) : null
  if (seconds === null && hash === null) return null
  return (
    <p class="numbers result-journey">
      {seconds !== null && <span data-testid="took">{t('tookAtMost', { time: timeSpanText(seconds) })}</span>}
      {hash !== null && (
        <span>
          <TransactionLink app={app} chainId={reviewed.outputToken.chainId} hash={hash} />
        </span>
      )}
    </p>
  )
}

/** Counts up once, if the result is new to the person, and not under reduced motion. */
function useCountUp(units: string, isNew: boolean): string {
  const shown = useSignal(units)
  const counted = useRef(false)
  useLayoutEffect(() => {
    shown.value = units
    if (!isNew || counted.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    counted.current = true
    shown.value = '0'
    const end = BigInt(units)
    let begunMs: number | null = null
    let next = requestAnimationFrame(step)
    function step(nowMs: number): void {
      begunMs ??= nowMs
      const passedMs = Math.min(countMs, Math.round(nowMs - begunMs))
      shown.value = ((end * BigInt(passedMs)) / BigInt(countMs)).toString()
      if (passedMs < countMs) next = requestAnimationFrame(step)
    }
    return () => cancelAnimationFrame(next)
  }, [units])
  return shown.value
}

/** A shield: filled for a verified end, an outline for a reported one. */
function Shield({ isProven }: { isProven: boolean }) {
  return (
    <svg class={isProven ? 'icon full' : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M10 2.5 4 4.8v4.7c0 4 2.6 6.8 6 8 3.4-1.2 6-4 6-8V4.8z" />
      {isProven && <path class="shield-tick" d="m7.2 9.8 2 2 3.6-3.8" />}
    </svg>
  )
}

export function OrderEvidence({ order }: { order: OrderView }) {
  const isProven = isVerified(order)
  const { evidence, doubt } = order
  return (
    <p class="evidence" data-testid="evidence" data-verified={isProven} data-doubt={doubt ?? ''}>
      <Shield isProven={isProven} />
      <span>
        {t(isProven ? 'verified' : statusReportedBy(order) === 'service' ? 'reported' : 'unshown')}
        {isProven && evidence !== undefined && (
          <span class="evidence-more">
            {t('verifiedBy', { count: String(evidence.sources), block: evidence.blockNumber })}
          </span>
        )}
        {!isProven && doubt !== undefined && <span class="evidence-more">{doubtText(order)}</span>}
      </span>
    </p>
  )
}

/** Explains why a reported end is not verified. Empty when the chain was not read. */
function doubtText(order: OrderView): string {
  const { doubt, evidence, reviewed } = order
  if (doubt === undefined) return ''
  if (doubt === 'oneSource' || doubt === 'notNamed' || doubt === 'notListed') return t(`doubt_${doubt}`)
  if (doubt === 'less' && evidence !== undefined) {
    const isBack = evidence.kind === 'refund'
    const token = paymentTokenOf(evidence, reviewed) ?? (isBack ? reviewed.inputToken : reviewed.outputToken)
    const amount = formatExactMoney(evidence.units, token)
    return t(isBack ? 'doubt_less_refunded' : 'doubt_less_done', { amount })
  }
  if (statusReportedBy(order) === 'ferry') return t('doubt_unshown')
  if (isSuccess(order.statusCode)) return t('doubt_notShown_done')
  return t(orderPhase(order) === 'refunded' ? 'doubt_notShown_refunded' : 'doubt_notShown')
}

export function tokenItems(app: AppModel, model: OrderModel, order: OrderView): readonly MenuItem[] {
  if (!canAddToken(app, order)) return []
  const { symbol } = order.reviewed.outputToken
  const act = async () => t(`tokenAdd_${await model.addToken()}`, { symbol })
  return [{ id: 'add-token', label: t('tokenAdd', { symbol }), act }]
}

/**
 * Returns whether to offer the output token to the wallet. The token must be on a chain that Ferry reads, and
 * the connected account must have received it. A token that imitates another one is never offered: the wallet
 * would list it under the copied name.
 */
function canAddToken({ start }: AppModel, order: OrderView): boolean {
  const { outputToken, request } = order.reviewed
  const account = start.account.value
  const receiver = request.receiverAddress ?? request.userAddress
  return (
    orderPhase(order) === 'done' &&
    account !== null &&
    account.wallet !== null &&
    outputToken.imitates === undefined &&
    isAddress(outputToken.address) &&
    !isSameHex(outputToken.address, nativeAddress) &&
    start.chainOf(outputToken.chainId)?.isConfigured === true &&
    receiver !== null &&
    isSameHex(receiver, account.address)
  )
}
