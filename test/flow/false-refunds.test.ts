import { describe, expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import type { FlowEvent } from '../../lib/order/event.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import { reduce } from '../../lib/order/reduce.ts'
import { createUnexecutedOrder, signedRequest } from '../harness/actions.ts'
import { account, harbour, island, user } from '../harness/chains.ts'
import { cancelOrder } from '../harness/exits.ts'
import { createWaitingOrder, runTask } from '../harness/one-task.ts'
import type { World } from '../harness/world.ts'

const junk = `0x${'7e'.repeat(32)}`

function reportRefund(
  world: World,
  code: 5 | 6 | 7,
  refundChainId: number,
  refundHash: string | null = junk,
): void {
  Object.assign(world.acceptedRequest(), { code, refundHash, refundChainId })
}

describe('a reported refund of a signature that was never used', () => {
  test.each([
    ['5 on the origin', 5, harbour.chainId],
    ['6 on the destination', 6, island.chainId],
    ['7 on the origin', 7, harbour.chainId],
    ['7 on the destination', 7, island.chainId],
  ] as const)(
    'leaves the cancellation, and is dropped with the signature: %s',
    async (_what, code, chainId) => {
      const { world, id } = await createUnexecutedOrder()
      reportRefund(world, code, chainId)
      await world.waitForState(id, 'reported_terminal')
      await world.advanceTime(minuteMs)
      const order = await world.readOrder(id)
      expect(order).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
      const review = await reviewExit('cancel', order, account, world.reviewPorts)
      expect(review).toMatchObject({ orderId: id })
      const over = await world.waitForState(id, 'verified_terminal')
      expect(over).toMatchObject({
        statusCode: code === 6 ? 6 : 5,
        problem: { money: 'signedUnused' },
        refundTransactionHash: null,
        fundsSettled: true,
      })
      expect(over.timeline.map(({ step: name }) => name)).not.toContain('refunded')
    },
  )

  test('is not proven by an unrelated payment of the same amount', async () => {
    const { world, id } = await createUnexecutedOrder()
    const units = BigInt(signedRequest.inputAmount)
    const foreign = world.chain.payAsSolver(harbour.chainId, signedRequest.inputToken, user, units)
    reportRefund(world, 7, harbour.chainId, foreign)
    await world.waitForState(id, 'reported_terminal')
    await world.advanceTime(minuteMs)
    expect(await world.readOrder(id)).toMatchObject({
      state: 'reported_terminal',
      doubt: 'notNamed',
      fundsSettled: false,
    })
  })

  test('does not end the order when the chain of the refund cannot be read', async () => {
    const { world, order } = await createWaitingOrder(signedRequest)
    const quoteRequest = { ...order.reviewed.request, destinationChainId: 89999 }
    const reported = {
      ...order,
      state: 'reported_terminal',
      statusCode: 7,
      reviewed: { ...order.reviewed, request: quoteRequest },
      refundChainId: 89999,
      refundTransactionHash:
        '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
    } as const
    const event = (await runTask(world, 'verify', reported)) as FlowEvent
    const next = reduce(reported, event, { nowMs: world.clock.nowMs(), freshId: 'fresh' }).order
    expect(next).toMatchObject({ state: 'reported_terminal', fundsSettled: false, isPermitOver: false })
  })

  test('does not hide the person’s own cancellation', async () => {
    const { world, id } = await createUnexecutedOrder()
    reportRefund(world, 7, island.chainId)
    await world.waitForState(id, 'reported_terminal')
    await world.waitForOrder(id, ({ isPermitOver }) => isPermitOver === false)
    await cancelOrder(world, id)
    expect(await world.waitForState(id, 'verified_terminal')).toMatchObject({
      statusCode: 6,
      problem: { money: 'signedUnused' },
      fundsSettled: true,
    })
  })
})
