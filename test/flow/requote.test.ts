import { describe, expect, test } from 'vitest'
import { taskWhenApproved } from '../../lib/order/flows/before-prompt.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acceptOrderOffer,
  acrossRoute,
  createFundedWorld,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import type { World } from '../harness/world.ts'
import { setPrice } from '../harness/world-actions.ts'

/**
 * Starts a swap whose first quote expires before its approval is mined. The renewal pays `permille`
 * thousandths.
 */
async function startWithExpiredQuote(permille: bigint): Promise<{ world: World; id: string }> {
  const world = await createFundedWorld(signedRequest)
  world.service.quoteLifeSeconds = 17
  const id = await world.startOrder(signedRequest)
  world.service.permille = permille
  world.service.quoteLifeSeconds = 60
  return { world, id }
}

const countSignatures = (world: World) =>
  world.wallet.prompts.filter((prompt) => prompt.method === 'eth_signTypedData_v4').length

describe('a quote that expired during the approval', () => {
  test('is put away when the person declines the worse renewal', async () => {
    const { world, id } = await startWithExpiredQuote(980n)
    await world.waitForState(id, 'needs_user')
    await world.run.dispatch(id, { kind: 'stop' })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', offer: null })
    expect(countSignatures(world)).toBe(0)
    expect(world.service.submits.size).toBe(0)
  })

  test.each(['serviceUnreachable', 'noRoute', 'serviceBusy'] as const)(
    'stops with nothing sent when there is no renewal (%s)',
    async (code) => {
      const { world, id } = await startWithExpiredQuote(990n)
      world.service.faults.quote.push({ code })
      const stopped = await world.waitForState(id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code, money: 'nothingSent' })
      await world.run.dispatch(id, { kind: 'retry' })
      expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
    },
  )

  test('is refused when the renewal uses another swap method', async () => {
    const { world, id } = await startWithExpiredQuote(990n)
    world.service.viaInbox = true
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'checkFailed', facts: { reason: 'T-1' } })
    expect(countSignatures(world)).toBe(0)
  })
})

test.each([
  ['a signature', signedRequest, 'nonceUsed'],
  ['a transaction', nativeRequest, 'gasPrice'],
] as const)(
  'renews a quote that loses its time during the last reads before %s',
  async (_what, request, name) => {
    const world = await createFundedWorld(request, { allowed: true })
    world.service.quoteLifeSeconds = 25
    const { reviewKey } = await world.createReview(request)
    const { reader } = world.chain
    const read = reader[name] as (...input: readonly unknown[]) => Promise<unknown>
    const slow = async (...input: readonly unknown[]) => {
      Object.assign(reader, { [name]: read })
      world.clock.skip(12_000)
      return read(...input)
    }
    Object.assign(reader, { [name]: slow })
    const order = await world.waitForEnd(await world.confirm(reviewKey))
    expect(order).toMatchObject({ state: 'verified_terminal', problem: null })
    expect(world.commits.some(({ state }) => state === 'needs_user')).toBe(false)
    expect(world.wallet.prompts).toHaveLength(1)
  },
)

test('lets the person decide when the reads before the prompt outlast each quote', async () => {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  world.service.quoteLifeSeconds = 25
  const { reviewKey } = await world.createReview(signedRequest)
  const { reader } = world.chain
  const read = reader.nonceUsed
  const slow: typeof read = (...input) => {
    world.clock.skip(30_000)
    return read(...input)
  }
  Object.assign(reader, { nonceUsed: slow })
  const id = await world.confirm(reviewKey)
  const order = await world.waitForState(id, 'needs_user')
  expect(order.problem).toMatchObject({ code: 'quoteExpired' })
  expect(world.wallet.prompts).toEqual([])
})

describe('a nonce that another order has', () => {
  const other = { ...signedRequest, inputAmount: '1500001' }

  async function sharing(): Promise<World> {
    const world = await createFundedWorld(signedRequest, { allowed: 10n ** 18n })
    world.service.sharesNonces = true
    return world
  }

  test('is refused at the review', async () => {
    const world = await sharing()
    await world.startOrder(signedRequest)
    await expect(world.createReview(other)).rejects.toThrow(/checkFailed.*V-4/)
  })

  test('is never signed twice when both orders were reviewed before', async () => {
    const world = await sharing()
    world.solver.fate = []
    const keys = [
      (await world.createReview(signedRequest)).reviewKey,
      (await world.createReview(other)).reviewKey,
    ] as const
    const first = await world.confirm(keys[0])
    const second = await world.confirm(keys[1])
    await world.waitForState(first, 'pending')
    const stopped = await world.waitForState(second, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'checkFailed', facts: { reason: 'V-4' } })
    expect(world.wallet.signed).toHaveLength(1)
    await world.advanceTime(60_000)
    await world.run.dispatch(second, { kind: 'retry' })
    await world.waitForState(second, 'pending')
    expect(world.service.requests.size).toBe(2)
  })

  test('can be used by its own order after a renewal, with the loss by the prices of now', async () => {
    const world = await sharing()
    world.wallet.behaviours.push('silent')
    const order = await world.readOrder(await world.startOrder(signedRequest))
    const stale = taskWhenApproved({ ...order, liveRequests: [] }, order.terms.quoteExpirySeconds * 1_000)
    const event = await stale.run(order, world.reviewPorts)
    expect(event).toMatchObject({
      kind: 'requoted',
      loss: { level: 'none' },
      terms: { permitNonce: order.terms.permitNonce },
    })
  })
})

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
  setPrice(world, of.originChainId, of.inputToken, '1')
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
    const of = { ...manualRequest, slippagePercent: null }
    const world = await createFundedWorld(of)
    world.service.nativeFee = 7_000n
    world.service.quoteLifeSeconds = 17
    const id = await world.startOrder(of, undefined, acrossRoute)
    Object.assign(world.service, { shortfallUnits: 10n, nativeFee: 7_001n, quoteLifeSeconds: 60 })
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({ problem: { code: 'worseQuote' } })
    expect(world.chain.sent.filter(({ value }) => value > 0n)).toEqual([])
  })
})
