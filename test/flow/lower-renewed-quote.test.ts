import { describe, expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acceptOrderOffer,
  acrossRoute,
  createFundedWorld,
  manualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'
import { setPrice } from '../harness/world-actions.ts'

/**
 * The service chooses half a percent of slippage. That is less than the one percent that the person then
 * allows.
 */
const looseRequest: QuoteRequest = { ...signedRequest, slippagePercent: null }
/** The quote promises 1,485,000 units and guarantees 1,477,575. */
const minimumUnits = 1_477_575n

/**
 * Starts a swap whose reviewed quote expires before its approval is mined. The renewed quote pays `lessUnits`
 * less.
 */
async function startWithWorseRenewal(
  lessUnits: bigint,
  of: QuoteRequest = looseRequest,
): Promise<{ world: World; id: string }> {
  const world = await createFundedWorld(of)
  world.service.quoteLifeSeconds = 17
  const id = await world.startOrder(of)
  world.service.shortfallUnits = lessUnits
  world.service.quoteLifeSeconds = 60
  return { world, id }
}

const signedMinimums = (world: World) =>
  world.wallet.signed.map((text) => BigInt(JSON.parse(text).message.witness.basicReq.minOutputAmount))

describe('a renewed quote below the reviewed minimum', () => {
  test.each([1n, 1_484n])('goes back to the person (%s units less promised)', async (lessUnits) => {
    const { world, id } = await startWithWorseRenewal(lessUnits)
    const order = await world.waitForState(id, 'needs_user')
    expect(order).toMatchObject({
      problem: { code: 'worseQuote', money: 'nothingSent' },
      reviewed: { minAmountOut: String(minimumUnits) },
    })
    expect(BigInt(order.offer?.terms.minAmountOut ?? minimumUnits)).toBeLessThan(minimumUnits)
    expect(world.wallet.signed).toEqual([])
  })

  test('goes back to the person when the person set the slippage', async () => {
    const { world, id } = await startWithWorseRenewal(10n, signedRequest)
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({ problem: { code: 'worseQuote' } })
  })

  test('is signed once the person accepts it', async () => {
    const { world, id } = await startWithWorseRenewal(1_000n)
    await world.waitForState(id, 'needs_user')
    await acceptOrderOffer(world, id)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({
      state: 'verified_terminal',
      offer: null,
      reviewed: { minAmountOut: '1476580' },
    })
    expect(signedMinimums(world)).toEqual([1_476_580n])
  })

  test('is compared with the review again after a retry', async () => {
    const { world, id } = await startWithWorseRenewal(1_000n)
    await world.waitForState(id, 'needs_user')
    await world.advanceTime(120_000)
    world.service.shortfallUnits = 500n
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({
      problem: { code: 'worseQuote' },
      reviewed: { minAmountOut: String(minimumUnits) },
    })
    expect(world.wallet.signed).toEqual([])
  })

  test('is compared with the accepted offer after it was accepted', async () => {
    const { world, id } = await startWithWorseRenewal(3_000n)
    await world.waitForState(id, 'needs_user')
    await world.advanceTime(120_000)
    world.service.shortfallUnits = 3_010n
    await acceptOrderOffer(world, id)
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({
      problem: { code: 'worseQuote' },
      reviewed: { minAmountOut: '1474590' },
    })
    expect(world.wallet.signed).toEqual([])
  })

  test('goes back to the person when the input rose so far that the same minimum is a large loss', async () => {
    const { world, id } = await startWithWorseRenewal(0n)
    setPrice(world, looseRequest.originChainId, looseRequest.inputToken, '1.3')
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({ problem: { code: 'worseQuote' } })
    expect(world.wallet.signed).toEqual([])
  })

  test('does not end the swap: a later renewal that is as good as the review continues', async () => {
    const { world, id } = await startWithWorseRenewal(1_000n)
    await world.waitForState(id, 'needs_user')
    await world.advanceTime(120_000)
    world.service.shortfallUnits = 0n
    await world.run.dispatch(id, { kind: 'retry' })
    const order = await world.waitForEnd(id)
    expect(order.terms.minAmountOut).toBe(String(minimumUnits))
    expect(signedMinimums(world)).toEqual([minimumUnits])
  })

  test('goes back to the person when it also raises the native fee', async () => {
    const world = await createWorld()
    const of = { ...manualRequest, slippagePercent: null }
    world.fund(of)
    world.service.nativeFee = 7_000n
    world.service.quoteLifeSeconds = 17
    const id = await world.startOrder(of, undefined, acrossRoute)
    Object.assign(world.service, { shortfallUnits: 10n, nativeFee: 7_001n, quoteLifeSeconds: 60 })
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({ problem: { code: 'worseQuote' } })
    expect(world.chain.sent.filter(({ value }) => value > 0n)).toEqual([])
  })
})
