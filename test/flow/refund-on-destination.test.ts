import { describe, expect, test } from 'vitest'
import { hourMs } from '../../lib/base/time.ts'
import { isProven } from '../../lib/order/order-state.ts'
import { supportText } from '../../lib/order/order-view.ts'
import { pageSwap } from '../../lib/sites/page-swap.ts'
import {
  across,
  begin,
  isAtRest,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
  taken,
  until,
  untilState,
} from '../harness/actions.ts'
import { harbour, island, stranger, tokenOf, user } from '../harness/chains.ts'
import { started } from '../harness/reported-payment.ts'
import { does } from '../harness/one-task.ts'
import type { World } from '../harness/world.ts'
import { withTerms } from '../unit/order/order-fixture.ts'
import { proposalOf } from '../unit/sites/proposal-fixture.ts'

const { outputToken } = signedAsk

/** Starts a swap whose signature the solver used. The test decides about the refund. */
async function takenOrder(ask = signedAsk): Promise<{ readonly world: World; readonly id: string }> {
  const world = await started(ask)
  world.solver.fate = [1, 2]
  const id = await begin(world, ask)
  await until(world, id, ({ statusCode }) => statusCode === 2)
  return { world, id }
}

function tell(world: World, refundHash: string | null, refundChainId = island.chainId): void {
  Object.assign(taken(world), { code: 7, refundHash, refundChainId })
}

