import { Problem } from '../base/problem.ts'
import { clockDoubt, clockFault, clocksOf, hourMs } from '../base/time.ts'
import type { TransactionView } from '../chain/chain-port.ts'
import { isEnough } from '../chain/evidence.ts'
import { shownByTwo } from '../chain/quorum.ts'
import { mostDepositLifeSeconds } from '../checks/check-cross.ts'
import { chainConfig } from '../deployment/deployment.ts'
import { quoteReserveSeconds } from '../quote/held-quote.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import { failedCheck } from '../review/preflight.ts'
import { walletQuoteRequest } from '../service/quote-request.ts'
import { type AllowanceKey, asksRevoke, reservedAllowance } from './allowances.ts'
import type { FlowEvent } from './event.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order, SignedOrder } from './order.ts'
import { asksCancel, walletOf } from './order-facts.ts'
import type { OrderTerms, OrderTransaction } from './order-parts.ts'
import { isIn } from './order-state.ts'
import { inboxDeadlineSeconds, isOwnCall } from './wallet-request.ts'

/** Returns an order as it is stored. Throws `orderNotFound`. */
export async function knownOrder(store: Pick<FlowPorts['store'], 'read'>, orderId: string): Promise<Order> {
  const order = await store.read(orderId)
  if (order === null) throw new Problem('orderNotFound')
  return order
}

/**
 * Tells whether another order that waits goes first: one request at a time for a wallet, and for an account, which
 * several wallets may hold. Two approvals of one account at a time would each set the allowance without the other's part
 * (R13).
 */
export async function walletIsTaken(order: Order, ports: FlowPorts): Promise<boolean> {
  const { wallet } = order
  if (wallet === null) return false
  const open = await ports.store.open()
  return open.some((other) => {
    const asked = walletOf(other)
    if (other.id === order.id || asked === null) return false
    const isSame = asked.id === wallet.id || accountOf(other) === accountOf(order)
    return isSame && (isIn(other.state, 'holdsWallet') || asksCancel(other) || asksRevoke(other))
  })
}

/** Returns whose prompts of an order may not cross with those of another one. */
export function accountOf({ id, reviewed }: Order): string {
  return reviewed.request.userAddress ?? id
}

/** Returns which transaction was mined with this one's nonce instead of it; null while none is found. */
export async function minedInstead(
  order: Order,
  sent: OrderTransaction,
  ports: FlowPorts,
): Promise<OrderTransaction['hash'] | null> {
  const owner = order.reviewed.request.userAddress
  if (sent.accountNonce === null || owner === null) return null
  if ((await ports.chain.accountNonce(sent.chainId, owner, 'latest')) <= sent.accountNonce) return null
  const hash = await ports.chain.transactionOfNonce(sent.chainId, owner, sent.accountNonce)
  return hash === sent.hash ? null : hash
}

/** Returns the state of a transaction; one that the node does not know counts as sent, because a node may lag. */
export function stateOfView(view: TransactionView): 'sent' | 'mined' | 'failed' {
  if (view.kind !== 'mined') return 'sent'
  return view.succeeded ? 'mined' : 'failed'
}

/** Reads what became of a transaction of the user's that only its receipt and its nonce tell of: an approval, a cancellation. */
export async function sentState(
  order: Order,
  sent: OrderTransaction,
  ports: FlowPorts,
): Promise<OrderTransaction['state']> {
  const view = await ports.chain.transaction(sent.chainId, sent.hash)
  if (view.kind !== 'unknown') return stateOfView(view)
  // Unknown to the node: it may lag; only what was mined with its nonce proves that it is gone.
  return (await minedInstead(order, sent, ports)) === null ? 'sent' : 'replaced'
}

/** Returns what became of a call of the user's own: sped up it goes on under another hash, anything else with its nonce took its place. */
export async function seenCall(
  order: Order,
  sent: OrderTransaction,
  own: { readonly to: string; readonly data: string },
  ports: FlowPorts,
): Promise<Pick<OrderTransaction, 'hash' | 'state'>> {
  const state = await sentState(order, sent, ports)
  const by = state === 'replaced' ? await minedInstead(order, sent, ports) : null
  if (by === null) return { hash: sent.hash, state }
  const view = await ports.chain.transaction(sent.chainId, by)
  if (view.kind !== 'mined') return { hash: sent.hash, state: 'sent' }
  if (!isOwnCall(order, view, own)) return { hash: sent.hash, state }
  return { hash: by, state: stateOfView(view) }
}

/** An account with code may wait this long for its owners, and its call may be in a transaction under another hash. */
const ownersWaitMs = hourMs

/** What became of the transaction of an exit; `isMissing`: no endpoint knows it, and nothing took its place. */
export interface ExitSeen {
  readonly transaction: Pick<OrderTransaction, 'hash' | 'state'>
  readonly isMissing: boolean
}

/** Reads what became of an exit's transaction. One that is not the requested call counts as replaced. */
export async function readExitCall(
  order: Order,
  sent: OrderTransaction,
  own: { readonly to: string; readonly data: string },
  ports: FlowPorts,
): Promise<ExitSeen> {
  const seen = await seenCall(order, sent, own, ports)
  const view = await ports.chain.transaction(sent.chainId, seen.hash)
  const isCalled = await actsThroughCode(order, ports)
  if (view.kind === 'unknown') {
    const mayWait = isCalled && ports.clock.nowMs() - sent.sentMs < ownersWaitMs
    return { transaction: seen, isMissing: seen.state === 'sent' && !mayWait }
  }
  const transaction = isCalled || isOwnCall(order, view, own) ? seen : { ...seen, state: 'replaced' as const }
  return { transaction, isMissing: false }
}

