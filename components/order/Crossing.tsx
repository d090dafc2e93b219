import { useRef } from 'preact/hooks'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { ProgressDescription } from '../../lib/order/description.ts'
import { aboutAmountOf } from '../parts/amount-text.ts'
import { Boat } from '../parts/FormIcon.tsx'
import { slot, TextWithSlot } from '../parts/IdFact.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t, writeText } from '../parts/text.ts'
import type { OrderProps } from './order-props.ts'

/** How far a running swap is: the time left, the boat, the legs and the amounts. */
export function Crossing({
  app,
  order,
  progress: { legs, percent, time },
}: Pick<OrderProps, 'app' | 'order'> & { progress: ProgressDescription }) {
  const { inputToken, outputToken } = order.reviewed
  const { minAmountOut, promisedAmount } = order.reviewed
  // An estimate that arrives late may be longer. The boat then waits instead of moving backwards.
  const furthest = useRef(0)
  furthest.current = Math.max(furthest.current, percent)
  return (
    <div class="voyage stack tight center" data-testid="voyage" data-percent={furthest.current}>
      {/* Below the title of the card, which has the time of a late swap. It changes every second. */}
      {time !== null && time.kind !== 'late' && (
        <p class="faint numbers" aria-live="off" data-testid="time-left" data-kind={time.kind}>
          {writeText(time.text)}
        </p>
      )}
      <div class="line loose crossing-way" aria-hidden="true" style={{ '--crossed': furthest.current / 100 }}>
        <TokenIcon token={inputToken} size={36} />
        <span class="crossing-line">
          <span class="crossing-boat">
            <Boat />
          </span>
        </span>
        <TokenIcon token={outputToken} size={36} />
      </div>
      {/* The three stages, below their line. Their words say which ones are over, or only reported so. */}
      <ol class="legs small">
        {legs.map(({ name, state, text }) => (
          <li key={name} class={state} data-leg={name} aria-current={state === 'now' ? 'step' : undefined}>
            <span>{writeText(text)}</span>
            {state === 'reported' && <span class="below faint"> {t('legReported')}</span>}
          </li>
        ))}
      </ol>
      {promisedAmount === '0' ? (
        <p>{t('promisedUnknown')}</p>
      ) : (
        <p class="crossing-amount numbers">
          <TextWithSlot text={`${aboutAmountOf(promisedAmount, outputToken)} ${slot}`}>
            <bdi>{outputToken.symbol}</bdi>
          </TextWithSlot>
        </p>
      )}
      <p class="faint numbers">
        {minAmountOut === '0'
          ? t('leastUnknown')
          : t('crossingLeast', {
              amount: formatExactMoney(minAmountOut, outputToken),
              chain: app.start.chainName(outputToken.chainId),
            })}
      </p>
    </div>
  )
}
