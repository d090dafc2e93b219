import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import { createQuoteView } from '../../lib/quote/quote-view.ts'
import { makeReview } from '../../lib/review/review.ts'
import {
  createFundedWorld,
  depositRequest,
  nativeRequest,
  signedRequest,
  usdtRequest,
} from '../harness/actions.ts'
import { account, deployment, harbour, user } from '../harness/chains.ts'
import { changeHeldQuote, type WireQuote } from '../harness/honest-quote.ts'
import type { World } from '../harness/world.ts'

async function reviewChanged(
  world: World,
  quoteRequest: typeof signedRequest,
  tamper: (quote: WireQuote) => WireQuote,
) {
  const outcome = await world.requestQuote(quoteRequest)
  return makeReview(changeHeldQuote(outcome.held, tamper), account, world.reviewPorts)
}

test.each<[string, typeof signedRequest, bigint | null, readonly string[]]>([
  ['one approval', signedRequest, null, ['approve 1500000']],
  ['none with a sufficient allowance', signedRequest, 1_500_000n, []],
  ['a reset and an approval of a USDT', usdtRequest, 3n, ['resetApproval 0', 'approve 1500000']],
  ['none for the native asset', nativeRequest, null, []],
])('a review lists the wallet requests to come: %s', async (_name, quoteRequest, allowed, requested) => {
  const world = await createFundedWorld(quoteRequest)
  if (allowed !== null) world.allowPermit2(quoteRequest, allowed)
  const { approvals, checked } = await world.createReview(quoteRequest)
  expect(approvals.map((one) => `${one.purpose} ${one.amountUnits}`)).toEqual(requested)
  expect(checked.kind).toBe(quoteRequest === nativeRequest ? 'native' : 'signed')
  expect(checked.reviewed.minAmountOut).toBe(checked.terms.minAmountOut)
  expect(world.wallet.prompts).toEqual([])
})

test.each([
  ['signed', signedRequest, null],
  ['native', nativeRequest, null],
  ['deposit', depositRequest, 'deposit'],
] as const)('a %s quote can be reviewed as long as the form says', async (_name, request, routeKey) => {
  const world = await createFundedWorld(request)
  const { quoteKey, held } = await world.requestQuote(request)
  const quote = createQuoteView(quoteKey, held, deployment, { routeKey, sort: 'output' })
  await world.advanceTime((quote?.expiresMs ?? 0) - world.clock.nowMs() - 1)
  const choice = routeKey === null ? {} : { routeKey }
  expect((await makeReview(held, account, world.reviewPorts, choice)).checked.terms).toBeDefined()
})

