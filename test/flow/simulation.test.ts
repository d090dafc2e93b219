import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { orderOf, type ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  across,
  allOf,
  allow,
  confirm,
  depositAsk,
  fund,
  inboxAsk,
  isAtRest,
  manualAsk,
  nativeAsk,
  pass,
  review,
  sameChainAsk,
  signedAsk,
  until,
  untilState,
  usdtAsk,
} from '../harness/actions.ts'
import { harbour, tokenOf, user } from '../harness/chains.ts'
import { reviewShown } from '../harness/request-review.ts'
import type { Trick } from '../harness/simulate-calls.ts'
import { createWorld, type World } from '../harness/world.ts'

const [target = nativeAddress] = harbour.manualTargets
const [inbox = nativeAddress] = harbour.inboxes
const stranger = `0x${'77'.repeat(20)}` as const
const dai = tokenOf(harbour, 'DAI').address
const swapHere: QuoteRequest = { ...sameChainAsk, options: { enableManual: true } }

async function funded(ask: QuoteRequest): Promise<World> {
  const world = await createWorld('memory')
  fund(world, ask)
  world.chain.ledger.give(harbour.chainId, dai, user, 10n ** 20n)
  return world
}

const prompts = (world: World) => world.wallet.prompts.length
const takes =
  (token: string, units: bigint): Trick =>
  (ledger, { chainId, from }) =>
    ledger.give(chainId, token, from, -units)
const lends: Trick = (ledger, { chainId, from }) => ledger.allow(chainId, dai, from, 5n, stranger)

describe('the review displays the simulation', () => {
  test.each<[string, QuoteRequest, ReviewChoice, object]>([
    [
      'a manual route, approval first',
      manualAsk,
      across,
      { leaves: [{ token: manualAsk.inputToken, units: '1500000' }], arrives: [] },
    ],
    [
      'a route with a reset to zero',
      { ...usdtAsk, options: { enableManual: true } },
      across,
      { leaves: [{ token: usdtAsk.inputToken, units: '1500000' }] },
    ],
    ['a native one', nativeAsk, {}, { leaves: [{ token: nativeAddress, units: nativeAsk.inputAmount }] }],
    ['one through the inbox', inboxAsk, {}, { leaves: [{ token: inboxAsk.inputToken, units: '1500000' }] }],
    [
      'a deposit',
      depositAsk,
      { routeKey: 'deposit' },
      { leaves: [{ token: depositAsk.inputToken, units: '1500000' }] },
    ],
    ['an approval', signedAsk, {}, { leaves: [], arrives: [] }],
  ])('of %s', async (_, ask, choice, shown) => {
    const { simulation, questions } = await reviewShown(await funded(ask), ask, choice)
    expect(simulation).toMatchObject({ kind: 'measured', received: null, sources: 1, ...shown })
    expect(questions.map(({ code }) => code)).not.toContain('notSimulated')
  })

  test('of a swap in one transaction, with the tokens that arrive', async () => {
    const { simulation } = await reviewShown(await funded(swapHere), swapHere, across)
    expect(simulation).toMatchObject({ kind: 'measured', arrives: [{ token: dai }] })
    const elsewhere = { ...swapHere, receiverAddress: stranger }
    const other = await reviewShown(await funded(elsewhere), elsewhere, across)
    expect(other.simulation).toMatchObject({ arrives: [], received: { token: dai } })
  })

  test('of nothing when nothing is sent', async () => {
    const world = await funded(signedAsk)
    allow(world, signedAsk)
    expect((await reviewShown(world, signedAsk)).simulation).toEqual({ kind: 'nothing' })
  })
})

const oneHundredth = 10n ** 16n
const hundredth = { taken: '0.01' }

describe('a review refuses', () => {
  test.each<[string, QuoteRequest, ReviewChoice, string, Trick, string, object]>([
    [
      'more of the input',
      manualAsk,
      across,
      target,
      takes(manualAsk.inputToken, 1_500_000n),
      'takesMore',
      { taken: '3 USDC', expected: '1.5 USDC' },
    ],
    ['another token', manualAsk, across, target, takes(dai, 9n), 'takesOther', {}],
    [
      'native currency',
      manualAsk,
      across,
      target,
      takes(nativeAddress, oneHundredth),
      'takesOther',
      hundredth,
    ],
    ['an allowance for another account', inboxAsk, {}, inbox, lends, 'lendsMore', { spender: stranger }],
    ['more of a native input', nativeAsk, {}, inbox, takes(nativeAddress, 1n), 'takesMore', {}],
    [
      'a token whose approval takes it',
      signedAsk,
      {},
      signedAsk.inputToken,
      takes(dai, 1n),
      'takesOther',
      {},
    ],
    [
      'a deposit whose token takes twice',
      depositAsk,
      { routeKey: 'deposit' },
      depositAsk.inputToken,
      takes(depositAsk.inputToken, 1n),
      'takesMore',
      {},
    ],
    ['less than the minimum', swapHere, across, target, takes(dai, 10n ** 15n), 'paysLess', {}],
  ])('%s', async (_, ask, choice, at, trick, code, facts) => {
    const world = await funded(ask)
    world.chain.tricks.set(at, trick)
    const refused = review(world, ask, account, choice)
    await expect(refused).rejects.toMatchObject({ data: { code, money: 'nothingSent', facts } })
  })

  test('a swap that would fail after its approval', async () => {
    const world = await funded(manualAsk)
    world.chain.measured = (truth) => ({ effects: [{ ...truth, failure: 'no' }], wanted: 1 })
    await expect(review(world, manualAsk, account, across)).rejects.toMatchObject({
      data: { code: 'wouldFail', facts: { reason: 'no' } },
    })
  })
})

