import { Problem } from '../../base/problem.ts'
import { secondMs } from '../../base/time.ts'
import { isEnough } from '../../chain/evidence.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import { awaitUser, change, move, plainProblem, type Transition, type TransitionContext } from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import type { UnclosedRequest } from '../order-parts.ts'
import { originConfig } from '../wallet-request.ts'
import { isShownOurs } from './sending.ts'

/** A read is good for the prompt that follows it, and no longer. */
const readForMs = 30 * secondMs

/** Returns whether the chain has to be read first: a signature or transaction that was put before a wallet may have been used. */
export function mustReadUnclosed({ unclosed = [], unclosedReadMs }: Order, nowMs: number): boolean {
  return unclosed.length > 0 && !(unclosedReadMs !== undefined && nowMs - unclosedReadMs < readForMs)
}

/** Reads whether an earlier request of the order was used all the same, before another one is put before a wallet. */
export const readUnclosed: Task = { name: 'readUnclosed', isRead: true, run: readEarlier }

async function readEarlier(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  for (const request of order.unclosed ?? []) {
    const isUsed =
      request.permit === undefined
        ? await isSentAllTheSame(order, request, ports)
        : await isPermitUsed(order, request.permit.nonce, ports)
    if (isUsed) return { kind: 'unclosedRead', usedId: request.record.requestId }
  }
  return { kind: 'unclosedRead', usedId: null }
}

/** Any endpoint that shows the nonce used stops the next signature; that it is unused takes two. */
export async function isPermitUsed(order: Order, nonce: string, ports: FlowPorts): Promise<boolean> {
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const seen = await ports.chain.nonceEvidence(originChainId, userAddress, BigInt(nonce))
  if (!seen.used && !isAgreed(order, seen, ports)) throw new Problem('rpcUnreachable')
  return seen.used
}

/** Two endpoints have to agree; a chain of which the file names one host alone has only that one to read. */
function isAgreed(order: Order, seen: { readonly sources: number }, { deployment }: FlowPorts): boolean {
  const hosts = new Set(originConfig(deployment, order).rpcUrls.map((url) => new URL(url).host))
  return isEnough(seen) || (hosts.size === 1 && seen.sources === 1)
}

/** So many nonces after the one that was next are looked at; an account that sent more is not read as unused. */
const mostNonces = 10

/** Throws `rpcUnreachable` while it cannot be told: too few endpoints answer, or something of the account waits for a block. */
async function isSentAllTheSame(
  order: Order,
  { record: { accountNonce } }: UnclosedRequest,
  ports: FlowPorts,
): Promise<boolean> {
  if (accountNonce === null) return false
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const use = await ports.chain.accountUse(originChainId, userAddress, accountNonce)
  if (use.isIdle && !use.isUsed) {
    if (!isAgreed(order, use, ports)) throw new Problem('rpcUnreachable')
    return false
  }
  const next = await ports.chain.accountNonce(originChainId, userAddress, 'latest')
  if (next <= accountNonce) throw new Problem('rpcUnreachable')
  if (next - accountNonce > mostNonces) return true
  for (let nonce = accountNonce; nonce < next; nonce += 1) {
    const hash = await ports.chain.transactionOfNonce(originChainId, userAddress, nonce)
    if (hash === null) throw new Problem('rpcUnreachable')
    if (await isShownOurs(order, hash, ports)) return true
  }
  return false
}

/** Takes in what the chain shows of earlier requests: one that was used is followed, and nothing else is put before the wallet. */
export function unclosedRead(
  order: Order,
  { usedId }: EventOf<'unclosedRead'>,
  context: TransitionContext,
): Transition {
  const used = order.unclosed?.find(({ record }) => record.requestId === usedId)
  if (used === undefined) return change(order, { unclosedReadMs: context.nowMs, dueMs: context.nowMs })
  const problem = plainProblem('walletSilent', 'unknown')
  // The order holds another deal by now: what was used is not what it would follow.
  if (used.permit !== undefined && used.permit.nonce !== order.terms.permitNonce) {
    return awaitUser(order, problem, context)
  }
  const walletRequest = used.permit === undefined ? used.record : null
  return move(order, 'unknown_outcome', context.nowMs, { problem, walletRequest })
}
