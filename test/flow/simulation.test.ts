import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  sameChainManualRequest,
  signedRequest,
  usdtRequest,
} from '../harness/actions.ts'
import { account, harbour, tokenOf, user } from '../harness/chains.ts'
import { requestReview } from '../harness/request-review.ts'
import type { ExtraEffect } from '../harness/simulate-calls.ts'
import type { World } from '../harness/world.ts'
import { consentCodesOf } from '../harness/world-actions.ts'

const [target = nativeAddress] = harbour.manualTargets
const [inbox = nativeAddress] = harbour.inboxes
const stranger = `0x${'77'.repeat(20)}` as const
const dai = tokenOf(harbour, 'DAI').address

async function createWorldWithDai(request: QuoteRequest): Promise<World> {
  const world = await createFundedWorld(request)
  world.chain.ledger.give(harbour.chainId, dai, user, 10n ** 20n)
  return world
}

const prompts = (world: World) => world.wallet.prompts.length
const takeToken =
  (token: string, units: bigint): ExtraEffect =>
  (ledger, { chainId, from }) =>
    ledger.give(chainId, token, from, -units)
const grantAllowance: ExtraEffect = (ledger, { chainId, from }) =>
  ledger.allow(chainId, dai, from, 5n, stranger)

describe('the review displays the simulation', () => {
  test.each<[string, QuoteRequest, ReviewChoice, object]>([
    [
      'a manual route, approval first',
      manualRequest,
      acrossRoute,
      { leaves: [{ token: manualRequest.inputToken, units: '1500000' }], arrives: [] },
    ],
    [
      'a route with a reset to zero',
      { ...usdtRequest, options: { enableManual: true } },
      acrossRoute,
      { leaves: [{ token: usdtRequest.inputToken, units: '1500000' }] },
    ],
    [
      'a native one',
      nativeRequest,
      {},
      { leaves: [{ token: nativeAddress, units: nativeRequest.inputAmount }] },
    ],
    [
      'one through the inbox',
      inboxRequest,
      {},
      { leaves: [{ token: inboxRequest.inputToken, units: '1500000' }] },
    ],
    [
      'a deposit',
      depositRequest,
      { routeKey: 'deposit' },
      { leaves: [{ token: depositRequest.inputToken, units: '1500000' }] },
    ],
    ['an approval', signedRequest, {}, { leaves: [], arrives: [] }],
  ])('of %s', async (_, request, choice, shown) => {
    const { simulation, requiredConsents } = await requestReview(
      await createWorldWithDai(request),
      request,
      choice,
    )
    expect(simulation).toMatchObject({ kind: 'measured', received: null, sources: 1, ...shown })
    expect(requiredConsents.map(({ code }) => code)).not.toContain('notSimulated')
  })

  test('of a swap in one transaction, with the tokens that arrive', async () => {
    const { simulation } = await requestReview(
      await createWorldWithDai(sameChainManualRequest),
      sameChainManualRequest,
      acrossRoute,
    )
    expect(simulation).toMatchObject({ kind: 'measured', arrives: [{ token: dai }] })
    const elsewhere = { ...sameChainManualRequest, receiverAddress: stranger }
    const other = await requestReview(await createWorldWithDai(elsewhere), elsewhere, acrossRoute)
    expect(other.simulation).toMatchObject({ arrives: [], received: { token: dai } })
  })

  test('of nothing when nothing is sent', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    expect((await requestReview(world, signedRequest)).simulation).toEqual({ kind: 'nothing' })
  })
})

const oneHundredth = 10n ** 16n
const takenHundredth = { taken: '0.01' }

/** A review of this swap, where the call to `at` has an effect of its own. */
async function refusal(
  { request, choice, at }: { request: QuoteRequest; choice: ReviewChoice; at: string },
  trick: ExtraEffect,
) {
  const world = await createWorldWithDai(request)
  world.chain.extraEffects.set(at, trick)
  return world.createReview(request, account, choice)
}

