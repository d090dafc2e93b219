import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { addressLink } from '../../lib/base/explorer-link.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import { deliverySeconds } from '../../lib/history/history-entry.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderDescription } from '../../lib/order/description.ts'
import { isSmallSurplus, measureOrderCost, receivedValueInUsd } from '../../lib/order/order-cost.ts'
import { surplusOf } from '../../lib/order/order-facts.ts'
import { isEndVerified } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { costText, formatDollars, gainOf } from '../parts/format.ts'
import { IdFact, TransactionLink } from '../parts/IdFact.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t, writeText } from '../parts/text.ts'
import { OrderProof } from './OrderProof.tsx'
import { timeSpanText } from './order-words.ts'

/** Duration of the count-up of the received amount. */
const countMs = 400

interface Shown {
  readonly app: AppModel
  readonly order: OrderView
}

/** A swap that is complete: the amount, where and how fast it arrived, who confirms it, and what it cost. */
export function Receipt({ app, order, description }: Shown & { readonly description: OrderDescription }) {
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
      <h2>
        {/* Screen readers get the whole sentence once, with the exact final amount. */}
        <span class="unseen">{description.money.text !== null && writeText(description.money.text)}</span>
        <b class="result-figure numbers" aria-hidden="true">
          {units !== '0' && gainOf(shown, token)} <bdi>{token.symbol}</bdi>
        </b>
      </h2>
      <Arrival app={app} order={order} />
      {!isVerified && <p>{writeText(description.title)}</p>}
      <OrderProof order={order} description={description} />
      <Payment app={app} order={order} />
    </>
  )
}

/** The network, the value at the reviewed price, and the time. */
function Arrival({ app, order }: Shown) {
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

/** The amount paid, the amount received and the cost. */
function Payment({ app, order }: Shown) {
  const { reviewed, fulfilledAmount, destinationTransactionHash: hash } = order
  const { outputToken: token, minAmountOut, request, inputToken } = reviewed
  const surplus = surplusOf(order)
  const cost = measureOrderCost(order)
  return (
    <dl class="facts card receipt" data-testid="receipt">
      <div>
        <dt>{t('paid')}</dt>
        <dd>{formatExactMoney(request.inputAmount, inputToken)}</dd>
      </div>
      <div>
        <dt>{t(isEndVerified(order) ? 'received' : 'receivedReported')}</dt>
        <dd>
          {fulfilledAmount === null
            ? atLeastText(minAmountOut, token)
            : formatExactMoney(fulfilledAmount, token)}
          {surplus !== null && !isSmallSurplus(surplus, reviewed) && (
            <span class="receipt-more" data-testid="surplus">
              {surplusText(surplus, token)}
            </span>
          )}
        </dd>
      </div>
      {cost !== null && (
        <div>
          <dt>{t('costTotal')}</dt>
          <dd>{costText(cost)}</dd>
        </div>
      )}
      {request.receiverAddress !== request.userAddress && (
        <IdFact
          name={t('receivedBy')}
          value={request.receiverAddress}
          link={addressLink(app.start.chainOf(token.chainId), request.receiverAddress)}
        />
      )}
      {hash !== null && (
        <div>
          <dt>{t('destinationTransaction')}</dt>
          <dd>
            <TransactionLink app={app} chainId={token.chainId} hash={hash} label={t('viewOnExplorer')} />
          </dd>
        </div>
      )}
    </dl>
  )
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