describe('a refund on the destination (interface 3, rule 3)', () => {
  test.each([
    ['signed', signedAsk, {}],
    ['sent to the inbox', nativeAsk, {}],
    ['manual', manualAsk, across],
  ] as const)('of a swap that was %s is proven there and ends the order', async (_kind, ask, choice) => {
    const world = await started(ask)
    world.solver.fate = [1, 2, 7]
    world.solver.refundsThere = true
    const id = await begin(world, ask, undefined, choice)
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
      refundChainId: island.chainId,
      evidence: { kind: 'refund', chainId: island.chainId, token: ask.outputToken },
      problem: { code: 'swapRefunded', money: 'refundedThere' },
    })
    expect([order.doubt, order.problem?.facts.chain]).toEqual([undefined, undefined])
    expect(supportText(order, '1')).toContain(
      `refund tx ${order.refundTransactionHash} chain ${island.chainId}`,
    )
    expect(pageSwap(proposalOf({ state: 'confirmed' }), order)).toMatchObject({
      state: 'refunded',
      verified: true,
      refundTransactionHash: order.refundTransactionHash,
      refundChainId: island.chainId,
    })
  })

  test('can be paid in the bridged input token when the destination swap failed', async () => {
    const { world, id } = await takenOrder({ ...signedAsk, outputToken: tokenOf(island, 'DAI').address })
    const { requestHash } = (await orderAt(world, id)).terms
    tell(world, world.chain.pay(island.chainId, outputToken, user, 1_490_000n, requestHash))
    expect(await until(world, id, isAtRest)).toMatchObject({
      state: 'verified_terminal',
      evidence: { token: outputToken, units: '1490000', paidIn: { symbol: 'USDC', decimals: 6 } },
    })
  })

  test.each<[string, (world: World, names: string | null) => string, string]>([
    ['of dust', (world, names) => world.chain.pay(island.chainId, outputToken, user, 5n, names), 'less'],
    [
      'that no event names',
      (world) => world.chain.pay(island.chainId, outputToken, user, 1_490_000n),
      'notNamed',
    ],
    [
      'to another account',
      (world, names) =>
        world.chain.pay(island.chainId, outputToken, stranger.address.toLowerCase(), 1_490_000n, names),
      'notShown',
    ],
    [
      'that is on the other chain',
      (world, names) => world.chain.pay(harbour.chainId, signedAsk.inputToken, user, 1n, names),
      'notShown',
    ],
  ])('%s is not proven', async (_what, pay, doubt) => {
    const { world, id } = await takenOrder()
    tell(world, pay(world, (await orderAt(world, id)).terms.requestHash))
    await untilState(world, id, 'reported_terminal')
    await pass(world, 120_000)
    const order = await orderAt(world, id)
    expect(order).toMatchObject({ state: 'reported_terminal', doubt, fundsSettled: false })
    expect(order.problem).toMatchObject({ code: 'swapRefundReported', money: 'refundThereReported' })
    expect(isProven(order)).toBe(false)
  })

  test('of a swap without a promised output is displayed and proves nothing', async () => {
    const { world, id } = await takenOrder()
    const order = await orderAt(world, id)
    const refundTransactionHash = world.chain.pay(
      island.chainId,
      outputToken,
      user,
      9n,
      order.terms.requestHash,
    )
    const open = withTerms(order, { minAmountOut: '0' })
    const over = { state: 'reported_terminal', statusCode: 7, refundChainId: island.chainId } as const
    expect(await does(world, 'verify', { ...open, ...over, refundTransactionHash })).toMatchObject({
      ...{ proof: 'no', doubt: 'less', evidence: { units: '9' } },
    })
  })

  test('that only one endpoint shows is not proven', async () => {
    const { world, id } = await takenOrder()
    world.chain.sources = 1
    const { requestHash } = (await orderAt(world, id)).terms
    tell(world, world.chain.pay(island.chainId, outputToken, user, 1_490_000n, requestHash))
    await untilState(world, id, 'reported_terminal')
    await pass(world, 120_000)
    expect(await orderAt(world, id)).toMatchObject({ state: 'reported_terminal', doubt: 'oneSource' })
  })

  test('of a swap whose signature was never used is not proven', async () => {
    const world = await started(signedAsk)
    world.solver.fate = []
    const id = await begin(world, signedAsk)
    await untilState(world, id, 'pending')
    const { requestHash } = (await orderAt(world, id)).terms
    tell(world, world.chain.pay(island.chainId, outputToken, user, 1_490_000n, requestHash))
    await untilState(world, id, 'reported_terminal')
    await pass(world, 120_000)
    expect(await orderAt(world, id)).toMatchObject({ state: 'reported_terminal', doubt: 'notShown' })
  })

  test('is reported before its hash is known, and moves when the service corrects the chain', async () => {
    const { world, id } = await takenOrder()
    tell(world, null)
    const told = await untilState(world, id, 'reported_terminal')
    expect(told).toMatchObject({ refundChainId: island.chainId, problem: { money: 'refundThereReported' } })
    tell(world, null, harbour.chainId)
    const moved = await until(world, id, ({ refundChainId }) => refundChainId === harbour.chainId)
    expect(moved.problem).toMatchObject({ money: 'refundReported', facts: { chain: 'Harbour' } })
  })

  test('is found there when the service names its hash without a chain', async () => {
    const { world, id } = await takenOrder()
    const { requestHash } = (await orderAt(world, id)).terms
    const refundHash = world.chain.pay(island.chainId, outputToken, user, 1_490_000n, requestHash)
    Object.assign(taken(world), { code: 7, refundHash, refundChainId: null })
    expect(await until(world, id, isAtRest)).toMatchObject({
      state: 'verified_terminal',
      refundChainId: island.chainId,
      problem: { code: 'swapRefunded', money: 'refundedThere' },
    })
  })

  test('that no chain shows stays reported, and Ferry stops the search after a day', async () => {
    const { world, id } = await takenOrder()
    Object.assign(taken(world), { code: 7, refundHash: null, refundChainId: null })
    await untilState(world, id, 'reported_terminal')
    await pass(world, 23 * hourMs)
    expect(await orderAt(world, id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
    await pass(world, 4 * hourMs)
    expect(await orderAt(world, id)).toMatchObject({
      ...{ state: 'reported_terminal', statusCode: 7, fundsSettled: true, dueMs: null },
      problem: { code: 'swapRefundReported', money: 'refundEitherReported', facts: { chain: 'Harbour' } },
    })
  })

  test('is searched for a day when no chain answers', async () => {
    const { world, id } = await takenOrder()
    Object.assign(taken(world), { code: 7, refundHash: null, refundChainId: null })
    await untilState(world, id, 'reported_terminal')
    world.chain.isDown = true
    await pass(world, 23 * hourMs)
    expect(await orderAt(world, id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
    await pass(world, 4 * hourMs)
    expect(await orderAt(world, id)).toMatchObject({
      state: 'reported_terminal',
      fundsSettled: true,
      dueMs: null,
    })
  })

  test('is searched at least twice after the computer slept for more than a day', async () => {
    const { world, id } = await takenOrder()
    const refund = { code: 7, refundHash: null, refundChainId: null }
    Object.assign(taken(world), refund)
    await untilState(world, id, 'reported_terminal')
    world.clock.jump(30 * hourMs)
    await pass(world, 1_000)
    expect(await orderAt(world, id)).toMatchObject({ fundsSettled: false })
    await pass(world, 3 * hourMs)
    expect(await orderAt(world, id)).toMatchObject({ fundsSettled: true })
  })

  test('that may be in the inbox is searched without end, so that it can be withdrawn', async () => {
    const world = await started(nativeAsk)
    world.solver.fate = []
    const id = await begin(world, nativeAsk)
    await untilState(world, id, 'pending')
    Object.assign(taken(world), { code: 7, refundHash: null, refundChainId: null })
    await untilState(world, id, 'reported_terminal')
    await pass(world, 30 * hourMs)
    expect(await orderAt(world, id)).toMatchObject({ statusCode: 7, fundsSettled: false })
  })

  test('on a third chain is rejected, stored as one anomaly, and polled again', async () => {
    const { world, id } = await takenOrder()
    const elsewhere = world.chain.pay(31339, outputToken, user, 1_490_000n)
    tell(world, elsewhere, 31339)
    await untilState(world, id, 'reported_terminal')
    await pass(world, 60_000)
    const order = await orderAt(world, id)
    expect(order).toMatchObject({ refundTransactionHash: null, fundsSettled: false })
    expect(order.anomalies).toEqual(['refund on chain 31339'])
  })
})
