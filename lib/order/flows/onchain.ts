import { isHash, lowerHex } from '../../base/hex.ts'
import { minuteMs } from '../../base/time.ts'
import { ask, change, mark, move, stay, withSent, withTransaction } from '../change.ts'
import type { FlowEvent, Step, StepContext } from '../event.ts'
import { needsUser, plainProblem } from '../needs-user.ts'
import type { Order, OrderTransaction } from '../order.ts'
import { isReceiptOnly } from '../order-way.ts'
import { chainDueMs, ended } from './tracking.ts'

/** Looks that find a transaction missing before it counts as dropped. */
const missingLooks = 3

type Prepared = Extract<FlowEvent, { kind: 'prepared' }>
type TransactionSeen = Extract<FlowEvent, { kind: 'transactionSeen' }>

/** A swap that is sent: no approval, one transaction built from the checked `txData`. */
export function nativePrepared(order: Order, event: Prepared, context: StepContext): Step {
  return ask(
    order,
    'send_requested',
    {
      purpose: 'send',
      accountNonce: event.accountNonce,
      ...sentOf(order),
      // The service may see the transaction before we hear its hash: a lost answer is found again.
      dueMs: context.nowMs + 30_000,
    },
    context,
  )
}

/** What leaves the account: the input in its token, and whatever goes in the chain's own currency. */
export function sentOf({ deal, reviewed }: Order): Pick<OrderTransaction, 'amountUnits' | 'nativeUnits'> {
  const value = deal.txData?.value ?? '0'
  const amountUnits = reviewed.ask.inputAmount
  return value === '0' ? { amountUnits } : { amountUnits, nativeUnits: value }
}

/** The wallet answered the send. Anything but a hash leaves the outcome unknown. */
export function sendAnswered(order: Order, result: unknown, context: StepContext): Step {
  if (!isHash(result)) return sendLost(order, context)
  const hash = lowerHex(result)
  if (order.transactions.some((one) => one.hash === hash)) return stay(order)
  const transactions = withSent(order, 'send', hash, sentOf(order), context)
  const sent = { ...order, transactions, sourceTransactionHash: hash }
  return move(sent, 'sent', context.nowMs, {
    timeline: mark(order, 'sent', context.nowMs),
    walletRequest: null,
  })
}

/** Nobody knows whether it was sent: never asked again, followed by request hash until evidence comes (R3, R5). */
export function sendLost(order: Order, context: StepContext): Step {
  const problem = plainProblem('walletSilent', 'unknown')
  return move(order, 'unknown_outcome', context.nowMs, { problem, walletRequest: order.walletRequest })
}

