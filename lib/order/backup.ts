import { withStorageProblem } from '../storage/database.ts'
import type { WholeArea } from '../storage/local.ts'
import { createProblemData, decisionTimeoutMs } from './change.ts'
import { stepsByCode } from './end-problems.ts'
import { hasExitRequest } from './exits/exit-rules.ts'
import { type Order, type OrderTransaction, readOrder } from './order.ts'
import { isInSet } from './order-state.ts'
import { isOpenOrder, type Orders } from './orders.ts'

const backupPrefix = 'open-order:'

/** A second copy of the open orders outside the database, in case the browser loses the database. */
export type Backup = ReturnType<typeof createBackup>

/** Creates the backup in a storage area. Rejects with `storageFailed`. */
export function createBackup(area: WholeArea) {
  const held = new Set<string>()
  return {
    /** Returns the readable orders. Skips rows that were half written or have another schema. */
    all: (): Promise<readonly Order[]> =>
      withStorageProblem(async () => {
        const copies = Object.entries(await area.get(null)).flatMap(([key, row]) => {
          const order = key.startsWith(backupPrefix) ? parseCopy(row) : null
          return order !== null && key === backupPrefix + order.id ? [order] : []
        })
        for (const { id } of copies) held.add(id)
        return copies
      }),
    put: (order: Order): Promise<void> =>
      withStorageProblem(async () => {
        await area.set({ [backupPrefix + order.id]: { text: JSON.stringify(order), rev: order.rev } })
        held.add(order.id)
      }),
    remove: (orderId: string): Promise<void> =>
      withStorageProblem(async () => {
        await area.remove(backupPrefix + orderId)
        held.delete(orderId)
      }),
    /**
     * Whether a row of this order exists, as far as this run of the background knows. `all` reads them at the
     * start.
     */
    has: (orderId: string): boolean => held.has(orderId),
  }
}

/** Writes each copy before removing the old one, so a crash in between loses none. */
export async function moveCopies(from: WholeArea, to: WholeArea): Promise<void> {
  const copies = Object.entries(await from.get(null)).filter(([key]) => key.startsWith(backupPrefix))
  if (copies.length === 0) return
  await to.set(Object.fromEntries(copies))
  for (const [key] of copies) await from.remove(key)
}

function parseCopy(row: unknown): Order | null {
  if (typeof row !== 'object' || row === null || !('text' in row) || typeof row.text !== 'string') return null
  try {
    const order = readOrder(JSON.parse(row.text))
    return order !== null && 'rev' in row && order.rev === row.rev ? order : null
  } catch {
    return null
  }
}

/**
 * Wraps the orders so that open ones are backed up.
 *
 * - A new order is backed up after its first commit. A copy without a row therefore always means that the
 *   database lost the order, and never restores a swap that was not started.
 * - After that, the backup is written before the database, so it is not older than what an order was allowed to
 *   do. Only a power failure may set it back by some seconds. If the backup can be neither written nor removed,
 *   nothing is committed (R1).
 */
export function backedUpOrders(orders: Orders, backup: Backup, failed: (thrown: unknown) => void): Orders {
  async function backUp(order: Order): Promise<void> {
    if (!isOpenOrder(order)) return
    try {
      await backup.put(order)
    } catch (thrown) {
      failed(thrown)
      await backup.remove(order.id)
    }
  }
  /**
   * Reverts the backup to the state of the database. If both had no row before, the order was never stored or
   * was deleted meanwhile, so the copy must not restore it. If an older copy existed, the database lost the
   * order, so the copy stays.
   */
  async function revertBackup(orderId: string, wasHeld: boolean): Promise<void> {
    const stored = await orders.read(orderId)
    if (stored !== null) await backUp(stored)
    else if (!wasHeld) await backup.remove(orderId)
  }
  return {
    ...orders,
    async write(order) {
      if (order.rev === 0) {
        await orders.write(order)
        // A failed copy holds no older revision: nothing was backed up before.
        await backUp(order).catch(failed)
        return
      }
      const wasHeld = backup.has(order.id)
      await backUp(order)
      try {
        await orders.write(order)
      } catch (thrown) {
        await revertBackup(order.id, wasHeld).catch(failed)
        throw thrown
      }
      // The order is over and needs no backup. If the removal fails, the old row is older than the database's
      // and restores nothing.
      if (!isOpenOrder(order)) await backup.remove(order.id).catch(failed)
    },
  }
}

