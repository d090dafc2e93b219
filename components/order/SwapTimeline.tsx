import type { AppModel } from '../../lib/models/app-model.ts'
import { refundChainOf } from '../../lib/order/order-facts.ts'
import { orderStateWords } from '../../lib/order/order-state.ts'
import { type StepName, type TimelineStep, timelineOf } from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { ChainQuestion } from '../../lib/wallet/port.ts'
import { chainQuestionOf } from '../../lib/wallet/wallet-questions.ts'
import { clockText, moneyOf } from '../parts/format.ts'
import { TransactionLink } from '../parts/TransactionLink.tsx'
import { t } from '../parts/text.ts'

/** Shows the steps of a swap, folded once it is over; nothing where there are none. */
export function SwapSteps({ app, order }: { app: AppModel; order: OrderView }) {
  const steps = timelineOf(order)
  if (steps.length === 0) return null
  const done = steps.filter(({ state }) => state === 'done' || state === 'told').length
  return (
    <details class="card more" data-testid="order-steps" open={!orderStateWords(order).isOver}>
      <summary>{t('stepsDone', { done: String(done), total: String(steps.length) })}</summary>
      <SwapTimeline app={app} order={order} />
    </details>
  )
}

/** Shows the way of a swap, step by step with times; the current one breathes. */
export function SwapTimeline({ app, order }: { app: AppModel; order: OrderView }) {
  const { inputToken, outputToken, ask } = order.reviewed
  const { chainName } = app.start
  const facts = {
    origin: chainName(inputToken.chainId),
    destination: chainName(outputToken.chainId),
    chain: chainName(refundChainOf(order)),
    amount: moneyOf(ask.inputAmount, inputToken),
  }
  const asking = app.start.asking.value.find(({ requestId }) => requestId === order.walletRequest?.requestId)
  const question = chainQuestionOf(asking?.method)
  return (
    <ol class="timeline" data-testid="timeline">
      {withChainQuestion(timelineOf(order), question).map(({ name, state, atMs }) => {
        if (name === 'addChain' || name === 'useChain') {
          return (
            <li key={name} class={state} data-step={name} aria-current="step">
              <span class="timeline-name">{t(`step_${name}_now`, { chain: facts.origin })}</span>
            </li>
          )
        }
        const transaction = transactionOf(order, name)
        return (
          <li key={name} class={state} data-step={name} aria-current={state === 'now' ? 'step' : undefined}>
            <span class="timeline-name">{t(wordOf(name, state), facts)}</span>
            <span class="faint numbers">
              {atMs !== null && clockText(atMs)}
              {transaction !== null && state !== 'next' && (
                <>
                  {atMs !== null && ' · '}
                  <TransactionLink app={app} chainId={transaction.chainId} hash={transaction.hash} />
                </>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** One line of the way, or a question of the wallet's own. */
type Line = TimelineStep | { readonly name: ChainQuestion; readonly state: 'now'; readonly atMs: null }

/** Puts what the wallet asks of its own before the step that it is asked for. */
function withChainQuestion(steps: readonly TimelineStep[], question: ChainQuestion | null): readonly Line[] {
  if (question === null) return steps
  return steps.flatMap((step): readonly Line[] =>
    step.state === 'now'
      ? [
          { name: question, state: 'now', atMs: null },
          { ...step, state: 'next' },
        ]
      : [step],
  )
}

/** An end that only the service knows of is told as its word. */
function wordOf(name: StepName, state: TimelineStep['state']) {
  const isEnd = name === 'fulfilled' || name === 'settled' || name === 'refunded'
  if (state === 'told' && isEnd) return `step_${name}_told` as const
  if (state === 'next') return `step_${name}_next` as const
  return state === 'now' ? (`step_${name}_now` as const) : (`step_${name}` as const)
}

/** The transaction that proves a step. */
function transactionOf(order: OrderView, name: StepName): { chainId: number; hash: string } | null {
  const { inputToken, outputToken } = order.reviewed
  const at = (chainId: number, hash: string | null) => (hash === null ? null : { chainId, hash })
  const own = (purpose: string) => order.transactions.findLast((one) => one.purpose === purpose) ?? null
  switch (name) {
    case 'resetApproved':
      return own('resetApproval')
    case 'approved':
      return own('approve')
    case 'sent':
      return own('send')
    case 'extracted':
      return at(inputToken.chainId, order.sourceTransactionHash)
    case 'fulfilled':
      return at(outputToken.chainId, order.destinationTransactionHash)
    case 'cancelled':
      return own('cancel')
    case 'refunded':
      return at(refundChainOf(order), order.refundTransactionHash)
    default:
      return null
  }
}
