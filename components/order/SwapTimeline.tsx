import { useRef } from 'preact/hooks'
import { momentText } from '../../lib/base/time-text.ts'
import { describeStep } from '../../lib/order/describe-progress.ts'
import { isAtWallet, openRequestOf } from '../../lib/order/describe-wallet-request.ts'
import { refundChainOf } from '../../lib/order/order-facts.ts'
import type { OrderState } from '../../lib/order/order-state.ts'
import type { StepName, TimelineStep } from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { ChainPrompt, WalletMethod } from '../../lib/wallet/port.ts'
import { chainPromptOf } from '../../lib/wallet/wallet-capabilities.ts'
import { Icon } from '../parts/Icon.tsx'
import { TransactionLink } from '../parts/IdFact.tsx'
import { t, writeText } from '../parts/text.ts'
import type { OrderProps } from './order-props.ts'
import { descriptionContextOf } from './order-words.ts'

interface Shown extends Pick<OrderProps, 'app' | 'order'> {
  readonly steps: readonly TimelineStep[]
}

/** Shows the steps of a swap, with their times and transactions. */
export function SwapTimeline({ app, order, steps }: Shown) {
  return (
    <ol class="timeline" data-testid="timeline">
      {steps.map(({ name, state, atMs }) => {
        const transaction = transactionOf(order, name)
        return (
          <li key={name} class={state} data-step={name} aria-current={state === 'now' ? 'step' : undefined}>
            <span class={state === 'now' ? 'tone-strong' : undefined}>
              {writeText(describeStep(order, { name, state }, app.start))}
            </span>
            <span class="faint numbers">
              {atMs !== null && momentText(atMs, app.nowMs.value)}
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

/** Steps of the timeline that are wallet prompts. */
const ownPromptNames = ['resetApproved', 'approved', 'signed', 'sent'] as const
type Prompt = (typeof ownPromptNames)[number] | 'sendCalls' | ChainPrompt

/** Renders nothing if there is only one prompt. */
export function WalletSteps({ app, order, steps }: Shown) {
  const context = descriptionContextOf(app)
  const method = openRequestOf(order, context)?.method ?? undefined
  const requested = useChainPrompts(method, order.state)
  const lines = promptsOf(order, steps, requested)
  if (lines.length < 2) return null
  return (
    <ol
      class={isAtWallet(order, context) ? 'wallet-steps small asking' : 'wallet-steps small'}
      aria-label={t('walletSteps')}
      data-testid="wallet-steps"
    >
      {lines.map(({ name, state }) => (
        <li key={name} class={state} data-prompt={name} aria-current={state === 'now' ? 'step' : undefined}>
          {state === 'done' && <Icon name="check" />}
          {t(state === 'done' ? `prompt_${name}_done` : `prompt_${name}`)}
        </li>
      ))}
    </ol>
  )
}

interface SeenPrompt {
  readonly prompt: ChainPrompt
  /** The order's state at that moment. The chain prompt is listed before the prompt of that state. */
  readonly state: OrderState
  readonly isNow: boolean
}

/** Answered ones stay in the list, so that no line jumps. */
function useChainPrompts(method: WalletMethod | undefined, state: OrderState): readonly SeenPrompt[] {
  const seen = useRef<readonly Omit<SeenPrompt, 'isNow'>[]>([])
  const prompt = chainPromptOf(method)
  if (prompt !== null && !seen.current.some((one) => one.prompt === prompt)) {
    seen.current = [...seen.current, { prompt, state }]
  }
  return seen.current.map((one) => ({ ...one, isNow: one.prompt === prompt }))
}

interface PromptLine {
  readonly name: Prompt
  readonly state: TimelineStep['state']
}

function promptsOf(
  order: OrderView,
  steps: readonly TimelineStep[],
  prompts: readonly SeenPrompt[],
): readonly PromptLine[] {
  const isBatch = order.walletRequest?.purpose === 'sendCalls'
  const ownPrompts = isBatch
    ? [{ name: 'sendCalls', state: 'now' } as const]
    : steps.flatMap(({ name, state }) => {
        const prompt = ownPromptNames.find((one) => one === name)
        return prompt === undefined ? [] : [{ name: prompt, state }]
      })
  const isRequesting = prompts.some(({ isNow }) => isNow)
  const shownOwn = ownPrompts.map((one) =>
    isRequesting && one.state === 'now' ? { ...one, state: 'next' as const } : one,
  )
  const requested = (isBefore: boolean) =>
    prompts.flatMap(({ prompt, state, isNow }) =>
      (state === 'approve_requested') === isBefore
        ? [{ name: prompt, state: isNow ? ('now' as const) : ('done' as const) }]
        : [],
    )
  return [...requested(true), ...shownOwn.slice(0, -1), ...requested(false), ...shownOwn.slice(-1)]
}
