import { expect, test } from 'vitest'
import { backedUpOrders, createBackup, reconcileBackup } from '../../../lib/order/backup.ts'
import type { ReviewChoice } from '../../../lib/review/review.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import { createFundedWorld, depositRequest, signedRequest } from '../../harness/actions.ts'
import { recordRejection } from '../../harness/background.ts'
import { account } from '../../harness/chains.ts'
import { createLife, createMortalPort } from '../../harness/lifecycle.ts'
import { memoryArea } from '../../unit/storage/memory-area.ts'

const kinds = [
  ['a signed swap', signedRequest, {}],
  ['a deposit', depositRequest, { routeKey: 'deposit' }],
] as const

/**
 * Confirms a review while the background dies at an edge of the database or of the backup. Starts it again on
 * the same stores. Then the person confirms again.
 */
async function dieAtFirstCommit(request: QuoteRequest, choice: ReviewChoice, edge: number) {
  const world = await createFundedWorld(request)
  const { reviewKey } = await world.createReview(request, account, choice)
  const failures: unknown[] = []
  const stored = { ...world.orders }
  const area = memoryArea()
  const life = createLife(edge)
  const mortal = <T extends object>(name: string, port: T) =>
    createMortalPort(name, port, life, world.pulse, false)
  const backup = createBackup(mortal('backup', area))
  Object.assign(
    world.orders,
    backedUpOrders(mortal('database', stored), backup, (thrown) => failures.push(thrown)),
  )
  let isConfirmed = false
  world.confirm(reviewKey).then(() => {
    isConfirmed = true
  }, recordRejection(world))
  while (!life.isDead && !isConfirmed) await new Promise((resolve) => setImmediate(resolve))
  // The call of the dead background never returns.
  world.pulse.inFlight = 0

  const nextBackup = createBackup(area)
  const restored = await reconcileBackup(stored, nextBackup, world.clock.nowMs())
  Object.assign(
    world.orders,
    backedUpOrders(stored, nextBackup, (thrown) => failures.push(thrown)),
  )
  await world.restart()
  const order = await world.readOrder(await world.confirm(reviewKey))
  return { order, life, restored, failures }
}

test.each(kinds)(
  '%s: starts when the person confirms again, wherever the first commit dies',
  async (_name, request, choice) => {
    const edges: string[] = []
    for (let edge = 0, isLast = false; !isLast; edge += 1) {
      const { order, life, restored, failures } = await dieAtFirstCommit(request, choice, edge)
      const at = life.edges.at(-1) ?? ''
      edges.push(at)
      expect([restored, failures, order.restored, order.problem], at).toEqual([[], [], undefined, null])
      isLast = edges.includes('after database.write') && edges.includes('after backup.set')
    }
    expect(edges.slice(-4)).toEqual([
      'before database.write',
      'after database.write',
      'before backup.set',
      'after backup.set',
    ])
  },
)
