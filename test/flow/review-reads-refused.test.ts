import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { OrderTerms } from '../../lib/order/order-parts.ts'
import { makeReview, orderOf } from '../../lib/review/review.ts'
import { reviewReads } from '../../lib/review/review-reads.ts'
import type { AutoRoute, Quote } from '../../lib/service/quote-result.ts'
import {
  account,
  across,
  begin,
  depositAsk,
  fund,
  isAtRest,
  manualAsk,
  review,
  signedAsk,
  until,
} from '../harness/actions.ts'
import { deployment, harbour, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'
import { withTerms } from '../unit/order/order-fixture.ts'

async function start(ask = signedAsk): Promise<World> {
  const world = await createWorld('memory')
  fund(world, ask)
  return world
}

async function heldQuote(world: World, ask = signedAsk) {
  const outcome = await world.quotes.quote('view', ask, account)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  return outcome.held
}

async function reviewOf(ask: typeof signedAsk, change: (quote: Quote) => Partial<Quote>, routeKey?: string) {
  const world = await start(ask)
  const held = await heldQuote(world, ask)
  const { result } = held.response
  const response = { ...held.response, result: { ...result, ...change(result) } }
  return makeReview(
    { ...held, response },
    account,
    world.reviewPorts,
    routeKey === undefined ? {} : { routeKey },
  )
}

describe('the reads of a review', () => {
  test.each<[string, Partial<OrderTerms>, string]>([
    ['a missing spender', { signTypedData: null }, 'D-5'],
    ['a nonce that is used', {}, 'V-4'],
  ])('refuse %s', async (_name, part, reason) => {
    const world = await start()
    const { checked } = await review(world, signedAsk)
    const bent = withTerms(checked, part)
    world.chain.ledger.useNonce(harbour.chainId, user, BigInt(bent.terms.permitNonce ?? '0'))
    await expect(reviewReads(bent, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'checkFailed', facts: { reason } },
    })
  })

  test('refuse a spender without code', async () => {
    const world = await start()
    const { checked } = await review(world, signedAsk)
    Object.assign(world.chain.reader, { codeAt: async () => '0x' })
    await expect(reviewReads(checked, world.reviewPorts)).rejects.toThrow('D-5')
  })

  test('refuse an output token on a chain that is not in the deployment file, except for a manual route', async () => {
    const world = await start()
    const { checked } = await review(world, signedAsk)
    const outputToken = { ...checked.reviewed.outputToken, chainId: 1 }
    const far = { ...checked, reviewed: { ...checked.reviewed, outputToken } }
    await expect(reviewReads(far, world.reviewPorts)).rejects.toThrow('destinationNotPinned')
    const coin = { ...outputToken, address: nativeAddress, decimals: 18 }
    const ofCoin = { ...checked, reviewed: { ...checked.reviewed, outputToken: coin } }
    await expect(reviewReads(ofCoin, world.reviewPorts)).rejects.toThrow('destinationNotPinned')
    const manual = await review(world, manualAsk, account, across)
    const reviewed = { ...manual.checked.reviewed, outputToken }
    expect(await reviewReads({ ...manual.checked, reviewed }, world.reviewPorts)).toHaveLength(1)
    const nowhere = { ...world.reviewPorts, deployment: { ...deployment, chains: [] } }
    await expect(reviewReads({ ...manual.checked, reviewed }, nowhere)).rejects.toThrow('chainNotPinned')
  })

  test.each(['inputToken', 'outputToken'] as const)(
    'refuse decimals of the %s that differ from the chain’s',
    async (side) => {
      const world = await start()
      const { checked } = await review(world, signedAsk)
      const { [side]: token } = checked.reviewed
      const other = { ...checked.reviewed, [side]: { ...token, decimals: token.decimals + 1 } }
      await expect(reviewReads({ ...checked, reviewed: other }, world.reviewPorts)).rejects.toThrow('L3')
      const coin = { ...token, address: nativeAddress, decimals: 15 }
      const ofCoin = { ...checked.reviewed, [side]: coin }
      await expect(reviewReads({ ...checked, reviewed: ofCoin }, world.reviewPorts)).rejects.toThrow('L3')
    },
  )

  test('simulate nothing when the order sends nothing', async () => {
    const world = await start(depositAsk)
    const { checked } = await review(world, depositAsk, null, { routeKey: 'deposit', pay: 'elsewhere' })
    expect(await reviewReads(checked, world.reviewPorts)).toEqual([])
  })
})

