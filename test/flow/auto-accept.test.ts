import { describe, expect, test } from 'vitest'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  across,
  begin,
  fund,
  isAtRest,
  manualAsk,
  pass,
  signedAsk,
  takeOffer,
  until,
  untilState,
} from '../harness/actions.ts'
import { reviewShown } from '../harness/request-review.ts'
import { createWorld, type World } from '../harness/world.ts'

/**
 * The service chooses half a percent of slippage. That is less than the one percent that the person then
 * allows.
 */
const ask: QuoteRequest = { ...signedAsk, slippagePercent: null }
/** The quote promises 1,485,000 units and guarantees 1,477,575. One thousandth of that is 1,477. */
const least = 1_477_575n
const leastGoingOn = least - 1_477n

/**
 * Starts a swap whose reviewed quote expires before its approval is mined. The renewed quote pays `lessUnits`
 * less.
 */
async function outlived(lessUnits: bigint, of: QuoteRequest = ask): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, of)
  world.service.quoteLifeSeconds = 17
  const id = await begin(world, of)
  world.service.lessUnits = lessUnits
  world.service.quoteLifeSeconds = 60
  return { world, id }
}

const signedFor = (world: World) =>
  world.wallet.signed.map((text) => BigInt(JSON.parse(text).message.witness.basicReq.minOutputAmount))

const told = ({ wentOn }: Order) => wentOn?.minAmountOut ?? null

describe('a renewed quote that pays a little less', () => {
  test.each([1n, 1_484n])('(%s units) is accepted by itself and stored on the order', async (lessUnits) => {
    const { world, id } = await outlived(lessUnits)
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({
      state: 'verified_terminal',
      offer: null,
      reviewed: { minAmountOut: String(least) },
    })
    expect(told(order)).toBe(order.terms.minAmountOut)
    expect(signedFor(world)).toEqual([BigInt(order.terms.minAmountOut)])
    expect(BigInt(order.terms.minAmountOut)).toBeGreaterThanOrEqual(leastGoingOn)
    expect(BigInt(order.terms.minAmountOut)).toBeLessThan(least)
  })

  test('stops the swap when it is one unit below the limit', async () => {
    const { world, id } = await outlived(1_485n)
    const order = await untilState(world, id, 'needs_user')
    expect(order).toMatchObject({
      problem: { code: 'worseQuote' },
      offer: { terms: { minAmountOut: '1476097' } },
    })
    expect(told(order)).toBeNull()
    expect(world.wallet.signed).toEqual([])
  })

  test('stops the swap when the person set the slippage', async () => {
    const { world, id } = await outlived(10n, signedAsk)
    expect(await untilState(world, id, 'needs_user')).toMatchObject({ problem: { code: 'worseQuote' } })
  })

  test('is compared with the review again, so that two small losses do not add up', async () => {
    const { world, id } = await outlived(1_000n)
    world.wallet.moods.push('reject')
    const first = await untilState(world, id, 'needs_user')
    expect(told(first)).toBe('1476580')
    await pass(world, 120_000)
    world.service.lessUnits = 2_000n
    await world.run.dispatch(id, { kind: 'retry' })
    const second = await untilState(world, id, 'needs_user')
    expect(second).toMatchObject({
      problem: { code: 'worseQuote' },
      reviewed: { minAmountOut: String(least) },
    })
  })

  test('stops the swap after an accepted offer, because that offer has no tolerance', async () => {
    const { world, id } = await outlived(1_000n)
    world.wallet.moods.push('reject')
    await untilState(world, id, 'needs_user')
    await pass(world, 120_000)
    world.service.lessUnits = 3_000n
    await world.run.dispatch(id, { kind: 'retry' })
    await untilState(world, id, 'needs_user')
    await pass(world, 120_000)
    world.service.lessUnits = 3_010n
    await takeOffer(world, id)
    const again = await untilState(world, id, 'needs_user')
    expect(again).toMatchObject({ problem: { code: 'worseQuote' }, reviewed: { minAmountOut: '1474590' } })
    expect(told(again)).toBeNull()
    expect(world.wallet.signed).toEqual([])
  })

  test('is no longer displayed after a renewal that is as good as the review', async () => {
    const { world, id } = await outlived(1_000n)
    world.wallet.moods.push('reject')
    await untilState(world, id, 'needs_user')
    await pass(world, 120_000)
    world.service.lessUnits = 0n
    await world.run.dispatch(id, { kind: 'retry' })
    const order = await until(world, id, isAtRest)
    expect(told(order)).toBeNull()
    expect(order.terms.minAmountOut).toBe(String(least))
  })

  test('stops the swap when it also raises the native fee', async () => {
    const world = await createWorld()
    const of = { ...manualAsk, slippagePercent: null }
    fund(world, of)
    world.service.nativeFee = 7_000n
    world.service.quoteLifeSeconds = 17
    const id = await begin(world, of, undefined, across)
    Object.assign(world.service, { lessUnits: 10n, nativeFee: 7_001n, quoteLifeSeconds: 60 })
    expect(await untilState(world, id, 'needs_user')).toMatchObject({ problem: { code: 'worseQuote' } })
    expect(world.chain.sent.filter(({ value }) => value > 0n)).toEqual([])
  })
})

describe('the review', () => {
  test('shows the lowest amount that Ferry accepts by itself', async () => {
    const world = await createWorld()
    fund(world, ask)
    expect((await reviewShown(world, ask)).goesOnUnits).toBe(String(leastGoingOn))
  })

  test('shows no such amount when it equals the minimum', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    expect((await reviewShown(world, signedAsk)).goesOnUnits).toBeNull()
  })
})
