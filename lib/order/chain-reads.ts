import { isSameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { findClockDoubt, findClockFault, hourMs, resolveClocks } from '../base/time.ts'
import type { NonceEnd, TransactionView } from '../chain/chain-port.ts'
import { hasEnoughSources, minSources } from '../chain/evidence.ts'
import { type Quorum, requireTwoHosts } from '../chain/quorum.ts'
import { nullIfUnreachable } from '../chain/rpc.ts'
import { maxDepositLifeSeconds } from '../checks/check-cross.ts'
import { chainConfig } from '../deployment/deployment.ts'
import { quoteReserveSeconds } from '../quote/held-quote.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import type { OrderTerms } from '../quote/terms.ts'
import type { AllowanceKey } from '../review/approval-plan.ts'
import { chainSecondsOf, failedCheck } from '../review/preflight.ts'
import { walletQuoteRequest } from '../service/quote-request.ts'
import { hasRevokeRequest, reservedAllowance } from './allowances.ts'
import type { FlowEvent } from './event.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order, SignedOrder } from './order.ts'
import { hasCancelRequest, walletOf } from './order-facts.ts'
import type { OrderTransaction } from './order-parts.ts'
import { isInSet } from './order-state.ts'
import { inboxDeadlineSeconds, isOwnCall, originConfig } from './wallet-request.ts'

/** Returns a stored order. Throws `orderNotFound`. */
export async function knownOrder(store: FlowPorts['store'], orderId: string): Promise<Order> {
  const order = await store.read(orderId)
  if (order === null) throw new Problem('orderNotFound')
  return order
}

/**
 * A wallet has one request at a time, and so does an account, which several wallets may hold. Two simultaneous
 * approvals of one account would each set the allowance without the other's part (R13).
 */
export async function isWalletBusy(order: Order, ports: FlowPorts): Promise<boolean> {
  const { wallet } = order
  if (wallet === null) return false
  const open = await ports.store.open()
  return open.some((other) => {
    const requested = walletOf(other)
    if (other.id === order.id || requested === null) return false
    const isSame = requested.id === wallet.id || accountOf(other) === accountOf(order)
    return (
      isSame && (isInSet(other.state, 'blocksWallet') || hasCancelRequest(other) || hasRevokeRequest(other))
    )
  })
}

/** Returns the account whose orders must not have simultaneous prompts. */
export function accountOf({ id, reviewed }: Order): string {
  return reviewed.request.userAddress ?? id
}

export async function findReplacement(
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

/** If the node does not know it, it counts as sent, because a node may lag. */
export function stateOfView(view: TransactionView): 'sent' | 'mined' | 'failed' {
  if (view.kind !== 'mined') return 'sent'
  return view.succeeded ? 'mined' : 'failed'
}

/** Returns the gas that the order's account paid for a mined transaction, as far as an endpoint reports it. */
export function paidGasOf(order: Order, view: TransactionView): Pick<OrderTransaction, 'gasUnits'> {
  if (view.kind !== 'mined' || view.gasUnits === undefined) return {}
  const isOwn = isSameHex(view.from, order.reviewed.request.userAddress)
  return isOwn ? { gasUnits: view.gasUnits.toString() } : {}
}

export async function readTransactionState(
  order: Order,
  sent: OrderTransaction,
  ports: FlowPorts,
): Promise<Pick<OrderTransaction, 'state' | 'gasUnits'>> {
  const view = await ports.chain.transaction(sent.chainId, sent.hash)
  if (view.kind !== 'unknown') return { state: stateOfView(view), ...paidGasOf(order, view) }
  // The node does not know it and may lag. Only another mined transaction with its nonce proves that it is
  // gone.
  return { state: (await findReplacement(order, sent, ports)) === null ? 'sent' : 'replaced' }
}

/** A sped-up call continues under another hash; any other transaction with its nonce replaces it. */
export async function readCall(
  order: Order,
  sent: OrderTransaction,
  own: { readonly to: string; readonly data: string },
  ports: FlowPorts,
): Promise<Pick<OrderTransaction, 'hash' | 'state'>> {
  const { state } = await readTransactionState(order, sent, ports)
  const by = state === 'replaced' ? await findReplacement(order, sent, ports) : null
  if (by === null) return { hash: sent.hash, state }
  const view = await ports.chain.transaction(sent.chainId, by)
  if (view.kind !== 'mined') return { hash: sent.hash, state: 'sent' }
  if (!isOwnCall(order, view, own)) return { hash: sent.hash, state }
  return { hash: by, state: stateOfView(view) }
}

/**
 * An account with code may wait this long for its owners, and its call may be in a transaction with another
 * hash.
 */
const ownersWaitMs = hourMs

/** The state of an exit's transaction. `isMissing`: no endpoint knows it, and nothing replaced it. */
export interface ExitState {
  readonly transaction: Pick<OrderTransaction, 'hash' | 'state'>
  readonly isMissing: boolean
}

/** A transaction that is not the requested call counts as replaced. */
export async function readExitCall(
  order: Order,
  sent: OrderTransaction,
  own: { readonly to: string; readonly data: string },
  ports: FlowPorts,
): Promise<ExitState> {
  const seen = await readCall(order, sent, own, ports)
  const view = await ports.chain.transaction(sent.chainId, seen.hash)
  const isCalled = await usesContractAccount(order, ports)
  if (view.kind === 'unknown') {
    const mayWait = isCalled && ports.clock.nowMs() - sent.sentMs < ownersWaitMs
    return { transaction: seen, isMissing: seen.state === 'sent' && !mayWait }
  }
  const transaction = isCalled || isOwnCall(order, view, own) ? seen : { ...seen, state: 'replaced' as const }
  return { transaction, isMissing: false }
}

export async function isVerifiedUsed(
  { reviewed, terms }: Pick<SignedOrder, 'reviewed' | 'terms'>,
  { chain }: Pick<FlowPorts, 'chain'>,
): Promise<boolean> {
  const { originChainId, userAddress } = walletQuoteRequest(reviewed.request)
  const seen = await chain.nonceEvidence(originChainId, userAddress, BigInt(terms.permitNonce))
  return requireTwoHosts(seen)?.used === true
}

/** Two hosts must show it: one of them may be wrong while the other is silent. */
export async function isPermitDeadlinePassed(
  { reviewed, terms }: SignedOrder,
  { chain }: Pick<FlowPorts, 'chain'>,
): Promise<boolean> {
  const blockSeconds = await chain.latestBlockSeconds(reviewed.request.originChainId)
  return (
    blockSeconds.length >= minSources &&
    blockSeconds.every((seconds) => seconds > terms.permitDeadlineSeconds)
  )
}

/**
 * R13. A signature that two endpoints show as used has taken its input already, whatever the service reports.
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
      return isReserved && order.kind === 'signed' && (await isVerifiedUsed(order, ports)) ? [] : [order]
    }),
  )
  return reservedAllowance(unused.flat(), key, exceptOrderId)
}

/**
 * Returns whether another order has requested a signature with the same Permit2 nonce (V-4). Only one of the
 * two could be extracted, and the nonce would not show how the other ended. Two quotes may share a nonce if
 * both were reviewed before either became an order.
 */
export async function isNonceShared(
  terms: OrderTerms,
  { originChainId, userAddress }: ReviewedTerms['request'],
  orderId: string,
  ports: Pick<FlowPorts, 'store'>,
): Promise<boolean> {
  return (await ports.store.open()).some(
    (other) =>
      other.id !== orderId &&
      !isInSet(other.state, 'noSignatureRequested') &&
      other.terms.permitNonce === terms.permitNonce &&
      other.reviewed.request.originChainId === originChainId &&
      other.reviewed.request.userAddress === userAddress,
  )
}

type PresentPorts = Pick<FlowPorts, 'chain' | 'clock' | 'deployment'>

/**
 * Returns how an account's transaction ended, once two hosts show it at the required depth. Null before that:
 * a block may be reorganised, and one host may be wrong.
 */
export async function readFinalState(
  { chainId, hash, from, nonce }: Sender & Pick<OrderTransaction, 'chainId' | 'hash'>,
  { chain, deployment }: FlowPorts,
): Promise<'mined' | 'failed' | null> {
  const seen = await chain.minedEvidence(chainId, hash, from, nonce)
  const wanted = chainConfig(deployment, chainId)?.confirmations ?? Number.POSITIVE_INFINITY
  if (!hasEnoughSources(seen) || seen.confirmations < wanted) return null
  return seen.hasFailed ? 'failed' : 'mined'
}

type Sender = Pick<Exclude<TransactionView, { kind: 'unknown' }>, 'from' | 'nonce'>

export function blockedEvent({ data }: Problem): FlowEvent {
  return { kind: 'blocked', problem: data, attempt: null }
}

/**
 * Between review and prompt an approval may take hours, and the stored order may not be from the review. So the
 * clocks must still agree, and a deadline must be neither too far ahead nor about to pass.
 */
export async function readTimeFault(order: Order, ports: PresentPorts): Promise<Problem | null> {
  const { clockOffsetMs, deposit, permitDeadlineSeconds } = order.terms
  const chainSeconds = await chainSecondsOf(order.reviewed.request.originChainId, ports)
  const input = { nowMs: ports.clock.nowMs(), clockOffsetMs, chainSeconds }
  const fault = findClockFault(input)
  if (fault !== null) return fault
  const { earliestSeconds, latestSeconds } = resolveClocks(input)
  const doubt = findClockDoubt(input)
  const deadline = permitDeadlineSeconds ?? inboxDeadlineSeconds(ports.deployment, order)
  if (deadline !== null) {
    const isFar = !(deadline <= earliestSeconds + ports.deployment.permitMaxLifeSeconds)
    if (isFar) return doubt ?? failedCheck('V-5')
    if (deadline <= latestSeconds + quoteReserveSeconds) return new Problem('quoteExpired')
  }
  const end = deposit?.expirySeconds
  const isFar = end !== undefined && !(end <= earliestSeconds + maxDepositLifeSeconds)
  return isFar ? (doubt ?? failedCheck('P-7')) : null
}

/**
 * Returns whether the account's calls may be inside transactions of other senders: it is a contract, or its
 * wallet received a batch of calls.
 */
export async function usesContractAccount(order: Order, ports: Pick<FlowPorts, 'chain'>): Promise<boolean> {
  // A wallet may have sent calls that it reports as rejected.
  const isOpen = order.liveRequests?.some(({ record }) => record.purpose === 'sendCalls') === true
  if (order.callsId || order.batchStart !== undefined || isOpen) return true
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  return (await ports.chain.codeAt(originChainId, userAddress)) !== '0x'
}

export async function readNonceEnd(
  { terms, reviewed }: SignedOrder,
  cancelling: NonNullable<SignedOrder['cancelling']>,
  ports: FlowPorts,
): Promise<Quorum<NonceEnd>> {
  const { originChainId, userAddress, inputToken } = walletQuoteRequest(reviewed.request)
  const since = BigInt(cancelling.sinceBlock)
  return ports.chain.nonceEnd(originChainId, userAddress, BigInt(terms.permitNonce), inputToken, since)
}

/** Since the review, from another browser or tool. False if no endpoint returns events. */
export async function isCancelledElsewhere(order: SignedOrder, ports: FlowPorts): Promise<boolean> {
  const head = order.heads.find(({ chainId }) => chainId === order.reviewed.request.originChainId)
  if (order.cancelling !== undefined || head === undefined) return false
  const since = { sinceBlock: head.blockNumber, isTooLate: false }
  const read = await nullIfUnreachable(readNonceEnd(order, since, ports))
  const { confirmations } = originConfig(ports.deployment, order)
  const ended = read === null ? null : requireTwoHosts(read)
  return ended?.end === 'cancelled' && ended.confirmations >= confirmations
}