describe('a review', () => {
  test('refuses a quote that expired while its transaction was built', async () => {
    const world = await start(manualAsk)
    world.service.bend = (txData) => {
      world.clock.jump(50_000)
      return txData
    }
    await expect(review(world, manualAsk, account, across)).rejects.toThrow('quoteExpired')
  })

  test('refuses a quote whose order already ended', async () => {
    const world = await start()
    world.service.quoteLifeSeconds = 80_000
    const outcome = await world.quotes.quote('view', signedAsk, account)
    if (outcome.kind !== 'quote') throw new Error(outcome.kind)
    world.wallet.moods.push('reject')
    const { reviewKey } = await makeReview(outcome.held, account, world.reviewPorts)
    const { id } = await world.run.start(await orderOf(reviewKey, account, world.reviewPorts))
    await world.run.dispatch(id, { kind: 'abandon' })
    await until(world, id, isAtRest)
    await expect(makeReview(outcome.held, account, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'checkFailed', facts: { reason: 'X-3' } },
    })
  })

  test('refuses a route of a chain that is not EVM', async () => {
    const foreign = reviewOf(signedAsk, ({ autoRoute }) => ({
      autoRoute: autoRoute === null ? null : { ...autoRoute, isForeign: true },
    }))
    await expect(foreign).rejects.toThrow('routeNotHere')
  })

  test('refuses a token of a chain that is not EVM, whatever its route claims', async () => {
    const world = await start()
    const held = await heldQuote(world)
    const ask = { ...held.ask, inputToken: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }
    await expect(makeReview({ ...held, ask }, account, world.reviewPorts)).rejects.toThrow('routeNotHere')
  })

  test('reports routeGone for a missing choice and noRoute when all routes are gone', async () => {
    await expect(reviewOf(manualAsk, () => ({}), 'manual:Stargate:')).rejects.toThrow('routeGone')
    await expect(
      reviewOf(manualAsk, () => ({ autoRoute: null, manualRoutes: [] }), 'manual:Across:'),
    ).rejects.toThrow('noRoute')
  })

  test('finds the automatic route again under another label', async () => {
    const checked = await reviewOf(signedAsk, () => ({}), 'auto:sign:Exchange Protocol:FASTEST')
    expect(checked.checked.kind).toBe('signed')
  })

  test('refuses an origin that is not in the deployment file', async () => {
    const world = await start()
    const held = await heldQuote(world)
    const nowhere = { ...world.reviewPorts, deployment: { ...deployment, chains: [] } }
    await expect(makeReview(held, account, nowhere)).rejects.toMatchObject({
      data: { code: 'chainNotPinned', facts: { chainId: String(harbour.chainId) } },
    })
  })

  test('gives a quote without an expiry one minute, next to orders without a request hash', async () => {
    const world = await start(manualAsk)
    world.solver.fate = []
    await until(world, await begin(world, manualAsk, account, across), ({ state }) => state !== 'confirmed')
    const held = await heldQuote(world, manualAsk)
    const { result } = held.response
    const manualRoutes = result.manualRoutes.map((route) => ({ ...route, quoteExpirySeconds: null }))
    const response = { ...held.response, result: { ...result, manualRoutes } }
    const { checked } = await makeReview({ ...held, response }, account, world.reviewPorts, across)
    expect(checked.terms.quoteExpirySeconds).toBe(Math.floor(world.clock.nowMs() / 1000) + 60)
    await expect(makeReview(held, account, world.reviewPorts)).resolves.toMatchObject({
      checked: { kind: 'signed' },
    })
  })
})

describe('building a manual route', () => {
  test.each([
    ['serviceFailed', 'routeNotBuilt'],
    ['serviceBadShape', 'routeNotBuilt'],
    ['serviceTimeout', 'serviceTimeout'],
  ] as const)('answers %s with %s', async (code, told) => {
    const world = await start(manualAsk)
    world.service.faults.build.push({ code })
    await expect(review(world, manualAsk, account, across)).rejects.toMatchObject({ data: { code: told } })
  })
})

test('refuses a sent automatic route where a signed one was requested', async () => {
  const sent = reviewOf(signedAsk, ({ autoRoute }) => ({
    autoRoute: { ...(autoRoute as AutoRoute), signTypedData: null },
  }))
  await expect(sent).rejects.toMatchObject({ data: { facts: { reason: 'T-1' } } })
})
