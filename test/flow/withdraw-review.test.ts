import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { createProblemData } from '../../lib/order/change.ts'
import { exitReviews, reviewExit } from '../../lib/order/exits/exit-review.ts'
import { withdrawFromMs } from '../../lib/order/exits/withdraw.ts'
import type { Order } from '../../lib/order/order.ts'
import { orderView } from '../../lib/order/order-view.ts'
import { listedInboxOf } from '../../lib/order/wallet-request.ts'
import { inboxRequest, startSwap } from '../harness/actions.ts'
import { account, deployment, harbour, inboxOf, user } from '../harness/chains.ts'
import { createViews } from '../harness/views.ts'
import type { World } from '../harness/world.ts'
import { ofKind, withPart, withTerms } from '../unit/order/order-fixture.ts'

/** Makes a failed inbox request past its deadline. */
async function makeLateRequest(): Promise<{ world: World; order: Order }> {
  const { world, id } = await startSwap(inboxRequest, { fate: [5] })
  await world.waitForOrder(id, (order) => order.statusCode === 5)
  await world.advanceTime(11 * 60_000)
  return { world, order: await world.readOrder(id) }
}

describe('the review of a withdrawal', () => {
  test('is stored under its key as it was displayed', async () => {
    const { world, order } = await makeLateRequest()
    const review = await reviewExit('withdraw', order, account, world.reviewPorts)
    expect(review).toMatchObject({
      orderId: order.id,
      contract: inboxOf(harbour),
      amountUnits: inboxRequest.inputAmount,
    })
    expect(await exitReviews.withdraw.read(review.reviewKey, world.reviewPorts.expiringStore)).toEqual(review)
    await expect(exitReviews.withdraw.read('made up', world.reviewPorts.expiringStore)).rejects.toMatchObject(
      {
        data: { code: 'reviewExpired', money: 'unknown' },
      },
    )
  })

  test('displays the payout of the inbox, and is refused when the simulation pays nothing or takes something', async () => {
    const { world, order } = await makeLateRequest()
    const tryIt = () => reviewExit('withdraw', order, account, world.reviewPorts)
    expect((await tryIt()).simulation).toMatchObject({
      kind: 'measured',
      leaves: [],
      arrives: [{ token: inboxRequest.inputToken, units: inboxRequest.inputAmount }],
    })
    world.chain.measurement = (truth) => ({ effects: [{ ...truth, arrives: [] }], wanted: 1 })
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'paysLess', money: 'atOrigin' } })
    const taken = [{ token: nativeAddress, units: 1n }]
    world.chain.measurement = (truth) => ({ effects: [{ ...truth, leaves: taken }], wanted: 1 })
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'takesMore', money: 'atOrigin' } })
    // The withdrawal stays possible without a simulation, and the review says so.
    world.chain.measurement = () => ({ effects: [], wanted: 1 })
    expect((await tryIt()).simulation).toEqual({ kind: 'unmeasured' })
    await world.run.dispatch(order.id, { kind: 'withdraw', accountNonce: 1, wallet: account.wallet })
    await world.settle()
    expect(world.wallet.prompts.length).toBe(3)
  })

  test.each([
    ['without a wallet', null, 'walletNotConnected'],
    ['by another account', { ...account, address: harbour.permit2 }, 'walletWrongAccount'],
  ] as const)('is refused %s', async (_name, by, code) => {
    const { world, order } = await makeLateRequest()
    await expect(reviewExit('withdraw', order, by, world.reviewPorts)).rejects.toMatchObject({
      data: { code, money: 'atOrigin' },
    })
  })

  test('is refused when the inbox would revert, and without gas', async () => {
    const { world, order } = await makeLateRequest()
    world.chain.simulation = 'execution reverted'
    await expect(reviewExit('withdraw', order, account, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'wouldFail', money: 'atOrigin', facts: { reason: 'execution reverted' } },
    })
    const balance = world.chain.ledger.balance(harbour.chainId, nativeAddress, user)
    world.chain.ledger.give(harbour.chainId, nativeAddress, user, -balance)
    await expect(reviewExit('withdraw', order, account, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'gasTooLow', money: 'atOrigin' },
    })
  })

  test('can be confirmed once, and sends no second request after the hash arrived', async () => {
    const { world, order } = await makeLateRequest()
    const handlers = createViews(world)
    const { reviewKey } = await handlers.reviewExit({ kind: 'withdraw', orderId: order.id })
    const before = world.wallet.prompts.length
    const both = await Promise.allSettled(
      [1, 2].map(() => handlers.confirmExit({ kind: 'withdraw', reviewKey })),
    )
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    await world.settle()
    expect(world.wallet.prompts.length).toBe(before + 1)
    await world.waitForOrder(order.id, ({ walletRequest }) => walletRequest === null)
    await expect(handlers.confirmExit({ kind: 'withdraw', reviewKey })).rejects.toMatchObject({
      data: { code: 'reviewExpired', money: 'unknown' },
    })
    await world.run.dispatch(order.id, { kind: 'withdraw', accountNonce: 1, wallet: account.wallet })
    await world.settle()
    expect(world.wallet.prompts.length).toBe(before + 1)
  })

  const ends = [
    ['reported as delivered', { statusCode: 4, problem: null }],
    ['reported as fulfilled', { statusCode: 3, problem: null }],
    ['withdrawn according to the inbox', { isInboxEmpty: true }],
    [
      'sent with an unknown outcome',
      { state: 'unknown_outcome', statusCode: null, problem: null, transactions: [] },
    ],
  ] as const
  test.each(ends)('does not claim that the money is at the contract when it is: %s', async (_what, end) => {
    const { world, order } = await makeLateRequest()
    const reported = withPart(order, end)
    const refused = (code: string) => ({ data: { code, money: 'unknown' } })
    const tryIt = (by: typeof account | null = account) =>
      reviewExit('withdraw', reported, by, world.reviewPorts)
    if (!reported.isInboxEmpty) {
      await expect(tryIt(null)).rejects.toMatchObject(refused('walletNotConnected'))
      world.chain.simulation = 'execution reverted'
      await expect(tryIt()).rejects.toMatchObject(refused('wouldFail'))
    }
    const ended = reviewExit(
      'withdraw',
      withPart(reported, { isInboxEmpty: true }),
      account,
      world.reviewPorts,
    )
    await expect(ended).rejects.toMatchObject(refused('notAllowed'))
  })

  test('locates the money of a reported refund as the order does', async () => {
    const { world, order } = await makeLateRequest()
    const problem = {
      ...createProblemData('swapNotDelivered', 'refundThereReported'),
      facts: { chain: 'Island' },
    }
    const reported: Order = { ...order, statusCode: 7, problem }
    await expect(reviewExit('withdraw', reported, null, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected', money: 'refundThereReported', facts: { chain: 'Island' } },
    })
  })

  test('shows the inbox to the person only if the deployment file lists it', async () => {
    const { order } = await makeLateRequest()
    expect(listedInboxOf(order, deployment)).toBe(inboxOf(harbour))
    expect(listedInboxOf(ofKind(order, 'signed'), deployment)).toBeNull()
    const { txData } = order.terms
    const other = txData === null ? null : { ...txData, to: nativeAddress }
    expect(listedInboxOf(withTerms(order, { txData: other }), deployment)).toBeNull()
    expect(orderView(order, null, listedInboxOf(order, deployment)).inbox).toBe(inboxOf(harbour))
  })

  test('says how much gas a withdrawal needs', async () => {
    const { world, order } = await makeLateRequest()
    const { ledger } = world.chain
    const { chainId } = harbour
    ledger.give(chainId, nativeAddress, user, -ledger.balance(chainId, nativeAddress, user))
    await expect(reviewExit('withdraw', order, account, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'gasTooLow', facts: { units: expect.stringMatching(/^[1-9]\d+$/) } },
    })
  })

  test('has no start time without an inbox', async () => {
    const { order } = await makeLateRequest()
    expect(withdrawFromMs(ofKind(order, 'signed'), deployment)).toBeNull()
    expect(withdrawFromMs(withTerms(order, { txData: null }), deployment)).toBeNull()
    expect(withdrawFromMs(withTerms(ofKind(order, 'native'), order.terms), deployment)).toBe(
      withdrawFromMs(order, deployment),
    )
  })
})