describe('right before the wallet request', () => {
  test.each<[string, QuoteRequest, ReviewChoice, string, Trick, string]>([
    [
      'manual',
      { ...nativeAsk, options: { enableManual: true } },
      across,
      target,
      takes(dai, 1n),
      'takesOther',
    ],
    ['native', nativeAsk, {}, inbox, takes(nativeAddress, 1n), 'takesMore'],
    ['an approval', signedAsk, {}, signedAsk.inputToken, lends, 'lendsMore'],
  ])(
    'stops a swap whose simulation changed since the review: %s',
    async (_, ask, choice, at, trick, code) => {
      const world = await funded(ask)
      const { reviewKey, questions } = await review(world, ask, account, choice)
      world.chain.tricks.set(at, trick)
      const agreed = allOf(questions)
      const order = await world.run.start(await orderOf(reviewKey, account, world.reviewPorts, { agreed }))
      const stopped = await untilState(world, order.id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code, money: 'nothingSent' })
      expect(prompts(world)).toBe(0)
      world.chain.tricks.clear()
      await world.run.dispatch(order.id, { kind: 'retry' })
      await until(world, order.id, () => prompts(world) > 0)
    },
  )

  test('waits for an endpoint that lags behind', async () => {
    const world = await funded(nativeAsk)
    const { reviewKey } = await review(world, nativeAsk)
    let times = 0
    world.chain.measured = (truth) => {
      times += 1
      return { effects: times < 3 ? [truth] : [truth, truth], wanted: 2 }
    }
    const id = await confirm(world, reviewKey)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
    expect(times).toBe(3)
  })

  test('stops a swap that can no longer be simulated', async () => {
    const world = await funded(nativeAsk)
    const { reviewKey } = await review(world, nativeAsk)
    world.chain.measured = () => ({ effects: [], wanted: 1 })
    const id = await confirm(world, reviewKey)
    expect(await untilState(world, id, 'needs_user')).toMatchObject({
      problem: { code: 'notSimulated', money: 'nothingSent' },
    })
    expect(prompts(world)).toBe(0)
  })

  test('sends no wallet request for a swap that the person stopped in the meantime', async () => {
    const world = await funded(nativeAsk)
    const { reviewKey } = await review(world, nativeAsk)
    world.chain.measured = (truth) => ({ effects: [truth], wanted: 2 })
    const id = await confirm(world, reviewKey)
    await untilState(world, id, 'send_requested')
    await world.run.dispatch(id, { kind: 'abandon' })
    world.chain.measured = null
    await pass(world, 20_000)
    expect(prompts(world)).toBe(0)
    expect((await untilState(world, id, 'needs_user')).problem?.money).toBe('nothingSent')
  })
})

describe('without a simulation', () => {
  test.each<[string, ReviewedBy]>([
    ['no endpoint', () => ({ effects: [], wanted: 1 })],
    ['one of two endpoints', (truth) => ({ effects: [truth], wanted: 2 })],
    [
      'two endpoints that contradict each other',
      (truth) => ({ effects: [truth, { ...truth, failure: 'no' }], wanted: 2 }),
    ],
  ])('%s: the review needs a consent, and the swap continues with it', async (_, measured) => {
    const world = await funded(nativeAsk)
    world.chain.measured = measured
    const { simulation, questions, reviewKey } = await reviewShown(world, nativeAsk)
    expect([simulation, allOf(questions).toSorted()]).toEqual([
      { kind: 'unmeasured' },
      ['notSimulated', 'priceNotChecked'],
    ])
    const without = { agreed: ['priceNotChecked'] }
    await expect(orderOf(reviewKey, account, world.reviewPorts, without)).rejects.toMatchObject({
      data: { code: 'notAgreed' },
    })
    const said = { agreed: ['notSimulated', 'priceNotChecked'] }
    const order = await world.run.start(await orderOf(reviewKey, account, world.reviewPorts, said))
    expect(await until(world, order.id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
  })

  test('the consent does not cover a later simulation that takes more', async () => {
    const world = await funded(nativeAsk)
    world.chain.measured = () => ({ effects: [], wanted: 1 })
    const { reviewKey } = await review(world, nativeAsk)
    world.chain.measured = null
    world.chain.tricks.set(inbox, takes(nativeAddress, 1n))
    const said = { agreed: ['notSimulated', 'priceNotChecked'] }
    const order = await world.run.start(await orderOf(reviewKey, account, world.reviewPorts, said))
    expect((await untilState(world, order.id, 'needs_user')).problem?.code).toBe('takesMore')
    expect(prompts(world)).toBe(0)
  })
})

type ReviewedBy = NonNullable<World['chain']['measured']>
