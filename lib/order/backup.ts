import { guarded } from '../storage/database.ts'
import type { WholeArea } from '../storage/local.ts'
import { lapseMs, plainProblem } from './change.ts'
import { asksExit } from './flows/exit-rules.ts'
import type { Order } from './order.ts'
import type { OrderTransaction } from './order-parts.ts'
import { isOrder } from './order-shape.ts'
import { isIn } from './order-state.ts'
import { isOpenOrder, type Orders } from './orders.ts'

/** The keys of its rows begin with this. */
const backupPrefix = 'open-order:'

/** The open orders once more, apart from the database: what is left when the browser loses that one. */
export interface Backup {
  /** The orders that can be read; a row that was half written, or by another schema, is passed over. */
  all(): Promise<readonly Order[]>
  put(order: Order): Promise<void>
  remove(orderId: string): Promise<void>
  /** Whether a row of this order is there, as far as this life has seen; each begins by reading all of them. */
  holds(orderId: string): boolean
}

/** Creates the backup in an area; rejects with `storageFailed`. */
export function createBackup(area: WholeArea): Backup {
  const held = new Set<string>()
  return {
    all: () =>
      guarded(async () => {
        const copies = Object.entries(await area.get(null)).flatMap(([key, row]) => {
          const order = key.startsWith(backupPrefix) ? wholeOrder(row) : null
          return order !== null && key === backupPrefix + order.id ? [order] : []
        })
        for (const { id } of copies) held.add(id)
        return copies
      }),
    put: (order) =>
      guarded(async () => {
        await area.set({ [backupPrefix + order.id]: { text: JSON.stringify(order), rev: order.rev } })
        held.add(order.id)
      }),
    remove: (orderId) =>
      guarded(async () => {
        await area.remove(backupPrefix + orderId)
        held.delete(orderId)
      }),
    holds: (orderId) => held.has(orderId),
  }
}

/** Moves the copies to another area. Each is written there before it is removed here, so a crash between the two loses none. */
export async function moveCopies(from: WholeArea, to: WholeArea): Promise<void> {
  const copies = Object.entries(await from.get(null)).filter(([key]) => key.startsWith(backupPrefix))
  if (copies.length === 0) return
  await to.set(Object.fromEntries(copies))
  for (const [key] of copies) await from.remove(key)
}

function wholeOrder(row: unknown): Order | null {
  if (typeof row !== 'object' || row === null || !('text' in row) || typeof row.text !== 'string') return null
  try {
    const order: unknown = JSON.parse(row.text)
    return isOrder(order) && 'rev' in row && order.rev === row.rev ? order : null
  } catch {
    return null
  }
}

/**
 * Orders that are backed up while they are open. The backup is written first, so that it is never behind what an order
 * was allowed to do: an order rebuilt from it can ask for nothing that was asked already. Where it can neither be
 * written nor taken back, nothing is committed (R1).
 */
export function backedUpOrders(orders: Orders, backup: Backup, failed: (thrown: unknown) => void): Orders {
  async function reflect(order: Order): Promise<void> {
    if (!isOpenOrder(order)) return
    try {
      await backup.put(order)
    } catch (thrown) {
      failed(thrown)
      await backup.remove(order.id)
    }
  }
  /**
   * Leaves the backup with what the database holds. Where it holds nothing and no copy was there before, the order was never
   * stored, or was deleted meanwhile, and no copy may bring it back; with an older copy it is the database that lost it.
   */
  async function takeBack(orderId: string, wasHeld: boolean): Promise<void> {
    const stored = await orders.read(orderId)
    if (stored !== null) await reflect(stored)
    else if (!wasHeld) await backup.remove(orderId)
  }
  return {
    ...orders,
    async write(order) {
      const wasHeld = backup.holds(order.id)
      await reflect(order)
      try {
        await orders.write(order)
      } catch (thrown) {
        await takeBack(order.id, wasHeld).catch(failed)
        throw thrown
      }
      // Over: the database alone keeps it. A row that stays is older than the database's and rebuilds nothing.
      if (!isOpenOrder(order)) await backup.remove(order.id).catch(failed)
    },
  }
}

/**
 * Makes database and backup agree after a start: each gives the other what it lacks. The ids that the database had lost.
 * What it gets back is marked (`restoredOrder`).
 */
export async function rebuild(orders: Orders, backup: Backup, nowMs: number): Promise<readonly string[]> {
  const backedUp = await backup.all()
  const lost: string[] = []
  for (const order of backedUp) {
    const stored = await orders.read(order.id)
    // The backup is written first: where the background died before the commit, nothing was done for the newer row.
    if (stored !== null && stored.rev + 1 === order.rev) continue
    if (await orders.restore(restoredOrder(order, nowMs))) lost.push(order.id)
  }
  const known = new Map(backedUp.map((order) => [order.id, order.rev]))
  const open = await orders.open()
  for (const order of open) if (known.get(order.id) !== order.rev) await backup.put(order)
  for (const { id } of backedUp) if (!open.some((order) => order.id === id)) await backup.remove(id)
  return lost
}

/**
 * Returns an order as it goes on when it comes out of a copy instead of the database. Whoever wrote the copy may not
 * have been Ferry, so it is marked: it is followed, and no wallet is asked for its money again. What was not signed yet
 * ends with the user; what a wallet was asked is looked for on chain; what the copy calls over, paid or proven is looked
 * for again.
 *
 * @internal
 */
export function restoredOrder(order: Order, nowMs: number): Order {
  const copy = withoutClaims(order)
  if (isIn(order.state, 'unsigned')) {
    const isApproved = order.transactions.some(({ purpose }) => purpose === 'approve')
    const money = isApproved ? 'approvedOnly' : 'nothingSent'
    const problem = plainProblem('orderRestored', money)
    return { ...copy, state: 'needs_user', walletRequest: null, problem, dueMs: nowMs + lapseMs }
  }
  if (order.state === 'send_requested') return { ...copy, state: 'unknown_outcome' }
  if (isIn(order.state, 'fromEvidence')) {
    return { ...copy, state: 'unknown_outcome', walletRequest: null, pollCount: 0, dueMs: nowMs }
  }
  return asksExit(order) ? { ...copy, walletRequest: null } : copy
}

/** What only an outside party can say of an order is not taken from a copy. */
function withoutClaims(order: Order): Order {
  const { evidence, doubt, isInboxEmpty, isPermitOver, depositSeen, depositUnseenMs, ...known } = order
  const { revoking, approvedLate, ...told } = known
  return {
    ...told,
    restored: true,
    statusCode: null,
    reportedCode: null,
    timeline: order.timeline.filter(({ step }) => !toldSteps.has(step)),
    problem: null,
    offer: null,
    notice: null,
    // Stopped before anything was signed or sent: nobody else was ever to say so.
    fundsSettled: order.state === 'abandoned_unsigned',
    unusedSeenMs: null,
    fulfilledAmount: null,
    destinationTransactionHash: null,
    refundTransactionHash: null,
    refundChainId: null,
    transactions: order.transactions.map(asSent),
  }
}

/** The steps that say where the money is, or was: the service and the chains tell them again. */
const toldSteps: ReadonlySet<Order['timeline'][number]['step']> = new Set([
  'mined',
  'deposited',
  'assigned',
  'extracted',
  'fulfilled',
  'settled',
  'expired',
  'cancelled',
  'refunded',
])

/** That it was mined is for the chain to say. */
function asSent(transaction: OrderTransaction): OrderTransaction {
  const { isDeep: _deep, ...plain } = transaction
  return plain.state === 'mined' ? { ...plain, state: 'sent', minedMs: null } : plain
}
