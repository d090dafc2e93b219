import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { leftAllowance, mayRevoke } from '../../lib/order/allowances.ts'
import { mayCancel } from '../../lib/order/flows/exit-rules.ts'
import { reviewRevoke, revokeReviews } from '../../lib/order/flows/revoke-review.ts'
import { earlierAskedMs, isEarlierAsked, isStillAsked } from '../../lib/order/order-facts.ts'
import {
  account,
  begin,
  fund,
  isAtRest,
  orderAt,
  pass,
  signedAsk,
  untakenOrder,
  until,
  untilState,
} from '../harness/actions.ts'
import { cancelOrder } from '../harness/cancel-order.ts'
import { overdueOrder, withdrawOrder } from '../harness/withdraw-order.ts'
import { createWorld, type World } from '../harness/world.ts'

interface Asked {
  readonly world: World
  readonly id: string
}

async function cancelAsked(): Promise<Asked> {
  const { world, id } = await untakenOrder()
  world.wallet.moods.push('silent')
  await cancelOrder(world, id)
  return { world, id }
}

async function withdrawAsked(): Promise<Asked> {
  const { world, id } = await overdueOrder()
  world.wallet.moods.push('silent')
  await withdrawOrder(world, id)
  return { world, id }
}

async function revokeAsked(): Promise<Asked> {
  const world = await createWorld()
  fund(world, signedAsk)
  world.wallet.moods.push('yes', 'reject', 'silent')
  const id = await begin(world, signedAsk)
  await untilState(world, id, 'needs_user')
  await world.run.dispatch(id, { kind: 'abandon' })
  await revoke({ world, id })
  return { world, id }
}

async function revoke({ world, id }: Asked): Promise<void> {
  const { reviewKey } = await reviewRevoke(await orderAt(world, id), account, world.reviewPorts)
  const { accountNonce } = await revokeReviews.read(reviewKey, world.reviewPorts.kept)
  await world.run.dispatch(id, { kind: 'revoke', reviewKey, accountNonce, wallet: account.wallet })
  await world.settle()
}

const exits = [
  ['cancellation', cancelAsked],
  ['withdrawal', withdrawAsked],
  ['revocation', revokeAsked],
] as const

const lastAsked = ({ world }: Asked) => world.wallet.prompts.at(-1)?.requestId ?? ''

describe.each(exits)('a %s that is stopped while its request is open', (_what, begun) => {
  test.each(['stopped', 'lost sight of'] as const)(
    'reports for a day that the wallet may still display the request: %s',
    async (how) => {
      const asked = await begun()
      const { world, id } = asked
      const isOpen = async () => isEarlierAsked(earlierAskedMs(await orderAt(world, id)), world.clock.nowMs())
      expect(await isOpen()).toBe(false)
      if (how === 'stopped') await world.run.dispatch(id, { kind: 'abandon' })
      else await world.wallet.decide(lastAsked(asked), 'gone')
      await pass(world, 2 * secondMs)
      expect(await orderAt(world, id)).toMatchObject({ walletRequest: null })
      expect(await isOpen()).toBe(true)
      expect(isStillAsked(await orderAt(world, id))).toBe(false)
      await world.restart()
      expect(world.wallet.prompts.at(-1)?.requestId).toBe(lastAsked(asked))
      await pass(world, dayMs)
      expect(await isOpen()).toBe(false)
    },
  )
})

describe('a stopped exit', () => {
  test('still counts when its wallet answers late, and can be retried', async () => {
    for (const mood of ['yes', 'reject'] as const) {
      const asked = await cancelAsked()
      const { world, id } = asked
      await world.run.dispatch(id, { kind: 'abandon' })
      expect(mayCancel(await orderAt(world, id))).toBe(true)
      await world.wallet.decide(lastAsked(asked), mood)
      await pass(world, 2 * secondMs)
      expect(isEarlierAsked(earlierAskedMs(await orderAt(world, id)), world.clock.nowMs())).toBe(false)
      if (mood === 'reject') await cancelOrder(world, id)
      expect(await until(world, id, isAtRest)).toMatchObject({ state: 'cancelled_unused' })
    }
  })

  test('is not open again once the later request is answered', async () => {
    const { world, id } = await revokeAsked()
    await world.run.dispatch(id, { kind: 'abandon' })
    expect(mayRevoke(await orderAt(world, id))).toBe(true)
    await pass(world, minuteMs)
    await revoke({ world, id })
    const over = await until(world, id, ({ revoking }) => revoking?.leftUnits === '0')
    expect(over.walletRequest).toBeNull()
    expect(leftAllowance(over)).toBeNull()
    expect(leftAllowance(await until(world, id, isAtRest))).toBeNull()
  })
})
