import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import {
  progressOf,
  type SwapProgress,
  type TimelineStep,
  timeEstimateOf,
} from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { aboutAmountOf } from '../parts/format.ts'
import { Boat } from '../parts/Icon.tsx'
import { slot, TextWithSlot } from '../parts/IdFact.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'
import { timeSpanText } from './order-words.ts'

interface Shown {
  readonly app: AppModel
  readonly order: OrderView
  readonly steps: readonly TimelineStep[]
  /** Usual duration of this route for this person, in whole seconds. Null if too little is known. */
  readonly usualSeconds: number | null
}

/** How far a running swap is: the boat, the amounts, the legs and the time. */
export function Crossing({ app, order, steps, usualSeconds }: Shown) {
  const { inputToken, outputToken } = order.reviewed
  const { minAmountOut, promisedAmount } = order.reviewed
  const crossing = progressOf(order, steps)
  const { now, percent } = crossing
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
      <Legs legs={crossing.legs} />
      <TimeEstimate app={app} order={order} now={now} usualSeconds={usualSeconds} />
    </div>
  )
}

/** Shows the three stages of the swap. The line above each shows its state; screen readers get it as text. */
function Legs({ legs }: Pick<SwapProgress, 'legs'>) {
  return (
    <ol class="legs">
      {legs.map(({ name, state }) => (
        <li key={name} class={state} data-leg={name} aria-current={state === 'now' ? 'step' : undefined}>
          {t(`leg_${name}`)}
          {(state === 'done' || state === 'reported') && <span class="unseen"> · {t(`leg_${state}`)}</span>}
        </li>
      ))}
    </ol>
  )
}

/** Shows the remaining time. For a late swap, shows the elapsed time and the step that it waits for. */
function TimeEstimate({
  app,
  order,
  now,
  usualSeconds,
}: Pick<Shown, 'app' | 'order' | 'usualSeconds'> & Pick<SwapProgress, 'now'>) {
  const left = timeEstimateOf(order, usualSeconds, app.nowMs.value)
  if (left === null) return null
  const time = timeSpanText(left.seconds)
  const { inputToken, outputToken } = order.reviewed
  if (left.kind !== 'late') {
    const key = { left: 'timeLeft', usually: 'timeUsually', estimate: 'timeEstimate' } as const
    return (
      <p class="faint numbers" data-testid="time-left" data-kind={left.kind}>
        {t(key[left.kind], { time })}
      </p>
    )
  }
  const origin = app.start.chainName(inputToken.chainId)
  const destination = app.start.chainName(outputToken.chainId)
  return (
    <div class="hint warning" data-testid="time-left" data-kind="late">
      {/* A hint lays its children out in a row. */}
      <div class="stack tight">
        <p>
          {/* "Usual" is from this person's own swaps. The service's estimate is only "expected". */}
          <b>{t(usualSeconds === null ? 'timeLate_estimate' : 'timeLate', { time })}</b>
        </p>
        {isWaitingStep(now) && <p>{t(`lateWhy_${now}`, { origin, destination })}</p>}
        <p>{t(app.start.willNotify('notifyDone') ? 'late' : 'late_off')}</p>
      </div>
    </div>
  )
}

const waitingSteps = ['mined', 'accepted', 'assigned', 'extracted', 'fulfilled'] as const

/** A step that waits for the network, the service or a solver, not for the person. */
function isWaitingStep(now: SwapProgress['now']): now is (typeof waitingSteps)[number] {
  return waitingSteps.some((name) => name === now)
}