describe('a review refuses', () => {
  const manual = { request: manualRequest, choice: acrossRoute, at: target }
  const sameChain = { request: sameChainManualRequest, choice: acrossRoute, at: target }
  const native = { request: nativeRequest, choice: {}, at: inbox }
  const throughInbox = { request: inboxRequest, choice: {}, at: inbox }
  const signed = { request: signedRequest, choice: {}, at: signedRequest.inputToken }
  const deposit = { request: depositRequest, choice: { routeKey: 'deposit' }, at: depositRequest.inputToken }

  test.each<[string, Parameters<typeof refusal>[0], ExtraEffect, object]>([
    [
      'more of the input',
      manual,
      takeToken(manualRequest.inputToken, 1_500_000n),
      { taken: '3 USDC', expected: '1.50 USDC' },
    ],
    ['another token', manual, takeToken(dai, 9n), {}],
    ['native currency', manual, takeToken(nativeAddress, oneHundredth), takenHundredth],
    ['an allowance for another account', throughInbox, grantAllowance, { spender: stranger }],
    ['more of a native input', native, takeToken(nativeAddress, 1n), {}],
    ['a token whose approval takes it', signed, takeToken(dai, 1n), {}],
    [
      'a deposit whose token takes more than a rounding',
      deposit,
      takeToken(depositRequest.inputToken, 3n),
      {},
    ],
  ])('%s', async (_, swap, trick, facts) => {
    await expect(refusal(swap, trick)).rejects.toMatchObject({
      data: { code: 'takesMore', money: 'nothingSent', facts },
    })
  })

  test('less than the minimum', async () => {
    await expect(refusal(sameChain, takeToken(dai, 10n ** 15n))).rejects.toMatchObject({
      data: { code: 'paysLess', money: 'nothingSent' },
    })
  })

  test('a swap that would fail after its approval', async () => {
    const world = await createWorldWithDai(manualRequest)
    world.chain.measurement = (truth) => ({ effects: [{ ...truth, failure: 'no' }], wanted: 1 })
    await expect(world.createReview(manualRequest, account, acrossRoute)).rejects.toMatchObject({
      data: { code: 'wouldFail', facts: { reason: 'no' } },
    })
  })
})

