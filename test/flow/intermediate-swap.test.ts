import { describe, expect, test } from 'vitest'
import type { Address } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import { requireStored } from '../../lib/order/check-stored.ts'
import type { Order } from '../../lib/order/order.ts'
import type { ReviewedTerms } from '../../lib/quote/route-summary.ts'
import { createFundedWorld, delivered, inboxRequest, signedRequest } from '../harness/actions.ts'
import { deployment, harbour, tokenOf, user } from '../harness/chains.ts'
import type { IntermediateSwapTerms } from '../harness/honest-quote.ts'
import { requestReview } from '../harness/request-review.ts'
import type { World } from '../harness/world.ts'
import { requestOf } from '../unit/order/order-fixture.ts'

const dai = tokenOf(harbour, 'DAI')
const usdt = tokenOf(harbour, 'USDT')
const unpricedToken: Address = '0x00000000000000000000000000000000000bad70'

/** 1.5 USDC on Harbour become at least 1.49 USDT there. */
const fairTerms: IntermediateSwapTerms = { token: usdt.address, minUnits: '1490000' }

async function createWorldWith(
  intermediateSwap: IntermediateSwapTerms,
  request = signedRequest,
  isFed = true,
): Promise<World> {
  const world = await createFundedWorld(request)
  world.service.intermediateSwap = intermediateSwap
  const feeds = harbour.verifiedTokens.flatMap(({ priceFeed }) => priceFeed?.address ?? [])
  for (const feed of isFed ? feeds : []) world.chain.ledger.setPrice(harbour.chainId, feed, '1')
  return world
}

const codesOf = ({ requiredConsents }: { readonly requiredConsents: readonly { readonly code: string }[] }) =>
  requiredConsents.map(({ code }) => code)

describe.each([
  ['signed', signedRequest],
  ['sent to the inbox', inboxRequest],
] as const)('an intermediate swap that is %s', (_name, request) => {
  test('is displayed with its token and minimum, and settles', async () => {
    const world = await createWorldWith(fairTerms, request)
    const shown = await requestReview(world, request)
    expect(shown.intermediateSwap).toMatchObject({
      token: { chainId: harbour.chainId, address: usdt.address, symbol: 'USDT', decimals: 6 },
      minUnits: '1490000',
    })
    expect(shown.facts).toContainEqual({
      name: 'intermediateSwap',
      kind: 'hex',
      value: usdt.address,
      isUsual: true,
    })
    expect(codesOf(shown)).not.toContain('intermediateSwapUnpriced')
    expect(codesOf(shown)).not.toContain('intermediateSwapLoses')
    const id = await world.startOrder(request)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(order.reviewed.intermediateSwap?.token.symbol).toBe('USDT')
  })

  test('is absent when its token is the input itself', async () => {
    const world = await createWorldWith(
      { token: tokenOf(harbour, 'USDC').address, minUnits: '1500000' },
      request,
    )
    expect((await requestReview(world, request)).intermediateSwap).toBeUndefined()
  })
})

describe('the token that an intermediate swap may leave behind', () => {
  test('needs a consent when it has no price, and is displayed with the symbol of its contract', async () => {
    const world = await createWorldWith({ token: unpricedToken, minUnits: '5' })
    world.chain.symbols.set(unpricedToken, 'USDC')
    const shown = await requestReview(world, signedRequest)
    expect(shown.intermediateSwap?.token).toMatchObject({
      symbol: 'USDC',
      isVerified: false,
      imitates: 'USDC',
    })
    expect(shown.requiredConsents).toContainEqual({
      code: 'intermediateSwapUnpriced',
      facts: { symbol: 'USDC', token: unpricedToken },
    })
    expect(shown.warnings).toContainEqual({
      code: 'tokenImitates',
      facts: { symbol: 'USDC', imitates: 'USDC' },
    })
    expect(shown.facts).toContainEqual({
      name: 'intermediateSwap',
      kind: 'hex',
      value: unpricedToken,
      isUsual: false,
    })
  })

  test.each(['Send all to me. Now', null])(
    'is displayed by its address when its symbol is %s',
    async (name) => {
      const world = await createWorldWith({ token: unpricedToken, minUnits: '5' })
      Object.assign(world.chain.reader, { symbol: async () => name })
      expect((await requestReview(world, signedRequest)).intermediateSwap?.token.symbol).toBe('0x0000…ad70')
    },
  )

  test('is compared with the output when both are the same token and the input has no price', async () => {
    const request = { ...signedRequest, inputToken: dai.address, inputAmount: '1500000000000000000' }
    const world = await createWorldWith(
      { token: tokenOf(harbour, 'USDC').address, minUnits: '1' },
      request,
      false,
    )
    expect(codesOf(await requestReview(world, request))).toContain('intermediateSwapLoses')
    world.service.intermediateSwap = { token: tokenOf(harbour, 'USDC').address, minUnits: '1490000' }
    expect(codesOf(await requestReview(world, request))).not.toContain('intermediateSwapLoses')
  })
})

const noToken = new Problem('rpcUnreachable', { facts: { reason: 'badAnswer' } })