/** A transaction whose hash never came back was found by its nonce; one that is another says nothing of ours (R5). */
export function transactionFound(
  order: Order,
  event: Extract<FlowEvent, { kind: 'transactionFound' }>,
  context: StepContext,
): Step {
  if (order.state !== 'send_requested' && order.state !== 'unknown_outcome') return stay(order)
  if (event.hash !== null && !event.differs) return sendAnswered(order, event.hash, context)
  return change(order, { lookCount: order.lookCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}

/** The sent transaction as the chain shows it. */
export function transactionSeen(order: Order, event: TransactionSeen, context: StepContext): Step {
  if (order.state !== 'sent' && order.state !== 'unknown_outcome') return stay(order)
  const note = 'sent transaction differs'
  const anomalies =
    event.differs && !order.anomalies.includes(note) ? [...order.anomalies, note] : order.anomalies
  const transactions = order.transactions.map((one) =>
    one.hash === event.hash ? seenOf(one, event, context) : one,
  )
  const known = { ...order, transactions, anomalies, lookCount: turnOf(order, context) }
  const dueMs = order.state === 'unknown_outcome' ? chainDueMs(known, context.nowMs) : context.nowMs
  if (event.differs) {
    return move(known, 'unknown_outcome', dueMs, {
      problem: plainProblem('transactionDiffers', 'unknown'),
    })
  }
  if (event.state === 'mined') {
    const timeline = mark(known, 'mined', context.nowMs)
    // Its receipt is all there is to know: what it paid is read next (wire shapes 6).
    if (isReceiptOnly(known)) {
      return ended({ ...known, timeline, destinationTransactionHash: event.hash }, 4, context)
    }
    return move(known, 'pending', context.nowMs, {
      statusCode: known.statusCode ?? 0,
      timeline,
      lookCount: 0,
    })
  }
  // A failed transaction is used up: a new one is a new deal and cannot become a second swap.
  if (event.state === 'failed') return needsUser(known, plainProblem('transactionFailed'), context)
  // Another transaction has its nonce: this one can never be mined, so asking again cannot become a second swap.
  if (event.state === 'replaced') return needsUser(known, plainProblem('transactionReplaced'), context)
  const isBack = event.accountNonce !== undefined && order.problem?.code === 'transactionDropped'
  if (isBack) return move(known, 'sent', dueMs)
  return change(known, { dueMs: chainDueMs(known, context.nowMs) })
}

/** A transaction as a node shows it; that it was missing counts no more. */
function seenOf(one: OrderTransaction, event: TransactionSeen, { nowMs }: StepContext): OrderTransaction {
  const { missing: _missing, ...known } = one
  const { state, accountNonce } = event
  const seen = { ...known, state, minedMs: state === 'mined' ? nowMs : null }
  return accountNonce === undefined ? seen : { ...seen, accountNonce, isNonceSeen: true }
}

/** The chain and the service take turns (`dutyOf`) where the outcome is unknown, or a transaction is long on its way. */
function turnOf({ state, transactions, lookCount }: Order, { nowMs }: StepContext): number {
  const isSlow = nowMs - (transactions.at(-1)?.sentMs ?? nowMs) >= minuteMs
  return state === 'unknown_outcome' || isSlow ? lookCount + 1 : lookCount
}

/**
 * No endpoint knows the transaction though its nonce is used up: the third time, each a minute after the one before, it is
 * dropped. Where a node has shown that nonce it can never be mined, so asking again cannot become a second
 * swap; else the wallet may have taken another one, and what became of it stays unknown (R3, R5).
 */
export function transactionMissing(
  order: Order,
  { hash }: Extract<FlowEvent, { kind: 'transactionMissing' }>,
  context: StepContext,
): Step {
  const sent = order.transactions.find((one) => one.hash === hash)
  if ((order.state !== 'sent' && order.state !== 'unknown_outcome') || sent === undefined) return stay(order)
  const { nowMs } = context
  const { count, atMs } = sent.missing ?? { count: 0, atMs: nowMs - minuteMs }
  const known = { ...order, lookCount: turnOf(order, context) }
  const dueMs = chainDueMs(known, nowMs)
  // Dated ahead of the clock: it was set back since, and the minute begins anew.
  const isTooSoon = nowMs >= atMs && nowMs - atMs < minuteMs
  if (isTooSoon || sent.state === 'dropped') return change(known, { dueMs })
  const missing = { count: nowMs < atMs ? count : count + 1, atMs: nowMs }
  const state = missing.count < missingLooks ? sent.state : 'dropped'
  const next = { ...known, transactions: withTransaction(order, hash, { missing, state }) }
  if (state !== 'dropped') return change(next, { dueMs })
  if (sent.isNonceSeen) return needsUser(next, plainProblem('transactionDropped'), context)
  return move(next, 'unknown_outcome', dueMs, { problem: plainProblem('transactionDropped', 'unknown') })
}

/** A transaction that was sped up goes on under its new hash; both are kept and shown. */
export function transactionRepriced(
  order: Order,
  event: Extract<FlowEvent, { kind: 'transactionRepriced' }>,
  context: StepContext,
): Step {
  const old = order.transactions.find((one) => one.hash === event.hash)
  if ((order.state !== 'sent' && order.state !== 'unknown_outcome') || old === undefined) return stay(order)
  if (order.transactions.some((one) => one.hash === event.by)) return stay(order)
  const kept = withTransaction(order, event.hash, { state: 'replaced' })
  const { missing: _missing, ...same } = old
  const by = { ...same, hash: event.by, state: 'sent', minedMs: null, isNonceSeen: true } as const
  const transactions = [...kept, by]
  return move(order, 'sent', context.nowMs, { transactions, sourceTransactionHash: event.by })
}