describe('right before the wallet request', () => {
  test.each<[string, QuoteRequest, ReviewChoice, string, ExtraEffect, string]>([
    [
      'manual',
      { ...nativeRequest, options: { enableManual: true } },
      acrossRoute,
      target,
      takeToken(dai, 1n),
      'takesMore',
    ],
    ['native', nativeRequest, {}, inbox, takeToken(nativeAddress, 1n), 'takesMore'],
    ['an approval', signedRequest, {}, signedRequest.inputToken, grantAllowance, 'takesMore'],
  ])(
    'stops a swap whose simulation changed since the review: %s',
    async (_, request, choice, at, trick, code) => {
      const world = await createWorldWithDai(request)
      const { reviewKey, requiredConsents } = await world.createReview(request, account, choice)
      world.chain.extraEffects.set(at, trick)
      const consents = consentCodesOf(requiredConsents)
      const order = await world.run.start(
        await confirmReview(reviewKey, account, world.reviewPorts, { consents }),
      )
      const stopped = await world.waitForState(order.id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code, money: 'nothingSent' })
      expect(prompts(world)).toBe(0)
      world.chain.extraEffects.clear()
      await world.run.dispatch(order.id, { kind: 'retry' })
      await world.waitForOrder(order.id, () => prompts(world) > 0)
    },
  )

  test('waits for an endpoint that lags behind', async () => {
    const world = await createWorldWithDai(nativeRequest)
    const { reviewKey } = await world.createReview(nativeRequest)
    let times = 0
    world.chain.measurement = (truth) => {
      times += 1
      return { effects: times < 3 ? [truth] : [truth, truth], wanted: 2 }
    }
    const id = await world.confirm(reviewKey)
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
    expect(times).toBe(3)
  })

  test('waits for a node that does not show the approval yet, where one host has several nodes', async () => {
    const world = await createFundedWorld(inboxRequest)
    const { reviewKey } = await world.createReview(inboxRequest)
    let staleTimes = 0
    world.chain.measurement = (truth) => {
      const isStale = world.chain.sent.length === 1 && staleTimes < 3
      if (isStale) staleTimes += 1
      const failure = isStale ? 'execution reverted: TRANSFER_FROM_FAILED' : truth.failure
      return { effects: [{ ...truth, failure }], wanted: 1 }
    }
    const id = await world.confirm(reviewKey)
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal', problem: null })
    expect([staleTimes, prompts(world)]).toEqual([3, 2])
  })

  test('stops a swap that can no longer be simulated', async () => {
    const world = await createWorldWithDai(nativeRequest)
    const { reviewKey } = await world.createReview(nativeRequest)
    world.chain.measurement = () => ({ effects: [], wanted: 1 })
    const id = await world.confirm(reviewKey)
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({
      problem: { code: 'notSimulated', money: 'nothingSent' },
    })
    expect(prompts(world)).toBe(0)
  })

  test('sends no wallet request for a swap that the person stopped in the meantime', async () => {
    const world = await createWorldWithDai(nativeRequest)
    const { reviewKey } = await world.createReview(nativeRequest)
    world.chain.measurement = (truth) => ({ effects: [truth], wanted: 2 })
    const id = await world.confirm(reviewKey)
    await world.waitForState(id, 'send_requested')
    await world.run.dispatch(id, { kind: 'stop' })
    world.chain.measurement = null
    await world.advanceTime(20_000)
    expect(prompts(world)).toBe(0)
    expect(await world.readOrder(id)).toMatchObject({ state: 'abandoned_unsigned', fundsSettled: true })
  })
})

describe('without a simulation', () => {
  test.each<[string, MeasuredBy]>([
    ['no endpoint', () => ({ effects: [], wanted: 1 })],
    ['one of two endpoints', (truth) => ({ effects: [truth], wanted: 2 })],
    [
      'two endpoints that contradict each other',
      (truth) => ({ effects: [truth, { ...truth, failure: 'no' }], wanted: 2 }),
    ],
  ])('%s: the review needs a consent, and the swap continues with it', async (_, measured) => {
    const world = await createWorldWithDai(nativeRequest)
    world.chain.measurement = measured
    const { simulation, requiredConsents, reviewKey } = await requestReview(world, nativeRequest)
    expect([simulation, consentCodesOf(requiredConsents).toSorted()]).toEqual([
      { kind: 'unmeasured' },
      ['notSimulated', 'priceNotChecked'],
    ])
    const without = { consents: ['priceNotChecked'] }
    await expect(confirmReview(reviewKey, account, world.reviewPorts, without)).rejects.toMatchObject({
      data: { code: 'consentMissing' },
    })
    const said = { consents: ['notSimulated', 'priceNotChecked'] }
    const order = await world.run.start(await confirmReview(reviewKey, account, world.reviewPorts, said))
    expect(await world.waitForEnd(order.id)).toMatchObject({ state: 'verified_terminal' })
  })

  test('the consent does not cover a later simulation that takes more', async () => {
    const world = await createWorldWithDai(nativeRequest)
    world.chain.measurement = () => ({ effects: [], wanted: 1 })
    const { reviewKey } = await world.createReview(nativeRequest)
    world.chain.measurement = null
    world.chain.extraEffects.set(inbox, takeToken(nativeAddress, 1n))
    const said = { consents: ['notSimulated', 'priceNotChecked'] }
    const order = await world.run.start(await confirmReview(reviewKey, account, world.reviewPorts, said))
    expect((await world.waitForState(order.id, 'needs_user')).problem?.code).toBe('takesMore')
    expect(prompts(world)).toBe(0)
  })
})

type MeasuredBy = NonNullable<World['chain']['measurement']>
