import { type Hex, isSameHex } from '../base/hex.ts'
import { hourMs } from '../base/time.ts'
import type { TransactionView } from '../chain/chain-views.ts'
import { hasEnoughSources } from '../chain/evidence.ts'
import { acceptAnyHost, countBackingHosts, selectMajority } from '../chain/quorum.ts'
import { combineTransactionViews } from '../chain/transactions.ts'
import { chainConfig } from '../deployment/deployment.ts'
import { walletQuoteRequest } from '../service/quote-request.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order, OrderTransaction } from './order.ts'
import { reviewBlockOf } from './order-facts.ts'
import { isOwnCall } from './wallet-request.ts'

/** Returns the transaction that used a nonce of the account since the review. Null if none is found. */
export async function findNonceUse(
  order: Order,
  nonce: number,
  { chain }: Pick<FlowPorts, 'chain'>,
): Promise<Hex | null> {
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  return chain.transactionOfNonce(originChainId, userAddress, nonce, reviewBlockOf(order, originChainId))
}

export async function findReplacement(
  order: Order,
  sent: OrderTransaction,
  ports: FlowPorts,
): Promise<OrderTransaction['hash'] | null> {
  const owner = order.reviewed.request.userAddress
  if (sent.accountNonce === null || owner === null) return null
  if ((await ports.chain.accountNonce(sent.chainId, owner, 'latest')) <= sent.accountNonce) return null
  const hash = await findNonceUse(order, sent.accountNonce, ports)
  // The nonce may be that of the order's step before, because an endpoint was late at the request.
  const isStepBefore = order.transactions.some(
    (one) => one.hash === hash && one.purpose !== sent.purpose && one.sentMs < sent.sentMs,
  )
  return hash === sent.hash || isStepBefore ? null : hash
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

async function readTransactionState(
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
): Promise<Pick<OrderTransaction, 'hash' | 'state' | 'gasUnits'>> {
  const seen = await readTransactionState(order, sent, ports)
  const by = seen.state === 'replaced' ? await findReplacement(order, sent, ports) : null
  if (by === null) return { hash: sent.hash, ...seen }
  const view = await ports.chain.transaction(sent.chainId, by)
  if (view.kind !== 'mined') return { hash: sent.hash, state: 'sent' }
  if (!isOwnCall(order, view, own)) return { hash: sent.hash, ...seen }
  return { hash: by, state: stateOfView(view), ...paidGasOf(order, view) }
}

/**
 * An account with code may wait this long for its owners, and its call may be in a transaction with another
 * hash.
 */
const ownersWaitMs = hourMs

/**
 * Reads an exit's transaction. One that is not the requested call counts as replaced. `isMissing`: no endpoint knows it, and
 * nothing replaced it.
 */
export async function readExitCall(
  order: Order,
  sent: OrderTransaction,
  own: { readonly to: string; readonly data: string },
  ports: FlowPorts,
): Promise<{ readonly transaction: Pick<OrderTransaction, 'hash' | 'state'>; readonly isMissing: boolean }> {
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

/** Returns whether enough hosts show something: two, or the only one in use for the chain. */
export function hasQuorum(
  chainId: number,
  seen: { readonly sources: number },
  { chain }: Pick<FlowPorts, 'chain'>,
): boolean {
  return hasEnoughSources(seen) || (seen.sources === 1 && chain.hostCount(chainId) === 1)
}

/** A transaction as enough hosts show it. */
export interface ShownView {
  /** What the first endpoint that answers shows. It is enough to follow a transaction, and proves nothing. */
  readonly first: TransactionView
  /** Unknown until enough hosts show it alike. */
  readonly view: TransactionView
  /**
   * True if two hosts show it in a block at the required depth: a block may be reorganised, and one host may
   * be wrong.
   */
  readonly isFinal: boolean
}

/**
 * Reads a transaction as evidence. Whatever ends a send or lets Ferry request it again rests on this, because
 * one host may show a false nonce, call or result.
 */
export async function readShownTransaction(
  { chainId, hash }: Pick<OrderTransaction, 'chainId' | 'hash'>,
  ports: FlowPorts,
): Promise<ShownView> {
  const read = await ports.chain.transactionQuorum(chainId, hash)
  const unknown = { kind: 'unknown' } as const
  const first = acceptAnyHost(read) ?? unknown
  const seen = combineTransactionViews(read)
  const { view } = seen
  if (!hasQuorum(chainId, seen, ports)) return { first, view: unknown, isFinal: false }
  const wanted = chainConfig(ports.deployment, chainId)?.confirmations ?? Number.POSITIVE_INFINITY
  const isFinal = view.kind === 'mined' && hasEnoughSources(seen) && view.confirmations >= wanted
  return { first, view, isFinal }
}

/**
 * Returns whether the account's calls may be inside transactions of other senders: its wallet received a batch of
 * calls and did not itself refuse it, or it is a contract. Enough hosts must show that it is none.
 */
export async function usesContractAccount(order: Order, ports: FlowPorts): Promise<boolean> {
  // A wallet may have sent calls that it reports as rejected.
  const isOpen = order.liveRequests?.some(({ record }) => record.purpose === 'sendCalls') === true
  if (order.callsId || order.batchStart !== undefined || isOpen) return true
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const without = selectMajority(await ports.chain.codeQuorum(originChainId, userAddress), (code) =>
    code === '0x' ? code : null,
  )
  return !hasQuorum(originChainId, { sources: countBackingHosts(without) }, ports)
}
