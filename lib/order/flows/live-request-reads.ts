import { Problem } from '../../base/problem.ts'
import { dayMs, secondMs } from '../../base/time.ts'
import { acceptAnyHost, countBackingHosts } from '../../chain/quorum.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import type { FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { isCancelledElsewhere } from '../nonce-reads.ts'
import type { Order, SignedOrder } from '../order.ts'
import type { LiveRequest, OrderTransaction, WalletRequestRecord } from '../order-parts.ts'
import { withTerms } from '../replace-terms.ts'
import {
  findNonceUse,
  hasQuorum,
  readShownTransaction,
  stateOfView,
  usesContractAccount,
} from '../transaction-reads.ts'
import { readNonceUser } from './own-transaction.ts'
import { isVerifiedOurs } from './sending.ts'

/** The chain's evidence for a live request. `dead`: it can never be used any more. */
type RequestUse = 'used' | 'live' | 'dead'

export const readLiveRequests: Task = { name: 'readLiveRequests', isRead: true, run: readEach }

async function readEach(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const deadIds: string[] = []
  for (const request of order.liveRequests ?? []) {
    const { requestId } = request.record
    const use = await readUse(order, request, ports)
    if (use === 'used') return { kind: 'liveRequestsRead', usedId: requestId, deadIds }
    if (use === 'dead') deadIds.push(requestId)
  }
  return { kind: 'liveRequestsRead', usedId: null, deadIds }
}

/** Throws `rpcUnreachable` if too few endpoints answer, or if the account has a pending transaction. */
async function readUse(order: Order, { record, terms }: LiveRequest, ports: FlowPorts): Promise<RequestUse> {
  const own = withTerms(order, terms) ?? order
  return own.kind === 'signed' ? readPermitUse(own, ports) : readSendUse(own, record, ports)
}

/**
 * One endpoint that shows the nonce as used stops the next signature. "Unused" takes two, and so does a
 * passed deadline.
 */
async function readPermitUse(order: SignedOrder, ports: FlowPorts): Promise<RequestUse> {
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const { permitNonce, permitDeadlineSeconds } = order.terms
  const read = await ports.chain.nonceEvidence(originChainId, userAddress, BigInt(permitNonce))
  const seen = acceptAnyHost(read)
  if (seen?.used === true) return (await isCancelledElsewhere(order, ports)) ? 'dead' : 'used'
  if (seen === null || !hasQuorum(originChainId, { sources: countBackingHosts(read) }, ports))
    throw new Problem('rpcUnreachable')
  return seen.blockSeconds > permitDeadlineSeconds ? 'dead' : 'live'
}

/**
 * Maximum number of nonces, from the first one on, to compare with the order's own call. If the account sent
 * more, the request does not count as unused.
 */
const maxNonces = 10

/** How long an account must send nothing before its request counts as over. */
const idleMs = { watched: 2 * dayMs, others: dayMs } as const

/**
 * A transaction request is over after days without any sign of it. Different transactions with its nonce and
 * every later one end it immediately only if the wallet has answered. A request that the wallet still shows
 * gets its nonce when it is approved. No deadline ends it: a later transaction still takes the funds.
 */
async function readSendUse(order: Order, record: WalletRequestRecord, ports: FlowPorts): Promise<RequestUse> {
  const use = await readNonceUse(order, record, ports)
  // Others may carry the calls of an account with code, which does not change its nonce. Only a report of them ends the
  // watch, or the limit of a stopped swap that cannot be read.
  if (use !== 'dead' || !(await usesContractAccount(order, ports))) return use
  if (order.state === 'stopping') throw new Problem('rpcUnreachable')
  return 'live'
}

async function readNonceUse(
  order: Order,
  { requestId, accountNonce, requestedMs }: WalletRequestRecord,
  ports: FlowPorts,
): Promise<RequestUse> {
  const requested = order.walletRequest
  const isAnswered = requested?.requestId === requestId && requested.walletErrorMs !== undefined
  const isWatched = order.state === 'unknown_outcome'
  if (accountNonce === null) return isWatched ? 'live' : 'dead'
  const { chain } = ports
  const { originChainId: chainId, userAddress: from } = walletQuoteRequest(order.reviewed.request)
  const isStillFor = async (ms: number): Promise<boolean> =>
    Math.min(...(await chain.latestBlockSeconds(chainId))) * secondMs - requestedMs >= ms
  const use = await chain.accountUse(chainId, from, accountNonce)
  if (use.isIdle && !use.isUsed) {
    if (!hasQuorum(chainId, use, ports)) throw new Problem('rpcUnreachable')
    return (await isStillFor(idleMs[isWatched ? 'watched' : 'others'])) ? 'dead' : 'live'
  }
  const next = await chain.accountNonce(chainId, from, 'latest')
  if (next <= accountNonce) throw new Problem('rpcUnreachable')
  if (next - accountNonce > maxNonces) {
    // For a stopped swap, too many transactions to check count as not read, so it does not end.
    if (order.state === 'stopping') throw new Problem('rpcUnreachable')
    return 'used'
  }
  let isOver = true
  for (let nonce = accountNonce; nonce < next; nonce += 1) {
    const hash = await findNonceUse(order, nonce, ports)
    if (hash === null) throw new Problem('rpcUnreachable')
    const isOurs = await isVerifiedOurs(order, hash, ports)
    if (isOurs === null) throw new Problem('rpcUnreachable')
    const known = order.transactions.find((one) => one.hash === hash)
    // A failed transaction of the order says nothing of this request.
    const isFailed = known?.state === 'failed'
    if (isOurs && !isFailed) {
      if (known === undefined || (await isEndShown(known, ports))) return 'used'
      throw new Problem('rpcUnreachable')
    }
    isOver &&= isFailed || (await readNonceUser(order, { chainId, hash, from, nonce }, ports)) === 'other'
  }
  // A transaction behind them may be the order's.
  const later = await chain.accountUse(chainId, from, next)
  if (!later.isIdle || !hasQuorum(chainId, later, ports)) throw new Problem('rpcUnreachable')
  return isOver && (isAnswered || (await isStillFor(idleMs.others))) ? 'dead' : 'live'
}

/**
 * Returns whether any host shows the success of a known transaction, or two its failure. To follow it without that
 * would undo a stop again and again.
 */
async function isEndShown(known: OrderTransaction, ports: FlowPorts): Promise<boolean> {
  const { first, isFinal } = await readShownTransaction(known, ports)
  return stateOfView(first) === 'mined' || isFinal
}
