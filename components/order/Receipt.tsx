import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { addressLink } from '../../lib/base/explorer-link.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import { momentText } from '../../lib/base/time-text.ts'
import { deliverySeconds } from '../../lib/history/history-entry.ts'
import { paidAmount, refundedAmount, untouchedPlaces } from '../../lib/order/describe-money.ts'
import type { OrderDescription } from '../../lib/order/description.ts'
import { measureOrderCost, receivedValueInUsd } from '../../lib/order/order-cost.ts'
import { refundChainOf, silentForMs, surplusOf } from '../../lib/order/order-facts.ts'
import { isEndVerified } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { gainOf } from '../parts/amount-text.ts'
import { costText } from '../parts/cost-text.ts'
import { formatDollars } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Fact, IdFact, TransactionLink } from '../parts/IdFact.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t, writeText } from '../parts/text.ts'
import { OrderProof } from './OrderProof.tsx'
import type { OrderProps } from './order-props.ts'
import { timeSpanText } from './order-words.ts'

/** Duration of the count-up of the received amount. */
const countMs = 400

type Shown = Omit<OrderProps, 'model'>

/** A swap that is complete: the amount, where and how fast it arrived, who confirms it, and what it cost. */
export function Receipt({ app, order, description }: Shown) {
  const { fulfilledAmount } = order
  const { outputToken: token, minAmountOut } = order.reviewed
  const isVerified = isEndVerified(order)
  const units = fulfilledAmount ?? minAmountOut
  const isNew = isVerified && !order.viewed
  const shown = useCountUp(units, isNew)
  // The animation runs to its end even if the swap is marked as seen meanwhile. It never runs a second time.
  const lands = useRef(false)
  lands.current ||= isNew
  return (
    <>
      <span class="receipt-token" aria-hidden="true" data-lands={lands.current} data-testid="receipt-token">
        <TokenIcon token={token} size={64} />
      </span>
      <div class="stack tight center">
        <h2 class="line">
          {isVerified && (
            <span class="tick-badge" data-testid="done-tick">
              <Icon name="check" />
            </span>
          )}
          {writeText(description.title)}
        </h2>
        <p>
          {/* Screen readers get the whole sentence once, with the exact final amount. */}
          <span class="unseen">{description.money.text !== null && writeText(description.money.text)}</span>
          <b class="result-figure numbers" aria-hidden="true">
            {fulfilledAmount === null ? (
              atLeastText(minAmountOut, token)
            ) : (
              <>
                {gainOf(shown, token)} <bdi>{token.symbol}</bdi>
              </>
            )}
          </b>
        </p>
        <Arrival app={app} order={order} />
        <OrderProof order={order} description={description} />
      </div>
      <ReceiptCard app={app} order={order} description={description} />
    </>
  )
}

/** The network, the value at the reviewed price, and the time. */
function Arrival({ app, order }: Pick<OrderProps, 'app' | 'order'>) {
  const valueInUsd = receivedValueInUsd(order)
  const seconds = isEndVerified(order) ? deliverySeconds(order) : null
  return (
    <p class="line tight wrap faint numbers">
      <span>{t('onChain', { chain: app.start.chainName(order.reviewed.outputToken.chainId) })}</span>
      {valueInUsd !== null && (
        <>
          <span aria-hidden="true">·</span>
          <span data-testid="received-value">{formatDollars(valueInUsd)}</span>
        </>
      )}
      {seconds !== null && (
        <>
          <span aria-hidden="true">·</span>
          <span data-testid="took">{t('tookAtMost', { time: timeSpanText(seconds) })}</span>
        </>
      )}
    </p>
  )
}

