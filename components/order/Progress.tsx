import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import {
  type Leg,
  progressOf,
  type SwapProgress,
  type TimelineStep,
  timeEstimateOf,
} from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { aboutAmountOf, clockText } from '../parts/format.ts'
import { Boat } from '../parts/Icon.tsx'
import { slot, TextWithSlot } from '../parts/IdFact.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'
import { noticeText, orderLabel, stepText, timeSpanText } from './order-words.ts'

interface Shown {
  readonly app: AppModel
  readonly order: OrderView
  readonly steps: readonly TimelineStep[]
  /** Usual duration of this route for this person, in whole seconds. Null if too little is known. */
  readonly usualSeconds: number | null
}

export function Progress({ app, order, steps, usualSeconds }: Shown) {
  const { inputToken, outputToken } = order.reviewed
  const { minAmountOut, promisedAmount } = order.reviewed
  const crossing = progressOf(order, steps)
  const { now, percent } = crossing
  return (
    <section class="card voyage" data-testid="crossing" data-percent={percent}>
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
      <h2 data-testid="crossing-now">
        {now === null ? orderLabel(order).text : stepText(app, order, now, 'now')}
      </h2>
      <TimeEstimate app={app} order={order} now={now} usualSeconds={usualSeconds} />
    </section>
  )
}

type KeyOf<One extends Leg> = One extends Leg ? `leg_${One['name']}_${One['state']}` : never
type LegKey = KeyOf<Leg>

/** Shows the three stages of the swap, each in the tense that matches its state. */
function Legs({ legs }: Pick<SwapProgress, 'legs'>) {
  return (
    <ol class="legs">
      {legs.map(({ name, state }) => (
        <li key={name} class={state} data-leg={name} aria-current={state === 'now' ? 'step' : undefined}>
          {t(`leg_${name}_${state}` as LegKey)}
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
    <div class="hint warning crossing-late" data-testid="time-left" data-kind="late">
      <p>
        {/* "Usual" is from this person's own swaps. The service's estimate is only "expected". */}
        <b>{t(usualSeconds === null ? 'timeLate_estimate' : 'timeLate', { time })}</b>
      </p>
      {isWaitingStep(now) && <p>{t(`lateWhy_${now}`, { origin, destination })}</p>}
      <p>{noticeText(app, 'late')}</p>
    </div>
  )
}

const waitingSteps = ['mined', 'accepted', 'assigned', 'extracted', 'fulfilled'] as const

/** A step that waits for the network, the service or a solver, not for the person. */
function isWaitingStep(now: SwapProgress['now']): now is (typeof waitingSteps)[number] {
  return waitingSteps.some((name) => name === now)
}

/** Until the service accepts the signature, the swap needs this browser. */
export function LeaveHint({ app, model, order }: { app: AppModel; model: OrderModel; order: OrderView }) {
  const nowMs = app.nowMs.value
  if (order.state === 'submitting') {
    return (
      <p class="hint warning" data-testid="not-accepted">
        {submissionText(order, nowMs)}
      </p>
    )
  }
  if (order.state === 'signed') return <p class="hint warning">{t('submitting')}</p>
  if (timeEstimateOf(order, model.usualSeconds.value, nowMs)?.kind === 'late') return null
  // While a review or a wallet request is open, do not say that the person may leave.
  const isReviewing = model.exits.cancel.review.value !== null || model.exits.withdraw.review.value !== null
  if (order.walletRequest !== null || isReviewing) return null
  return <p class="hint">{noticeText(app, 'canClose')}</p>
}

/** Returns the state of the submission of a signature: in progress, waiting for its next try, or too late. */
function submissionText({ permitDeadlineMs, problem, dueMs }: OrderView, nowMs: number): string {
  if (permitDeadlineMs === null || (problem === null && nowMs <= permitDeadlineMs)) return t('submitting')
  if (nowMs > permitDeadlineMs) return t('notAcceptedInTime')
  return t('notAccepted', {
    time: clockText(Math.max(dueMs ?? nowMs, nowMs)),
    end: clockText(permitDeadlineMs),
  })
}