describe('a review stops before any prompt', () => {
  test.each<[string, typeof signedRequest, (world: World) => void, string]>([
    [
      'without balance',
      signedRequest,
      (world) => takeBalance(world, signedRequest.inputToken),
      'balanceTooLow',
    ],
    [
      'without gas for the approval',
      signedRequest,
      (world) => takeBalance(world, nativeAddress),
      'gasTooLow',
    ],
    [
      'without the native amount',
      nativeRequest,
      (world) => takeBalance(world, nativeAddress),
      'balanceTooLow',
    ],
    [
      'without gas for a native swap of the whole balance',
      nativeRequest,
      (world) => takeBalance(world, nativeAddress, BigInt(nativeRequest.inputAmount)),
      'gasTooLow',
    ],
    [
      'with less native currency left than the chain’s reserve',
      nativeRequest,
      (world) => {
        const units = BigInt(nativeRequest.inputAmount)
        takeBalance(world, nativeAddress, units + units / 20n)
        world.reserveUnits = units / 15n
      },
      'gasTooLow',
    ],
    [
      'when the call would fail',
      nativeRequest,
      ({ chain }) => Object.assign(chain, { simulation: 'reverted' }),
      'wouldFail',
    ],
    [
      'when no node answers',
      signedRequest,
      ({ chain }) => Object.assign(chain, { isDown: true }),
      'rpcUnreachable',
    ],
    [
      'when the quote has too little life',
      signedRequest,
      ({ service }) => Object.assign(service, { quoteLifeSeconds: 15 }),
      'checkFailed reason=X-4',
    ],
  ])('%s', async (_name, quoteRequest, arrange, problem) => {
    const world = await createFundedWorld(quoteRequest)
    arrange(world)
    await expect(world.createReview(quoteRequest)).rejects.toThrow(problem)
    expect(world.wallet.prompts).toEqual([])
  })

  test.each<[string, (quote: WireQuote) => WireQuote, string]>([
    ['another receiver', (quote) => ({ ...quote, receiverAddress: harbour.permit2 }), 'X-1'],
    ['another amount', (quote) => ({ ...quote, input: { ...quote.input, amount: '1500001' } }), 'X-1'],
    [
      'other decimals than the package (L3)',
      (quote) => withDecimals(quote, 7),
      'path=$.input.token.decimals',
    ],
    ['no route', (quote) => ({ ...quote, autoRoute: null }), 'noRoute'],
  ])('when the quote has %s', async (_name, tamper, reason) => {
    const world = await createFundedWorld(signedRequest)
    await expect(reviewChanged(world, signedRequest, tamper)).rejects.toThrow(reason)
  })

  test('when the destination chain is not in the deployment file, for any token', async () => {
    const world = await createFundedWorld(signedRequest)
    const outcome = await world.requestQuote(signedRequest)
    const chains = world.reviewPorts.deployment.chains.filter(
      ({ chainId }) => chainId !== signedRequest.destinationChainId,
    )
    const ports = { ...world.reviewPorts, deployment: { ...world.reviewPorts.deployment, chains } }
    const { held } = outcome
    await expect(makeReview(held, account, ports)).rejects.toThrow('chainNotPinned')
    const quoteRequest = { ...held.request, outputToken: nativeAddress }
    await expect(makeReview({ ...held, request: quoteRequest }, account, ports)).rejects.toThrow(
      'chainNotPinned',
    )
  })

  test('when the quote is indicative or for another account', async () => {
    const world = await createFundedWorld(signedRequest)
    const indicative = await world.quotes.quote(
      'view',
      { ...signedRequest, userAddress: null, receiverAddress: null },
      null,
    )
    if (indicative.kind !== 'quote') throw new Error(indicative.kind)
    expect(indicative.held.executable).toBe(false)
    await expect(makeReview(indicative.held, null, world.reviewPorts)).rejects.toThrow('walletNotConnected')
    await expect(makeReview(indicative.held, account, world.reviewPorts)).rejects.toThrow('quoteExpired')
    const mine = await world.quotes.quote('view', signedRequest, account)
    if (mine.kind !== 'quote') throw new Error(mine.kind)
    const other = { ...account, address: harbour.permit2 }
    await expect(makeReview(mine.held, other, world.reviewPorts)).rejects.toThrow('quoteExpired')
  })
})

describe('the confirmation of a review', () => {
  test('refuses an invented key, no wallet, another account and an expired quote', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    const other = { ...account, address: harbour.permit2 }
    await expect(confirmReview('made up', account, world.reviewPorts)).rejects.toThrow('quoteExpired')
    await expect(confirmReview(reviewKey, null, world.reviewPorts)).rejects.toThrow('walletNotConnected')
    await expect(confirmReview(reviewKey, other, world.reviewPorts)).rejects.toThrow('walletWrongAccount')
    await world.advanceTime(45_000)
    await expect(confirmReview(reviewKey, account, world.reviewPorts)).rejects.toThrow('quoteExpired')
  })
})

describe('the quote service', () => {
  test('drops the response to a request that a newer one replaced', async () => {
    const world = await createFundedWorld(signedRequest)
    world.service.faults.quote.push({ code: 'serviceTimeout', delayMs: 10_000 })
    const first = world.quotes.quote('view', signedRequest, account)
    await world.settle()
    const second = world.quotes.quote('view', signedRequest, account)
    expect(await second).toMatchObject({ kind: 'quote' })
    await world.advanceTime(20_000)
    expect(await first).toEqual({ kind: 'superseded' })
  })

  test('stores a quote for five minutes, also over a restart', async () => {
    const world = await createFundedWorld(signedRequest)
    const outcome = await world.requestQuote(signedRequest)
    await world.restart()
    expect(await world.quotes.readQuote(outcome.quoteKey)).toEqual(outcome.held)
    await world.advanceTime(300_001)
    await expect(world.quotes.readQuote(outcome.quoteKey)).rejects.toThrow('quoteExpired')
  })
})

function takeBalance(world: World, token: string, left = 0n): void {
  const { ledger } = world.chain
  ledger.give(harbour.chainId, token, user, left - ledger.balance(harbour.chainId, token, user))
}

function withDecimals(quote: WireQuote, decimals: number): WireQuote {
  return { ...quote, input: { ...quote.input, token: { ...quote.input.token, decimals } } }
}
