import { describe, test } from 'vitest'
import { cancelReviews, reviewCancel } from '../../../lib/order/flows/exit-reviews.ts'
import { mayCancel } from '../../../lib/order/flows/exit-rules.ts'
import type { Order } from '../../../lib/order/order.ts'
import { account, allow, signedAsk } from '../../harness/actions.ts'
import { unheard } from '../../harness/background.ts'
import type { World } from '../../harness/world.ts'
import { dieEverywhere, type Variant } from './die-at-each-edge.ts'

/** Cancels as soon as the service accepted the order, and retries while the cancellation does not succeed. */
function cancels(world: World, order: Order): void {
  if (order.state !== 'pending' || !mayCancel(order)) return
  reviewCancel(order, account, world.reviewPorts)
    .then(async ({ reviewKey }) => {
      const { accountNonce, sinceBlock } = await cancelReviews.read(reviewKey, world.reviewPorts.kept)
      await world.run.dispatch(order.id, { kind: 'cancel', accountNonce, sinceBlock, wallet: account.wallet })
    })
    .catch(unheard(world))
}

function nobodyTakesIt(world: World): void {
  allow(world, signedAsk)
  world.solver.fate = []
}

const cancelled = { ask: signedAsk, does: cancels, end: 'cancelled_unused' } as const

const variants: readonly Variant[] = [
  { ...cancelled, name: 'cancelled', prepare: nobodyTakesIt },
  { ...cancelled, name: 'cancelled, on the database', prepare: nobodyTakesIt, onDisk: 8 },
]

describe.each(variants)('$name', (variant) => {
  test('ends as cancelled wherever the background dies', () => dieEverywhere(variant))
})
