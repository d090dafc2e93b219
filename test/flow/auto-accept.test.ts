import { describe, expect, test } from 'vitest'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acceptOrderOffer,
  acrossRoute,
  advanceTime,
  fund,
  isFullyEnded,
  manualRequest,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { requestReview } from '../harness/request-review.ts'
import { createWorld, type World } from '../harness/world.ts'

/**
 * The service chooses half a percent of slippage. That is less than the one percent that the person then
 * allows.
 */
const looseRequest: QuoteRequest = { ...signedRequest, slippagePercent: null }
/** The quote promises 1,485,000 units and guarantees 1,477,575. One thousandth of that is 1,477. */
const minimumUnits = 1_477_575n
const autoAcceptUnits = minimumUnits - 1_477n

/**
 * Starts a swap whose reviewed quote expires before its approval is mined. The renewed quote pays `lessUnits`
 * less.
 */
async function startWithWorseRenewal(
  lessUnits: bigint,
  of: QuoteRequest = looseRequest,
): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, of)
  world.service.quoteLifeSeconds = 17
  const id = await startOrder(world, of)
  world.service.shortfallUnits = lessUnits
  world.service.quoteLifeSeconds = 60
  return { world, id }
}

const signedMinimums = (world: World) =>
  world.wallet.signed.map((text) => BigInt(JSON.parse(text).message.witness.basicReq.minOutputAmount))

const acceptedMinimum = ({ autoAccepted }: Order) => autoAccepted?.minAmountOut ?? null

describe('a renewed quote that pays a little less', () => {
  test.each([1n, 1_484n])('(%s units) is accepted by itself and stored on the order', async (lessUnits) => {
    const { world, id } = await startWithWorseRenewal(lessUnits)
    const order = await waitForOrder(world, id, isFullyEnded)
    expect(order).toMatchObject({
      state: 'verified_terminal',
      offer: null,
      reviewed: { minAmountOut: String(minimumUnits) },
    })
    expect(acceptedMinimum(order)).toBe(order.terms.minAmountOut)
    expect(signedMinimums(world)).toEqual([BigInt(order.terms.minAmountOut)])
    expect(BigInt(order.terms.minAmountOut)).toBeGreaterThanOrEqual(autoAcceptUnits)
    expect(BigInt(order.terms.minAmountOut)).toBeLessThan(minimumUnits)
  })

  test('stops the swap when it is one unit below the limit', async () => {
    const { world, id } = await startWithWorseRenewal(1_485n)
    const order = await waitForState(world, id, 'needs_user')
    expect(order).toMatchObject({
      problem: { code: 'worseQuote' },
      offer: { terms: { minAmountOut: '1476097' } },
    })
    expect(acceptedMinimum(order)).toBeNull()
    expect(world.wallet.signed).toEqual([])
  })

  test('stops the swap when the person set the slippage', async () => {
    const { world, id } = await startWithWorseRenewal(10n, signedRequest)
    expect(await waitForState(world, id, 'needs_user')).toMatchObject({ problem: { code: 'worseQuote' } })
  })

  test('is compared with the review again, so that two small losses do not add up', async () => {
    const { world, id } = await startWithWorseRenewal(1_000n)
    world.wallet.behaviours.push('reject')
    const first = await waitForState(world, id, 'needs_user')
    expect(acceptedMinimum(first)).toBe('1476580')
    await advanceTime(world, 120_000)
    world.service.shortfallUnits = 2_000n
    await world.run.dispatch(id, { kind: 'retry' })
    const second = await waitForState(world, id, 'needs_user')
    expect(second).toMatchObject({
      problem: { code: 'worseQuote' },
      reviewed: { minAmountOut: String(minimumUnits) },
    })
  })

  test('stops the swap after an accepted offer, because that offer has no tolerance', async () => {
    const { world, id } = await startWithWorseRenewal(1_000n)
    world.wallet.behaviours.push('reject')
    await waitForState(world, id, 'needs_user')
    await advanceTime(world, 120_000)
    world.service.shortfallUnits = 3_000n
    await world.run.dispatch(id, { kind: 'retry' })
    await waitForState(world, id, 'needs_user')
    await advanceTime(world, 120_000)
    world.service.shortfallUnits = 3_010n
    await acceptOrderOffer(world, id)
    const again = await waitForState(world, id, 'needs_user')
    expect(again).toMatchObject({ problem: { code: 'worseQuote' }, reviewed: { minAmountOut: '1474590' } })
    expect(acceptedMinimum(again)).toBeNull()
    expect(world.wallet.signed).toEqual([])
  })

  test('is no longer displayed after a renewal that is as good as the review', async () => {
    const { world, id } = await startWithWorseRenewal(1_000n)
    world.wallet.behaviours.push('reject')
    await waitForState(world, id, 'needs_user')
    await advanceTime(world, 120_000)
    world.service.shortfallUnits = 0n
    await world.run.dispatch(id, { kind: 'retry' })
    const order = await waitForOrder(world, id, isFullyEnded)
    expect(acceptedMinimum(order)).toBeNull()
    expect(order.terms.minAmountOut).toBe(String(minimumUnits))
  })

  test('stops the swap when it also raises the native fee', async () => {
    const world = await createWorld()
    const of = { ...manualRequest, slippagePercent: null }
    fund(world, of)
    world.service.nativeFee = 7_000n
    world.service.quoteLifeSeconds = 17
    const id = await startOrder(world, of, undefined, acrossRoute)
    Object.assign(world.service, { shortfallUnits: 10n, nativeFee: 7_001n, quoteLifeSeconds: 60 })
    expect(await waitForState(world, id, 'needs_user')).toMatchObject({ problem: { code: 'worseQuote' } })
    expect(world.chain.sent.filter(({ value }) => value > 0n)).toEqual([])
  })
})

describe('the review', () => {
  test('shows the lowest amount that Ferry accepts by itself', async () => {
    const world = await createWorld()
    fund(world, looseRequest)
    expect((await requestReview(world, looseRequest)).autoAcceptMinUnits).toBe(String(autoAcceptUnits))
  })

  test('shows no such amount when it equals the minimum', async () => {
    const world = await createWorld()
    fund(world, signedRequest)
    expect((await requestReview(world, signedRequest)).autoAcceptMinUnits).toBeNull()
  })
})
