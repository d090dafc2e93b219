import { createConcurrencyLimit } from '../../base/concurrency.ts'
import { isSameHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { chainConfig } from '../../deployment/deployment.ts'
import { createExitReviews } from '../../quote/frozen-rows.ts'
import type { ReviewPorts } from '../../review/review.ts'
import type { Account } from '../../wallet/port.ts'
import {
  type AllowanceEntry,
  type AllowanceKey,
  allowanceOf,
  canRevoke,
  hasRevokeRequest,
  isAllowanceUncertain,
  isBeingRevoked,
  isForAllowance,
  isRevokePending,
  type RevokeTerms,
  reliesOnAllowance,
  unlimitedUnits,
} from '../allowances.ts'
import { isVerifiedUsed, isWalletBusy } from '../chain-reads.ts'
import { type FlowPorts, storedOrders } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { spenderOf } from '../order-facts.ts'
import { originConfig } from '../wallet-request.ts'
import { exitCost, exitWallet } from './exit-reviews.ts'

/** A revocation as displayed before the wallet request. It is frozen, and confirmed by its key only. */
export interface RevokeReview extends RevokeTerms {
  readonly accountNonce: number
}

export const revokeReviews = createExitReviews<RevokeReview>('revoke', 'unmoved')

/**
 * Checks that an allowance is left, that no order relies on it, and what the revocation would do.
 *
 * Throws:
 * - `notAllowed`: the order has no allowance.
 * - `allowanceInUse`, `allowanceGone`, `walletBusy`, `gasTooLow`.
 * - `rpcUnreachable`: too few endpoints answer.
 * - `wouldFail`, with the node's error text.
 */
export async function reviewRevoke(
  order: Order,
  account: Account | null,
  ports: ReviewPorts,
): Promise<RevokeReview> {
  const config = originConfig(ports.deployment, order)
  const key = allowanceOf(order)
  const spender = spenderOf(order, config)
  if (!canRevoke(order) || key === null || spender === null || !isSameHex(spender, key.spender))
    throw new Problem('notAllowed', { money: 'unmoved' })
  const wallet = exitWallet(account, key.owner, { money: 'unmoved' })
  await requireUnused({ ...order, wallet }, key, ports)
  const left = await ports.chain.allowanceEvidence(key.chainId, key.token, key.owner, key.spender)
  if (isAllowanceUncertain(left)) throw new Problem('rpcUnreachable', { money: 'unmoved' })
  if (left.units === 0n) throw new Problem('allowanceGone', { money: 'unmoved' })
  const review = {
    ...(await exitCost(order, 'revoke', 'unmoved', ports)),
    reviewKey: ports.newId(),
    orderId: order.id,
    spender,
    leftUnits: left.units.toString(),
  }
  await revokeReviews.put(review.reviewKey, review, ports.kept)
  return review
}

async function requireUnused(order: Order, key: AllowanceKey, ports: ReviewPorts): Promise<void> {
  const open = await ports.store.open()
  if (open.some((other) => reliesOnAllowance(other) && isForAllowance(other, key))) {
    throw new Problem('allowanceInUse', { money: 'unmoved' })
  }
  const isBusy = isBeingRevoked(open, key) || (await isWalletBusy(order, ports))
  if (isBusy) throw new Problem('walletBusy', { money: 'unmoved' })
  await requireNoSignature(order, ports)
}

/**
 * Throws `allowanceInUse` if a signature of an order that is reported as over could still use this allowance.
 */
export async function requireNoSignature(
  order: Order,
  ports: Pick<FlowPorts, 'chain' | 'store'>,
): Promise<void> {
  const key = allowanceOf(order)
  for (const other of await ports.store.open()) {
    const isLive = key !== null && isForAllowance(other, key) && (await isSignatureLive(other, ports))
    if (isLive) throw new Problem('allowanceInUse', { money: 'unmoved' })
  }
}

/** Only the chain can prove that a signature is invalid. */
async function isSignatureLive(order: Order, ports: Pick<FlowPorts, 'chain'>): Promise<boolean> {
  if (order.kind !== 'signed' || order.state !== 'reported_terminal' || order.fundsSettled) return false
  const seconds = await ports.chain.latestBlockSeconds(order.reviewed.request.originChainId)
  if (seconds.every((one) => one > order.terms.permitDeadlineSeconds)) return false
  return !(await isVerifiedUsed(order, ports))
}

type Ports = Pick<FlowPorts, 'chain' | 'deployment' | 'store'>

const maxParallelReads = 4

/** Newest first. An allowance that cannot be read does not affect the others. */
export async function listAllowances(ports: Ports): Promise<readonly AllowanceEntry[]> {
  const groups = new Map<string, { readonly key: AllowanceKey; readonly orders: [Order, ...Order[]] }>()
  for await (const order of storedOrders(ports.store)) {
    const key = allowanceOf(order)
    if (key === null) continue
    const name = [key.chainId, key.token, key.owner, key.spender].join(':')
    const known = groups.get(name)
    if (known === undefined) groups.set(name, { key, orders: [order] })
    else known.orders.push(order)
  }
  const inSlot = createConcurrencyLimit(maxParallelReads)
  return Promise.all([...groups.values()].map(({ key, orders }) => entryOf(key, orders, ports, inSlot)))
}

async function entryOf(
  key: AllowanceKey,
  orders: readonly [Order, ...Order[]],
  ports: Ports,
  inSlot: ReturnType<typeof createConcurrencyLimit>,
): Promise<AllowanceEntry> {
  const by =
    orders.find((order) => hasRevokeRequest(order) || isRevokePending(order)) ??
    orders.find((order) => order.restored !== true && canRevoke(order)) ??
    orders[0]
  return {
    orderId: by.id,
    kind: by.kind,
    token: by.reviewed.inputToken,
    owner: key.owner,
    spender: key.spender,
    left: await inSlot(() => readRemaining(key, ports)),
    revokeBlockedBy: revokeBlockerOf(by, orders, ports),
  }
}

async function readRemaining(key: AllowanceKey, { chain }: Ports): Promise<AllowanceEntry['left']> {
  try {
    const seen = await chain.allowanceEvidence(key.chainId, key.token, key.owner, key.spender)
    if (isAllowanceUncertain(seen)) return null
    return { units: seen.units >= unlimitedUnits ? null : seen.units.toString(), sources: seen.sources }
  } catch (thrown) {
    if (thrown instanceof Problem) return null
    throw thrown
  }
}

function revokeBlockerOf(
  by: Order,
  orders: readonly Order[],
  { deployment }: Ports,
): AllowanceEntry['revokeBlockedBy'] {
  const config = chainConfig(deployment, by.reviewed.request.originChainId)
  // Only contracts of the deployment get a wallet request, even for a revocation.
  if (config === null || spenderOf(by, config)?.toLowerCase() !== allowanceOf(by)?.spender)
    return 'unknownContract'
  if (orders.some(reliesOnAllowance)) return 'inUse'
  return by.restored === true ? 'restored' : null
}
