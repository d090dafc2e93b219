import { expect } from 'vitest'
import type { Order } from '../../../lib/order/order.ts'
import type { ReviewChoice } from '../../../lib/review/review.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import { judge } from '../../chaos/judge.ts'
import { acceptOrderOffer } from '../../harness/actions.ts'
import { recordRejection } from '../../harness/background.ts'
import { account } from '../../harness/chains.ts'
import { createWorld, type World } from '../../harness/world.ts'
import { isFullyEnded } from '../../harness/world-actions.ts'

/** A kind of swap, with the special conditions of its world. */
export interface Variant {
  readonly name: string
  readonly request: QuoteRequest
  readonly prepare?: (world: World) => void
  readonly choice?: ReviewChoice
  /** A further action of the person, run at each step when nothing else moves. */
  readonly does?: (world: World, order: Order) => void
  /** The required end state; absent: the end state of the run without a death. */
  readonly end?: Order['state']
  /** Runs on the real database, which is slower, and dies only at each n-th edge. */
  readonly onDisk?: number
}

interface Death {
  readonly edge: number
  readonly isTorn: boolean
}

interface Run {
  readonly world: World
  readonly order: Order
  readonly deaths: number
  /**
   * The background died after it recorded that the transaction goes to the wallet, and before it went. It never goes there
   * again, so the person stops the swap, which ends once the chain shows for long enough that nothing was sent.
   */
  readonly isUnsent: boolean
}

/**
 * Runs a variant once without a death, then once per distinct edge of its ports, where the background dies. At an edge
 * before a call to the service or wallet it also dies during the call. Each run must end like the first.
 */
export async function dieEverywhere(variant: Variant): Promise<void> {
  const whole = await runVariant(variant, null)
  expect(whole.world.notices).toHaveLength(new Set(whole.world.notices.map((one) => one.kind)).size)
  checkRun(whole, whole.order, 0)
  if (variant.end !== undefined) expect(whole.order.state).toBe(variant.end)
  const names = [...whole.world.life.edges]
  const deaths = distinctEdges(whole.world).flatMap((edge): readonly Death[] => {
    if (edge % (variant.onDisk ?? 1) !== 0) return []
    const name = names[edge] ?? ''
    const isTorn = /^before (service|wallet)\./.test(name)
    return [{ edge, isTorn: false }, ...(isTorn ? [{ edge, isTorn }] : [])]
  })
  for (const death of deaths) {
    const where = `${death.isTorn ? 'during' : 'at'} edge ${death.edge} of ${names.length}, ${names[death.edge]}`
    try {
      checkRun(await runVariant(variant, death), whole.order, 1)
    } catch (thrown) {
      throw new Error(`dying ${where}: ${String(thrown)}`, { cause: thrown })
    }
  }
}

/** Of the edges that repeat one call in one state of the order, as each poll does: the first and the last. */
function distinctEdges({ life, commits }: World): readonly number[] {
  let writes = 0
  const kinds = life.edges.map((name) => {
    if (name === 'after store.write') writes += 1
    return `${name} ${commits[writes - 1]?.state}`
  })
  const isDistinct = (kind: string, edge: number) =>
    kinds.indexOf(kind) === edge || kinds.lastIndexOf(kind) === edge
  return kinds.flatMap((kind, edge) => (isDistinct(kind, edge) ? [edge] : []))
}

function checkRun(lived: Run, alive: Order, deaths: number): void {
  judge(lived)
  expect(lived.deaths, 'deaths').toBe(deaths)
  const end = lived.isUnsent ? ['abandoned_unsigned', null] : [alive.state, alive.statusCode]
  expect([lived.order.state, lived.order.statusCode], 'end').toEqual(end)
}

/** Runs a person who completes the swap, and the death of the background (null: none). */
async function runVariant(variant: Variant, death: Death | null): Promise<Run> {
  const world = await createWorld(variant.onDisk === undefined ? 'memory' : 'database')
  world.fund(variant.request)
  variant.prepare?.(world)
  const { reviewKey } = await world.createReview(variant.request, account, variant.choice)
  world.life.edgeCount = 0
  world.life.edges.length = 0
  world.life.dieAt = death?.edge ?? null
  world.life.isTorn = death?.isTorn ?? false
  // The view's call may never be answered. The person clicks again after the restart (R8).
  world.confirm(reviewKey).catch(recordRejection(world))
  let deaths = 0
  let isUnsent = false
  for (let ticks = 0; ticks < (isUnsent ? 20_000 : 600); ticks += 1) {
    await world.settle()
    if (world.life.isDead) {
      deaths += 1
      await world.restart()
    }
    const order = await world.orders.read(reviewKey)
    if (order !== null && variant.does !== undefined) {
      variant.does(world, order)
      await world.settle()
    }
    if (order === null) await world.confirm(reviewKey)
    else if (isFullyEnded(order)) return { world, order, deaths, isUnsent }
    else if (order.state === 'needs_user') {
      await (order.offer === null
        ? world.run.dispatch(order.id, { kind: 'retry' })
        : acceptOrderOffer(world, order.id))
    } else if (order.state === 'unknown_outcome' && !hasPrompt(world, order)) {
      isUnsent = true
      await world.run.dispatch(order.id, { kind: 'stop' })
      await world.runNextTimer()
    } else if (!(await world.runNextTimer()) && !world.life.isDead) {
      throw new Error(`nothing happens any more in ${order.state}`)
    }
  }
  const order = await world.orders.read(reviewKey)
  throw new Error(`still ${order?.state} ${order?.statusCode} ${JSON.stringify(order?.problem)}`)
}

function hasPrompt({ wallet }: World, { walletRequest }: Order): boolean {
  return wallet.prompts.some(({ requestId }) => requestId === walletRequest?.requestId)
}