/**
 * Makes the database and the backup agree after a start: each gets the rows that it lacks. Returns the IDs
 * that the database had lost. Their orders are marked as restored (`restoredOrder`).
 */
export async function reconcileBackup(
  orders: Orders,
  backup: Backup,
  nowMs: number,
): Promise<readonly string[]> {
  const backedUp = await backup.all()
  const lost: string[] = []
  for (const order of backedUp) {
    const stored = await orders.read(order.id)
    // The backup is one revision ahead: the background died before the commit, so nothing was done for the
    // newer row.
    if (stored !== null && stored.rev + 1 === order.rev) continue
    if (await orders.restore(restoredOrder(order, nowMs))) lost.push(order.id)
  }
  const known = new Map(backedUp.map((order) => [order.id, order.rev]))
  const open = await orders.listOpen()
  for (const order of open) if (known.get(order.id) !== order.rev) await backup.put(order)
  for (const { id } of backedUp) if (!open.some((order) => order.id === id)) await backup.remove(id)
  return lost
}

/**
 * Returns an order as it continues after a restore from a copy. Something other than Ferry may have written
 * the copy, so the order is marked: Ferry follows it, but no wallet request for its funds is made again.
 *
 * - An unsigned order ends in `needs_user`.
 * - An open wallet request is looked for on chain.
 * - An end, a payment or a proof in the copy is verified again.
 * @internal
 */
export function restoredOrder(order: Order, nowMs: number): Order {
  const copy = withoutClaims(order)
  if (isInSet(order.state, 'unsigned')) {
    const isApproved = order.transactions.some(({ purpose }) => purpose === 'approve')
    const money = isApproved ? 'approvedOnly' : 'nothingSent'
    const problem = createProblemData('orderRestored', money)
    return { ...copy, state: 'needs_user', walletRequest: null, problem, dueMs: nowMs + decisionTimeoutMs }
  }
  if (order.state === 'send_requested') return { ...copy, state: 'unknown_outcome' }
  if (isInSet(order.state, 'fromEvidence')) {
    return { ...copy, state: 'unknown_outcome', walletRequest: null, readCount: 0, dueMs: nowMs }
  }
  return hasExitRequest(order) ? { ...copy, walletRequest: null } : copy
}

function withoutClaims(order: Order): Order {
  const { evidence, doubt, isInboxEmpty, isPermitOver, depositObserved, depositUnseenMs, ...known } = order
  const { revoking, endReads, ...rest } = known
  return {
    ...rest,
    restored: true,
    statusCode: null,
    reportedCode: null,
    timeline: order.timeline.filter(({ step }) => !reportedSteps.has(step)),
    problem: null,
    offer: null,
    notification: null,
    // It was stopped before anything was signed or sent, so its funds need no outside confirmation.
    fundsSettled: order.state === 'abandoned_unsigned',
    unusedSeenMs: null,
    fulfilledAmount: null,
    destinationTransactionHash: null,
    refundTransactionHash: null,
    refundChainId: null,
    transactions: order.transactions.map(withoutMinedClaim),
  }
}

/** Steps that say where the money is or was. The service and the chains report them again. */
const reportedSteps: ReadonlySet<Order['timeline'][number]['step']> = new Set([
  'mined',
  'deposited',
  ...Object.values(stepsByCode).flat(),
])

/** Only the chain may say that a transaction was mined. */
function withoutMinedClaim(transaction: OrderTransaction): OrderTransaction {
  const { isDeep: _deep, gasUnits: _gas, ...plain } = transaction
  return plain.state === 'mined' ? { ...plain, state: 'sent', minedMs: null } : plain
}
