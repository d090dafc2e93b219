import { createConcurrencyLimit } from '../base/concurrency.ts'
import { Problem } from '../base/problem.ts'
import { chainConfig } from '../deployment/deployment.ts'
import { spenderOf } from '../quote/order-kind.ts'
import { type AllowanceKey, unlimitedUnits } from '../review/approval-plan.ts'
import {
  type AllowanceEntry,
  allowanceOf,
  canRevoke,
  isAllowanceUncertain,
  isForAllowance,
  isRevokePending,
  listReserving,
  mayLeaveAllowance,
  type RemainingAllowance,
  reliesOnAllowance,
} from './allowances.ts'
import type { FlowPorts } from './flow-ports.ts'
import { isVerifiedUsed } from './nonce-reads.ts'
import type { Order } from './order.ts'
import { hasRequestFor } from './order-facts.ts'
import { storedOrders } from './order-store.ts'

const maxParallelReads = 4

/** Newest first. An allowance that cannot be read does not affect the others. */
export async function listAllowances(ports: FlowPorts): Promise<readonly AllowanceEntry[]> {
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

/** Returns null if the order can have left no allowance, or if another order relies on it. */
export async function readOrderAllowance(
  order: Order,
  ports: FlowPorts,
): Promise<{ readonly left: RemainingAllowance } | null> {
  const key = mayLeaveAllowance(order) ? allowanceOf(order) : null
  if (key === null) return null
  const open = await ports.store.listOpen()
  if (open.some((other) => reliesOnAllowance(other) && isForAllowance(other, key))) return null
  return { left: await readRemaining(key, ports) }
}

async function entryOf(
  key: AllowanceKey,
  orders: readonly [Order, ...Order[]],
  ports: FlowPorts,
  inSlot: ReturnType<typeof createConcurrencyLimit>,
): Promise<AllowanceEntry> {
  const by =
    orders.find((order) => hasRequestFor(order, 'revoke') || isRevokePending(order)) ??
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

async function readRemaining(key: AllowanceKey, { chain }: FlowPorts): Promise<RemainingAllowance> {
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
  { deployment }: FlowPorts,
): AllowanceEntry['revokeBlockedBy'] {
  const config = chainConfig(deployment, by.reviewed.request.originChainId)
  // Only contracts of the deployment get a wallet request, even for a revocation.
  if (config === null || spenderOf(by, config)?.toLowerCase() !== allowanceOf(by)?.spender)
    return 'unknownContract'
  if (orders.some(reliesOnAllowance)) return 'inUse'
  return by.restored === true ? 'restored' : null
}

/**
 * Returns how much of one allowance the other orders need (R13). A signature that two endpoints show as used has taken its
 * input already, whatever the service reports.
 */
export async function readReservedAllowance(
  orders: readonly Order[],
  key: AllowanceKey,
  exceptOrderId: string | null,
  ports: FlowPorts,
): Promise<bigint> {
  const units = await Promise.all(
    listReserving(orders, key, exceptOrderId, ports.clock.nowMs()).map(async (order) => {
      const isTaken = order.kind === 'signed' && (await isVerifiedUsed(order, ports))
      return isTaken ? 0n : BigInt(order.reviewed.request.inputAmount)
    }),
  )
  return units.reduce((sum, one) => sum + one, 0n)
}
