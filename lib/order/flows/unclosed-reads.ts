import { Problem } from '../../base/problem.ts'
import { dayMs, secondMs } from '../../base/time.ts'
import { isEnough } from '../../chain/evidence.ts'
import { hostsBehind, shownByAny } from '../../chain/quorum.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import { withTerms } from '../deals.ts'
import type { FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, SignedOrder } from '../order.ts'
import type { UnclosedRequest, WalletRequestRecord } from '../order-parts.ts'
import { minedForSure } from '../reads.ts'
import { originConfig } from '../wallet-request.ts'
import { isCancelledElsewhere } from './nonce-end.ts'
import { isShownOurs } from './sending.ts'

/** What the chain shows of an unclosed request. `over`: it can never be used any more. */
type Use = 'used' | 'open' | 'over'

/** Reads whether an unclosed request was used, and which of them can never be. */
export const readUnclosed: Task = { name: 'readUnclosed', isRead: true, run: readEach }

async function readEach(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const closedIds: string[] = []
  for (const request of order.unclosed ?? []) {
    const { requestId } = request.record
    const use = await readUse(order, request, ports)
    if (use === 'used') return { kind: 'unclosedRead', usedId: requestId, closedIds }
    if (use === 'over') closedIds.push(requestId)
  }
  return { kind: 'unclosedRead', usedId: null, closedIds }
}

/** Throws `rpcUnreachable` while too few endpoints answer, or something of the account waits for a block. */
async function readUse(order: Order, { record, terms }: UnclosedRequest, ports: FlowPorts): Promise<Use> {
  const own = withTerms(order, terms) ?? order
  return own.kind === 'signed' ? readPermitUse(own, ports) : readSendUse(own, record, ports)
}

/** Any endpoint that shows the nonce used stops the next signature. That it is unused takes two, and so does its deadline. */
async function readPermitUse(order: SignedOrder, ports: FlowPorts): Promise<Use> {
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const { permitNonce, permitDeadlineSeconds } = order.terms
  const read = await ports.chain.nonceEvidence(originChainId, userAddress, BigInt(permitNonce))
  const seen = shownByAny(read)
  if (seen?.used === true) return (await isCancelledElsewhere(order, ports)) ? 'over' : 'used'
  if (seen === null || !isAgreed(order, { sources: hostsBehind(read) }, ports))
    throw new Problem('rpcUnreachable')
  return seen.blockSeconds > permitDeadlineSeconds ? 'over' : 'open'
}

/** Two endpoints have to agree. A chain with a single host in the deployment file has only that one. */
function isAgreed(order: Order, seen: { readonly sources: number }, { deployment }: FlowPorts): boolean {
  const hosts = new Set(originConfig(deployment, order).rpcUrls.map((url) => new URL(url).host))
  return isEnough(seen) || (hosts.size === 1 && seen.sources === 1)
}

/** So many nonces from the first one on are compared with the order's own call. An account that sent more is not read as unused. */
const mostNonces = 10

/** So long an account sends nothing before nothing of it is expected any more: of a swap that the user watches, and of others. */
const stillForMs = { watched: 2 * dayMs, others: dayMs } as const

/**
 * A transaction is over after days in which nothing of it is seen. Another one with its nonce ends it at once only where the
 * wallet has answered: a question that it may still show gets its nonce when it is confirmed. No deadline ends it: what is
 * sent after it still leaves the account.
 */
async function readSendUse(
  order: Order,
  { requestId, accountNonce, askedMs }: WalletRequestRecord,
  ports: FlowPorts,
): Promise<Use> {
  const asked = order.walletRequest
  const isAnswered = asked?.requestId === requestId && asked.errorMs !== undefined
  const isWatched = order.state === 'unknown_outcome'
  // What others carry for a contract account moves no nonce of its own: the user alone ends the watching.
  if (accountNonce === null) return isWatched ? 'open' : 'over'
  const { chain } = ports
  const { originChainId: chainId, userAddress: from } = walletQuoteRequest(order.reviewed.request)
  const isStillFor = async (ms: number): Promise<boolean> =>
    Math.min(...(await chain.latestBlockSeconds(chainId))) * secondMs - askedMs >= ms
  const use = await chain.accountUse(chainId, from, accountNonce)
  if (use.isIdle && !use.isUsed) {
    if (!isAgreed(order, use, ports)) throw new Problem('rpcUnreachable')
    return (await isStillFor(stillForMs[isWatched ? 'watched' : 'others'])) ? 'over' : 'open'
  }
  const next = await chain.accountNonce(chainId, from, 'latest')
  if (next <= accountNonce) throw new Problem('rpcUnreachable')
  if (next - accountNonce > mostNonces) {
    // Of a stopped swap nothing follows: too much to look through is as good as not read.
    if (order.state === 'stopping') throw new Problem('rpcUnreachable')
    return 'used'
  }
  let isOver = false
  for (let nonce = accountNonce; nonce < next; nonce += 1) {
    const hash = await chain.transactionOfNonce(chainId, from, nonce)
    if (hash === null) throw new Problem('rpcUnreachable')
    const isOurs = await isShownOurs(order, hash, ports)
    if (isOurs === null) throw new Problem('rpcUnreachable')
    if (isOurs) return 'used'
    isOver ||= (await minedForSure({ chainId, hash, from, nonce }, ports)) !== null
  }
  // What waits for a block behind them may be the order's.
  if ((await chain.accountNonce(chainId, from, 'pending')) > next) throw new Problem('rpcUnreachable')
  return isOver && (isAnswered || (await isStillFor(stillForMs.others))) ? 'over' : 'open'
}