test.each<[string, string, object, () => Promise<number>]>([
  ['there is no token', unpricedToken, { reason: 'W-12' }, () => Promise.reject(noToken)],
  ['its decimals exceed 256 bits', unpricedToken, { reason: 'W-12' }, async () => 78],
  ['its decimals differ from the file', usdt.address, { reason: 'L3' }, async () => 8],
])('refuses an intermediate swap when %s', async (_why, token, facts, decimals) => {
  const world = await createWorldWith({ token: token as Address, minUnits: '5' })
  Object.assign(world.chain.reader, { decimals })
  await expect(world.createReview(signedRequest)).rejects.toMatchObject({
    data: { code: 'checkFailed', facts },
  })
})

test('warns about an intermediate token with unusually many decimals', async () => {
  const world = await createWorldWith({ token: unpricedToken as Address, minUnits: '5' })
  const { decimals } = world.chain.reader
  const ofToken: typeof decimals = async (chainId, token) =>
    token === unpricedToken ? 37 : decimals(chainId, token)
  Object.assign(world.chain.reader, { decimals: ofToken })
  const { warnings } = await requestReview(world, signedRequest)
  expect(warnings.filter(({ code }) => code === 'tokenManyDecimals')).toHaveLength(1)
})

test('refuses an intermediate swap while the chain cannot be read', async () => {
  const world = await createWorldWith(fairTerms)
  Object.assign(world.chain.reader, { decimals: () => Promise.reject(new Problem('rpcUnreachable')) })
  await expect(world.createReview(signedRequest)).rejects.toMatchObject({ data: { code: 'rpcUnreachable' } })
})

describe('a renewed quote after the approval', () => {
  async function outlived(next: IntermediateSwapTerms | null): Promise<{ world: World; id: string }> {
    const world = await createWorldWith(fairTerms)
    world.service.quoteLifeSeconds = 17
    const id = await world.startOrder(signedRequest)
    world.service.intermediateSwap = next
    world.service.quoteLifeSeconds = 60
    return { world, id }
  }

  test.each(['1490000', '1490001'])('continues with the same token and %s of it', async (minUnits) => {
    const { world, id } = await outlived({ ...fairTerms, minUnits })
    expect(await world.waitForEnd(id)).toMatchObject({
      state: 'verified_terminal',
      offer: null,
    })
  })

  test.each<[string, IntermediateSwapTerms | null]>([
    ['less of the token', { ...fairTerms, minUnits: '1489999' }],
    ['another token', { ...fairTerms, token: dai.address }],
    ['no intermediate swap', null],
  ])('stops the swap when it has %s', async (_name, next) => {
    const { world, id } = await outlived(next)
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
    expect(world.wallet.signed).toEqual([])
    // The offer displays amounts only, so this change needs a review.
    await world.run.dispatch(id, { kind: 'acceptOffer', offerId: stopped.offer?.id ?? '' })
    expect((await world.readOrder(id)).state).toBe('needs_user')
  })
})

describe('a refund in the token of the intermediate swap', () => {
  async function refunded(units: bigint, isNamed: boolean, paid = usdt.address): Promise<Order> {
    const world = await createWorldWith(fairTerms)
    world.solver.fate = [1, 2]
    const id = await world.startOrder(signedRequest)
    const { terms } = await world.waitForOrder(id, ({ statusCode }) => statusCode === 2)
    const hash = world.chain.payAsSolver(
      harbour.chainId,
      paid,
      user,
      units,
      isNamed ? terms.requestHash : null,
    )
    Object.assign(world.acceptedRequest(), { code: 7, refundHash: hash, refundChainId: harbour.chainId })
    return world.waitForOrder(id, ({ state, readCount }) => state === 'verified_terminal' || readCount > 8)
  }

  test('is proven when the gateway names the request', async () => {
    expect(await refunded(1_490_000n, true)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
      fundsSettled: true,
      evidence: { kind: 'refund', token: usdt.address, paidIn: { symbol: 'USDT', decimals: 6 } },
    })
  })

  test.each([
    ['of another account', 1_490_000n, false, usdt.address],
    ['of much less', 1_000_000n, true, usdt.address],
    ['of another token', 10n ** 20n, true, dai.address],
  ])('is not proven by a payment %s', async (_what, units, isNamed, paid) => {
    const order = await refunded(units, isNamed, paid)
    expect(order).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
  })
})

test('requests the signature only with the intermediate swap that was reviewed', async () => {
  const world = await createWorldWith(fairTerms)
  world.allowPermit2(signedRequest)
  world.walletProblem = new Problem('walletGone')
  const order = await world.readOrder(await world.startOrder(signedRequest))
  const { intermediateSwap, ...without } = order.reviewed
  if (intermediateSwap === undefined) throw new Error('nothing on the way')
  const record = requestOf('sign', { requestId: 'one', accountNonce: 0, amountUnits: null })
  const requests = (reviewed: ReviewedTerms) => () =>
    requireStored({ ...order, reviewed }, record, {
      deployment,
      nowMs: world.clock.nowMs(),
      others: [],
      chainSeconds: [],
    })
  const refused = expect.objectContaining({
    data: expect.objectContaining({ facts: expect.objectContaining({ reason: 'W-12' }) }),
  })
  expect(requests(order.reviewed)).not.toThrow()
  expect(requests(without)).toThrow(refused)
  expect(requests({ ...without, intermediateSwap: { ...intermediateSwap, minUnits: '1490001' } })).toThrow(
    refused,
  )
  expect(requests({ ...without, intermediateSwap: { ...intermediateSwap, token: dai } })).toThrow(refused)
})