/** Returns whether two endpoints show the signature's nonce used. */
export async function isShownUsed(
  { reviewed, terms }: Pick<SignedOrder, 'reviewed' | 'terms'>,
  { chain }: Pick<FlowPorts, 'chain'>,
): Promise<boolean> {
  const { originChainId, userAddress } = walletQuoteRequest(reviewed.request)
  const seen = await chain.nonceEvidence(originChainId, userAddress, BigInt(terms.permitNonce))
  return shownByTwo(seen)?.used === true
}

/**
 * Returns what Ferry's other orders still need of one allowance (R13). A signature that two endpoints show used has taken its
 * input already, whatever the service reports of it.
 */
export async function readReservedAllowance(
  orders: readonly Order[],
  key: AllowanceKey,
  exceptOrderId: string | null,
  ports: Pick<FlowPorts, 'chain'>,
): Promise<bigint> {
  const unused = await Promise.all(
    orders.map(async (order) => {
      const isReserved = reservedAllowance([order], key, exceptOrderId) > 0n
      return isReserved && order.kind === 'signed' && (await isShownUsed(order, ports)) ? [] : [order]
    }),
  )
  return reservedAllowance(unused.flat(), key, exceptOrderId)
}

/**
 * Tells whether another order has asked for a signature over the same Permit2 nonce (V-4): only one of the two could be
 * extracted, and the nonce would not tell how the other ended. Two quotes that were reviewed before either became an
 * order may share it.
 */
export async function nonceIsShared(
  terms: OrderTerms,
  { originChainId, userAddress }: ReviewedTerms['request'],
  orderId: string,
  ports: Pick<FlowPorts, 'store'>,
): Promise<boolean> {
  return (await ports.store.open()).some(
    (other) =>
      other.id !== orderId &&
      !isIn(other.state, 'noSignatureAsked') &&
      other.terms.permitNonce === terms.permitNonce &&
      other.reviewed.request.originChainId === originChainId &&
      other.reviewed.request.userAddress === userAddress,
  )
}

type PresentPorts = Pick<FlowPorts, 'chain' | 'clock' | 'deployment'>

/** Returns a chain's time as each of its hosts shows it; none for a chain that the deployment file does not name, which nobody can be asked about. */
export async function chainSecondsOf(
  chainId: number,
  { chain, deployment }: Pick<PresentPorts, 'chain' | 'deployment'>,
): Promise<readonly number[]> {
  return chainConfig(deployment, chainId) === null ? [] : chain.latestBlockSeconds(chainId)
}

/**
 * Returns how a transaction of an account ended, once two hosts show it as deep as the chain's ends are read; null until then: a
 * block may go again, and one host may be mistaken.
 */
export async function minedForSure(
  { chainId, hash, from, nonce }: Sender & Pick<OrderTransaction, 'chainId' | 'hash'>,
  { chain, deployment }: Pick<FlowPorts, 'chain' | 'deployment'>,
): Promise<'mined' | 'failed' | null> {
  const seen = await chain.minedSeen(chainId, hash, from, nonce)
  const wanted = chainConfig(deployment, chainId)?.confirmations ?? Number.POSITIVE_INFINITY
  if (!isEnough(seen) || seen.confirmations < wanted) return null
  return seen.hasFailed ? 'failed' : 'mined'
}

type Sender = Pick<Exclude<TransactionView, { kind: 'unknown' }>, 'from' | 'nonce'>

/** Returns a problem before a prompt, as an event. */
export function blocked({ data }: Problem): FlowEvent {
  return { kind: 'blocked', problem: data, attempt: null }
}

/**
 * Returns what the time has against asking the wallet now; null for nothing. Between review and prompt an approval may
 * take hours, and an order may have been written by others than the review: the clocks have to agree still, and a
 * deadline must neither lie further ahead than it may nor be about to pass.
 */
export async function timeFault(order: Order, ports: PresentPorts): Promise<Problem | null> {
  const { clockOffsetMs, deposit, permitDeadlineSeconds } = order.terms
  const chainSeconds = await chainSecondsOf(order.reviewed.request.originChainId, ports)
  const input = { nowMs: ports.clock.nowMs(), clockOffsetMs, chainSeconds }
  const fault = clockFault(input)
  if (fault !== null) return fault
  const { earliestSeconds, latestSeconds } = clocksOf(input)
  const doubt = clockDoubt(input)
  const deadline = permitDeadlineSeconds ?? inboxDeadlineSeconds(ports.deployment, order)
  if (deadline !== null) {
    const isFar = !(deadline <= earliestSeconds + ports.deployment.permitMaxLifeSeconds)
    if (isFar) return doubt ?? failedCheck('V-5')
    if (deadline <= latestSeconds + quoteReserveSeconds) return new Problem('quoteExpired')
  }
  const end = deposit?.expirySeconds
  const isFar = end !== undefined && !(end <= earliestSeconds + mostDepositLifeSeconds)
  return isFar ? (doubt ?? failedCheck('P-7')) : null
}

/** Returns whether the account's calls may come in transactions of others: it is a contract, or calls were put before its wallet. */
export async function actsThroughCode(order: Order, ports: Pick<FlowPorts, 'chain'>): Promise<boolean> {
  // A wallet may have carried calls that it says it rejected.
  const isOpen = order.unclosed?.some(({ record }) => record.purpose === 'sendCalls') === true
  if (order.callsId || order.callsAsked !== undefined || isOpen) return true
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  return (await ports.chain.codeAt(originChainId, userAddress)) !== '0x'
}