/** The paid amount, the arrived or returned one, the cost, the time and the transaction, as far as they are known. */
export function ReceiptCard({ app, order, description }: Shown) {
  const { reviewed, fulfilledAmount } = order
  const { outputToken: token, minAmountOut, request } = reviewed
  const { phase, isOver, money } = description
  const surplus = surplusOf(order)
  const cost = phase === 'done' ? measureOrderCost(order) : null
  // A swap that stops or has no news: this much money may be concerned, and since then.
  const isStalled = phase === 'stopping' || silentForMs(order, app.nowMs.value) !== null
  const paid = isOver || isStalled ? paidText(order, description) : null
  const returned = refundedAmount(order)
  const transaction = endTransaction(order, phase)
  // A row of its own says too little.
  const endedMs = isOver && (paid !== null || phase === 'refunded') ? order.timeline.at(-1)?.atMs : undefined
  const isVerified = isEndVerified(order)
  return (
    <dl class="facts card receipt" data-testid="receipt">
      {paid !== null && <Fact name={t(paid.isTaken ? 'paid' : 'takenFromWallet')}>{paid.text}</Fact>}
      {(phase === 'done' || fulfilledAmount !== null) && (
        <Fact name={t(isVerified ? 'received' : 'receivedReported')}>
          {fulfilledAmount === null
            ? atLeastText(minAmountOut, token)
            : formatExactMoney(fulfilledAmount, token)}
          {surplus !== null && (
            <span class="below faint" data-testid="surplus">
              {surplusText(surplus, token)}
            </span>
          )}
        </Fact>
      )}
      {phase === 'refunded' && (
        <Fact name={t(isVerified || returned === null ? 'returned' : 'returnedReported')}>
          {returned ?? t('notReported')}
        </Fact>
      )}
      {phase === 'failed' && money.place === 'atOrigin' && <Fact name={t('returned')}>{t('notYet')}</Fact>}
      {cost !== null && <Fact name={t('costTotal')}>{costText(cost)}</Fact>}
      {isStalled && <Fact name={t('started')}>{momentText(order.createdMs, app.nowMs.value)}</Fact>}
      {endedMs !== undefined && <Fact name={t('endedWhen')}>{momentText(endedMs, app.nowMs.value)}</Fact>}
      {request.receiverAddress !== request.userAddress && (
        <IdFact
          name={t('receivedBy')}
          value={request.receiverAddress}
          link={addressLink(app.start.chainOf(token.chainId), request.receiverAddress)}
        />
      )}
      {transaction !== null && (
        <Fact name={t('endTransaction')}>
          <TransactionLink app={app} {...transaction} label={t('viewOnExplorer')} />
        </Fact>
      )}
    </dl>
  )
}

/** What the swap took from the person, if that is known. A stopped one may still take it. */
function paidText(order: OrderView, { phase, money: { place } }: OrderDescription) {
  if (phase === 'stopping' && place === 'unknown') return { text: t('unknown'), isTaken: false }
  if (place === 'signatureLives') return { text: t('takenNothingYet'), isTaken: false }
  if (untouchedPlaces.has(place)) return { text: t('takenNothing'), isTaken: false }
  const text = paidAmount(order, place)
  return text === null ? null : { text, isTaken: true }
}

/** The transaction that shows how a swap ended. */
function endTransaction(order: OrderView, phase: OrderDescription['phase']) {
  const isBack = phase === 'refunded'
  const hash = isBack ? order.refundTransactionHash : order.destinationTransactionHash
  if (hash === null || !(isBack || phase === 'done')) return null
  return { chainId: isBack ? refundChainOf(order) : order.reviewed.outputToken.chainId, hash }
}

function atLeastText(units: string, token: OrderView['reviewed']['outputToken']): string {
  return units === '0' ? t('unknown') : t('atLeast', { amount: formatExactMoney(units, token) })
}

function surplusText(surplus: bigint, token: OrderView['reviewed']['outputToken']): string {
  if (surplus === 0n) return t('surplusNone')
  return t(surplus > 0n ? 'surplusMore' : 'surplusLess', {
    amount: formatExactMoney((surplus > 0n ? surplus : -surplus).toString(), token),
  })
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
