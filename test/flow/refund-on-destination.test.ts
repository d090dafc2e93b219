import { describe, expect, test } from 'vitest'
import { hourMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import { isProvenOnChain } from '../../lib/order/order-state.ts'
import { supportText } from '../../lib/order/order-view.ts'
import { pageSwap } from '../../lib/sites/page-swap.ts'
import {
  acrossRoute,
  createFundedWorld,
  createUnexecutedOrder,
  manualRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { harbour, island, stranger, tokenOf, user } from '../harness/chains.ts'
import { runTask } from '../harness/one-task.ts'
import { createExtractedOrder } from '../harness/reported-payment.ts'

import type { World } from '../harness/world.ts'
import { withTerms } from '../unit/order/order-fixture.ts'
import { proposalOf } from '../unit/sites/proposal-fixture.ts'

const { outputToken } = signedRequest

function reportRefund(world: World, refundHash: string | null, refundChainId = island.chainId): void {
  Object.assign(world.acceptedRequest(), { code: 7, refundHash, refundChainId })
}

/** Returns the order two minutes after its reported end. */
async function readReported(world: World, id: string): Promise<Order> {
  await world.waitForState(id, 'reported_terminal')
  await world.advanceTime(120_000)
  return world.readOrder(id)
}

/** Pays the receiver on the destination, named by the order's request. */
async function payThere(world: World, id: string, units = 1_490_000n): Promise<string> {
  const { requestHash } = (await world.readOrder(id)).terms
  return world.chain.payAsSolver(island.chainId, outputToken, user, units, requestHash)
}

describe('a refund on the destination (interface 3, rule 3)', () => {
  test.each([
    ['signed', signedRequest, {}],
    ['sent to the inbox', nativeRequest, {}],
    ['manual', manualRequest, acrossRoute],
  ] as const)('of a swap that was %s is proven there and ends the order', async (_kind, request, choice) => {
    const world = await createFundedWorld(request, { allowed: true, fate: [1, 2, 7] })
    world.solver.refundsOnDestination = true
    const id = await world.startOrder(request, undefined, choice)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
      refundChainId: island.chainId,
      evidence: { kind: 'refund', chainId: island.chainId, token: request.outputToken },
      problem: { code: 'swapNotDelivered', money: 'refundedThere' },
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
    const { world, id } = await createExtractedOrder({
      ...signedRequest,
      outputToken: tokenOf(island, 'DAI').address,
    })
    reportRefund(world, await payThere(world, id))
    expect(await world.waitForEnd(id)).toMatchObject({
      state: 'verified_terminal',
      evidence: { token: outputToken, units: '1490000', paidIn: { symbol: 'USDC', decimals: 6 } },
    })
  })

  test.each<[string, (world: World, names: string | null) => string, string]>([
    [
      'of dust',
      (world, names) => world.chain.payAsSolver(island.chainId, outputToken, user, 5n, names),
      'less',
    ],
    [
      'that no event names',
      (world) => world.chain.payAsSolver(island.chainId, outputToken, user, 1_490_000n),
      'notNamed',
    ],
    [
      'to another account',
      (world, names) =>
        world.chain.payAsSolver(
          island.chainId,
          outputToken,
          stranger.address.toLowerCase(),
          1_490_000n,
          names,
        ),
      'notShown',
    ],
    [
      'that is on the other chain',
      (world, names) => world.chain.payAsSolver(harbour.chainId, signedRequest.inputToken, user, 1n, names),
      'notShown',
    ],
  ])('%s is not proven', async (_what, pay, doubt) => {
    const { world, id } = await createExtractedOrder()
    reportRefund(world, pay(world, (await world.readOrder(id)).terms.requestHash))
    const order = await readReported(world, id)
    expect(order).toMatchObject({ state: 'reported_terminal', doubt, fundsSettled: false })
    expect(order.problem).toMatchObject({ code: 'swapNotDelivered', money: 'refundThereReported' })
    expect(isProvenOnChain(order)).toBe(false)
  })

  test('of a swap without a promised output is displayed and proves nothing', async () => {
    const { world, id } = await createExtractedOrder()
    const order = await world.readOrder(id)
    const refundTransactionHash = await payThere(world, id, 9n)
    const open = withTerms(order, { minAmountOut: '0' })
    const over = { state: 'reported_terminal', statusCode: 7, refundChainId: island.chainId } as const
    expect(await runTask(world, 'verify', { ...open, ...over, refundTransactionHash })).toMatchObject({
      ...{ proof: 'pending', doubt: 'less', evidence: { units: '9' } },
    })
  })

  test('that only one endpoint shows is not proven', async () => {
    const { world, id } = await createExtractedOrder()
    world.chain.sources = 1
    reportRefund(world, await payThere(world, id))
    expect(await readReported(world, id)).toMatchObject({ state: 'reported_terminal', doubt: 'oneSource' })
  })

  test('of a swap whose signature was never used is not proven', async () => {
    const { world, id } = await createUnexecutedOrder()
    reportRefund(world, await payThere(world, id))
    expect(await readReported(world, id)).toMatchObject({ state: 'reported_terminal', doubt: 'notShown' })
  })

  test('is reported before its hash is known, and moves when the service corrects the chain', async () => {
    const { world, id } = await createExtractedOrder()
    reportRefund(world, null)
    const reported = await world.waitForState(id, 'reported_terminal')
    expect(reported).toMatchObject({
      refundChainId: island.chainId,
      problem: { money: 'refundThereReported' },
    })
    reportRefund(world, null, harbour.chainId)
    const moved = await world.waitForOrder(id, ({ refundChainId }) => refundChainId === harbour.chainId)
    expect(moved.problem).toMatchObject({ money: 'refundReported', facts: { chain: 'Harbour' } })
  })

  test.each([
    ['its hash without a chain', true, null],
    ['its chain without a hash', false, island.chainId],
    ['neither its hash nor its chain', false, null],
  ])('is found there when the service names %s', async (_what, isHashNamed, refundChainId) => {
    const { world, id } = await createExtractedOrder()
    const hash = await payThere(world, id)
    Object.assign(world.acceptedRequest(), { code: 7, refundHash: isHashNamed ? hash : null, refundChainId })
    expect(await world.waitForEnd(id)).toMatchObject({
      state: 'verified_terminal',
      refundChainId: island.chainId,
      problem: { code: 'swapNotDelivered', money: 'refundedThere' },
    })
  })

  test.each([
    ['shows', false],
    ['answers about', true],
  ])('that no chain %s stays reported, and Ferry stops the search after a day', async (_what, isDown) => {
    const { world, id } = await createExtractedOrder()
    Object.assign(world.acceptedRequest(), { code: 7, refundHash: null, refundChainId: null })
    await world.waitForState(id, 'reported_terminal')
    world.chain.isDown = isDown
    await world.advanceTime(23 * hourMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
    await world.advanceTime(4 * hourMs)
    expect(await world.readOrder(id)).toMatchObject({
      ...{ state: 'reported_terminal', statusCode: 7, fundsSettled: true, dueMs: null },
      problem: { code: 'swapNotDelivered', money: 'refundEitherReported', facts: { chain: 'Harbour' } },
    })
  })

  test('is searched for the reads of a whole day after the computer slept, or its clock jumped', async () => {
    const { world, id } = await createExtractedOrder()
    const refund = { code: 7, refundHash: null, refundChainId: null }
    Object.assign(world.acceptedRequest(), refund)
    await world.waitForState(id, 'reported_terminal')
    world.clock.skip(30 * hourMs)
    await world.advanceTime(1_000)
    expect(await world.readOrder(id)).toMatchObject({ fundsSettled: false })
    await world.advanceTime(10 * hourMs)
    expect(await world.readOrder(id)).toMatchObject({ fundsSettled: false })
    await world.advanceTime(14 * hourMs)
    expect(await world.readOrder(id)).toMatchObject({ fundsSettled: true })
  })

  test('that may be in the inbox is searched without end, so that it can be withdrawn', async () => {
    const { world, id } = await startSwap(nativeRequest, { allowed: true, fate: [] })
    await world.waitForState(id, 'pending')
    Object.assign(world.acceptedRequest(), { code: 7, refundHash: null, refundChainId: null })
    await world.waitForState(id, 'reported_terminal')
    await world.advanceTime(30 * hourMs)
    expect(await world.readOrder(id)).toMatchObject({ statusCode: 7, fundsSettled: false })
  })

  test('on a third chain is rejected, stored as one anomaly, and polled again', async () => {
    const { world, id } = await createExtractedOrder()
    const elsewhere = world.chain.payAsSolver(31339, outputToken, user, 1_490_000n)
    reportRefund(world, elsewhere, 31339)
    await world.waitForState(id, 'reported_terminal')
    await world.advanceTime(60_000)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ refundTransactionHash: null, fundsSettled: false })
    expect(order.anomalies).toEqual(['refund on chain 31339'])
  })
})
