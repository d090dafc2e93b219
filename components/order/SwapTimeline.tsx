import type { AppModel } from '../../lib/models/app-model.ts'
import { refundChainOf } from '../../lib/order/order-facts.ts'
import { orderStateWords } from '../../lib/order/order-state.ts'
import { type StepName, stepsDone, type TimelineStep } from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { clockText } from '../parts/format.ts'
import { TransactionLink } from '../parts/TransactionLink.tsx'
import { t } from '../parts/text.ts'
import { stepText } from './order-words.ts'

interface Shown {
  readonly app: AppModel
  readonly order: OrderView
  readonly steps: readonly TimelineStep[]
}

/** Shows the steps of a swap, folded behind one line that counts them until it is over; nothing where there are none. */
export function SwapSteps({ app, order, steps }: Shown) {
  if (steps.length === 0) return null
  const { done, total } = stepsDone(steps)
  return (
    <details class="card more" data-testid="order-steps">
      <summary>
        {orderStateWords(order).isOver
          ? t('stepsOver')
          : t('stepsDone', { done: String(done), total: String(total) })}
      </summary>
      <SwapTimeline app={app} order={order} steps={steps} />
    </details>
  )
}

/** Shows the way of a swap, step by step with times; the current one breathes. */
export function SwapTimeline({ app, order, steps }: Shown) {
  return (
    <ol class="timeline" data-testid="timeline">
      {steps.map(({ name, state, atMs }) => {
        const transaction = transactionOf(order, name)
        return (
          <li key={name} class={state} data-step={name} aria-current={state === 'now' ? 'step' : undefined}>
            <span class="timeline-name">{stepText(app, order, name, state)}</span>
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
