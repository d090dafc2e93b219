import { describe, test } from 'vitest'
import { exitReviews, reviewExit } from '../../../lib/order/exits/exit-review.ts'
import { canCancel } from '../../../lib/order/exits/exit-rules.ts'
import type { Order } from '../../../lib/order/order.ts'
import { signedRequest } from '../../harness/actions.ts'
import { recordRejection } from '../../harness/background.ts'
import { account } from '../../harness/chains.ts'
import type { World } from '../../harness/world.ts'
import { dieEverywhere, type Variant } from './die-at-each-edge.ts'

/** Cancels as soon as the service accepted the order, and retries while the cancellation does not succeed. */
function cancelWhenPossible(world: World, order: Order): void {
  if (order.state !== 'pending' || !canCancel(order)) return
  reviewExit('cancel', order, account, world.reviewPorts)
    .then(async ({ reviewKey }) => {
      const { accountNonce, sinceBlock } = await exitReviews.cancel.read(
        reviewKey,
        world.reviewPorts.expiringStore,
      )
      await world.run.dispatch(order.id, { kind: 'cancel', accountNonce, sinceBlock, wallet: account.wallet })
    })
    .catch(recordRejection(world))
}

function pauseSolver(world: World): void {
  world.allowPermit2(signedRequest)
  world.solver.fate = []
}

const cancelledVariant = {
  request: signedRequest,
  does: cancelWhenPossible,
  end: 'cancelled_unused',
} as const

const variants: readonly Variant[] = [
  { ...cancelledVariant, name: 'cancelled', prepare: pauseSolver },
  { ...cancelledVariant, name: 'cancelled, on the database', prepare: pauseSolver, onDisk: 8 },
]

describe.each(variants)('$name', (variant) => {
  test('ends as cancelled wherever the background dies', () => dieEverywhere(variant))
})
