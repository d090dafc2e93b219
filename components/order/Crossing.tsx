import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ProgressDescription } from '../../lib/order/description.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { aboutAmountOf } from '../parts/format.ts'
import { Boat } from '../parts/Icon.tsx'
import { slot, TextWithSlot } from '../parts/IdFact.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t, writeText } from '../parts/text.ts'
import { Paragraphs } from './Notes.tsx'

interface Shown {
  readonly app: AppModel
  readonly order: OrderView
  readonly progress: ProgressDescription
}

/** How far a running swap is: the boat, the amounts, the legs and the time. */
export function Crossing({ app, order, progress: { legs, percent, time } }: Shown) {
  const { inputToken, outputToken } = order.reviewed
  const { minAmountOut, promisedAmount } = order.reviewed
  return (
    <div class="voyage stack tight center" data-testid="voyage" data-percent={percent}>
      <div class="crossing-way" aria-hidden="true" style={{ '--crossed': percent / 100 }}>
        <TokenIcon token={inputToken} size={36} />
        <span class="crossing-line">
          <span class="crossing-boat">
            <Boat />
          </span>
        </span>
        <TokenIcon token={outputToken} size={36} />
      </div>
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
      <Legs legs={legs} />
      {time !== null && <TimeEstimate time={time} />}
    </div>
  )
}

/** Shows the three stages of the swap. The line above each shows its state; screen readers get it as text. */
function Legs({ legs }: Pick<ProgressDescription, 'legs'>) {
  return (
    <ol class="legs">
      {legs.map(({ name, state, text }) => (
        <li key={name} class={state} data-leg={name} aria-current={state === 'now' ? 'step' : undefined}>
          <span>{writeText(text)}</span>
          {(state === 'done' || state === 'reported') && <span class="unseen"> · {t(`leg_${state}`)}</span>}
        </li>
      ))}
    </ol>
  )
}

/** Shows the remaining time. For a late swap, shows the elapsed time and the step that it waits for. */
function TimeEstimate({ time: { kind, text, more } }: { time: NonNullable<ProgressDescription['time']> }) {
  if (kind !== 'late') {
    return (
      <p class="faint numbers" data-testid="time-left" data-kind={kind}>
        {writeText(text)}
      </p>
    )
  }
  return (
    <div class="hint warning" data-testid="time-left" data-kind="late">
      {/* A hint lays its children out in a row. */}
      <div class="stack tight">
        <p>
          <b>{writeText(text)}</b>
        </p>
        <Paragraphs texts={more} />
      </div>
    </div>
  )
}
