import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { formatUnits } from '../../lib/base/decimal.ts'
import { formatExactMoney, grouped } from '../../lib/base/money-text.ts'
import { deliverySeconds } from '../../lib/history/history-entry.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderDescription } from '../../lib/order/description.ts'
import { surplusOf } from '../../lib/order/order-facts.ts'
import { isVerified } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { measureCost } from '../../lib/quote/swap-cost.ts'
import { aboutMoneyOf, costText } from '../parts/format.ts'
import { TransactionLink } from '../parts/IdFact.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t, writeText } from '../parts/text.ts'
import { timeSpanText } from './order-words.ts'

/** Duration of the count-up of the received amount. */
const countMs = 400

/** A swap that is complete: the amount, where and how fast it arrived, and what it cost. */
export function Receipt({
  app,
  order,
  description,
}: {
  app: AppModel
  order: OrderView
  description: OrderDescription
}) {
  const { reviewed, fulfilledAmount, destinationTransactionHash: hash } = order
  const { outputToken: token, minAmountOut, promisedAmount, request, inputToken } = reviewed
  const isProven = isVerified(order)
  const units = fulfilledAmount ?? minAmountOut
  const isNew = isProven && !order.viewed
  const shown = useCountUp(units, isNew)
  // The animation runs to its end even if the swap is marked as seen meanwhile. It never runs a second time.
  const ripples = useRef(false)
  ripples.current ||= isNew
  const seconds = isProven ? deliverySeconds(order) : null
  const surplus = surplusOf(order)
  return (
    <>
      <span
        class="receipt-token"
        aria-hidden="true"
        data-ripples={ripples.current}
        data-testid="receipt-token"
      >
        <TokenIcon token={token} size={64} />
      </span>
      <h2>
        {/* Screen readers get the whole sentence once, with the final figure. */}
        <span class="unseen">{description.money.text !== null && writeText(description.money.text)}</span>
        <b class="result-figure numbers" aria-hidden="true">
          {units !== '0' && `+${grouped(formatUnits(shown, token.decimals))}`} <bdi>{token.symbol}</bdi>
        </b>
      </h2>
      <p class="receipt-where numbers">
        <span>{t('onChain', { chain: app.start.chainName(token.chainId) })}</span>
        {seconds !== null && <span aria-hidden="true">·</span>}
        {seconds !== null && (
          <span data-testid="took">{t('tookAtMost', { time: timeSpanText(seconds) })}</span>
        )}
      </p>
      {!isProven && <p>{writeText(description.title)}</p>}
      <dl class="facts receipt">
        <div>
          <dt>{t('paid')}</dt>
          <dd>{formatExactMoney(request.inputAmount, inputToken)}</dd>
        </div>
        {minAmountOut === '0' ? (
          <div>
            <dt>{t('least')}</dt>
            <dd>{t('leastUnknown')}</dd>
          </div>
        ) : (
          <div>
            <dt>{t('promised')}</dt>
            <dd>
              {t('donePromised', {
                about: aboutMoneyOf(promisedAmount, token),
                least: formatExactMoney(minAmountOut, token),
              })}
              {surplus !== null && (
                <span class="receipt-more" data-testid="surplus">
                  {surplusText(surplus, token)}
                </span>
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('costTotal')}</dt>
          <dd>{costText(measureCost(reviewed))}</dd>
        </div>
        {hash !== null && (
          <div>
            <dt>{t('viewOnExplorer')}</dt>
            <dd>
              <TransactionLink app={app} chainId={token.chainId} hash={hash} />
            </dd>
          </div>
        )}
      </dl>
    </>
  )
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
