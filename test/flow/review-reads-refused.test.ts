import { describe, expect, test } from 'vitest'
import { isSameHex, nativeAddress } from '../../lib/base/hex.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import type { OrderTerms } from '../../lib/quote/terms.ts'
import { makeReview } from '../../lib/review/review.ts'
import { readApprovals } from '../../lib/review/review-reads.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, deployment, harbour, island, tokenOf, user } from '../harness/chains.ts'
import { changeHeldQuote, type WireOutput, type WireQuote } from '../harness/honest-quote.ts'
import { requestReview } from '../harness/request-review.ts'
import type { World } from '../harness/world.ts'
import { setPrice } from '../harness/world-actions.ts'
import { withTerms } from '../unit/order/order-fixture.ts'

async function readStoredQuote(world: World, quoteRequest = signedRequest) {
  const outcome = await world.requestQuote(quoteRequest)
  return outcome.held
}

async function reviewChangedQuote(
  quoteRequest: typeof signedRequest,
  change: (quote: WireQuote) => object,
  routeKey?: string,
) {
  const world = await createFundedWorld(quoteRequest)
  const held = await readStoredQuote(world, quoteRequest)
  return makeReview(
    changeHeldQuote(held, (quote) => ({ ...quote, ...change(quote) })),
    account,
    world.reviewPorts,
    routeKey === undefined ? {} : { routeKey },
  )
}

/** Instructions of a chain that is not EVM. */
const foreignTransaction = { data: { instructions: [] } }

describe('the reads of a review', () => {
  test.each<[string, Partial<OrderTerms>, string]>([
    ['a missing spender', { signTypedData: null }, 'D-5'],
    ['a nonce that is used', {}, 'V-4'],
  ])('refuse %s', async (_name, part, reason) => {
    const world = await createFundedWorld(signedRequest)
    const { checked } = await world.createReview(signedRequest)
    const bent = withTerms(checked, part)
    world.chain.ledger.useNonce(harbour.chainId, user, BigInt(bent.terms.permitNonce ?? '0'))
    await expect(readApprovals(bent, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'checkFailed', facts: { reason } },
    })
  })

  test('refuse a spender without code', async () => {
    const world = await createFundedWorld(signedRequest)
    const { checked } = await world.createReview(signedRequest)
    Object.assign(world.chain.reader, { codeAt: async () => '0x' })
    await expect(readApprovals(checked, world.reviewPorts)).rejects.toThrow('D-5')
  })

  test('refuse an output token on a chain that is not in the deployment file, except for a manual route', async () => {
    const world = await createFundedWorld(signedRequest)
    const { checked } = await world.createReview(signedRequest)
    const outputToken = { ...checked.reviewed.outputToken, chainId: 1 }
    const far = { ...checked, reviewed: { ...checked.reviewed, outputToken } }
    await expect(readApprovals(far, world.reviewPorts)).rejects.toThrow('chainNotPinned')
    const coin = { ...outputToken, address: nativeAddress, decimals: 18 }
    const ofCoin = { ...checked, reviewed: { ...checked.reviewed, outputToken: coin } }
    await expect(readApprovals(ofCoin, world.reviewPorts)).rejects.toThrow('chainNotPinned')
    const manual = await world.createReview(manualRequest, account, acrossRoute)
    const reviewed = { ...manual.checked.reviewed, outputToken }
    expect(await readApprovals({ ...manual.checked, reviewed }, world.reviewPorts)).toHaveLength(1)
    const nowhere = { ...world.reviewPorts, deployment: { ...deployment, chains: [] } }
    await expect(readApprovals({ ...manual.checked, reviewed }, nowhere)).rejects.toThrow('chainNotPinned')
  })

  test.each(['inputToken', 'outputToken'] as const)(
    'refuse decimals of the %s that differ from the chain’s',
    async (side) => {
      const world = await createFundedWorld(signedRequest)
      const { checked } = await world.createReview(signedRequest)
      const { [side]: token } = checked.reviewed
      const other = { ...checked.reviewed, [side]: { ...token, decimals: token.decimals + 1 } }
      await expect(readApprovals({ ...checked, reviewed: other }, world.reviewPorts)).rejects.toThrow('L3')
      const coin = { ...token, address: nativeAddress, decimals: 15 }
      const ofCoin = { ...checked.reviewed, [side]: coin }
      await expect(readApprovals({ ...checked, reviewed: ofCoin }, world.reviewPorts)).rejects.toThrow('L3')
    },
  )

  test('simulate nothing when the order sends nothing', async () => {
    const world = await createFundedWorld(depositRequest)
    const { checked } = await world.createReview(depositRequest, null, {
      routeKey: 'deposit',
      pay: 'elsewhere',
    })
    expect(await readApprovals(checked, world.reviewPorts)).toEqual([])
  })
})

describe('a review', () => {
  test('refuses a quote that expired while its transaction was built', async () => {
    const world = await createFundedWorld(manualRequest)
    world.service.changeTxData = (txData) => {
      world.clock.skip(50_000)
      return txData
    }
    await expect(world.createReview(manualRequest, account, acrossRoute)).rejects.toThrow('quoteExpired')
  })

  test('refuses a quote whose order already ended', async () => {
    const world = await createFundedWorld(signedRequest)
    setPrice(world, signedRequest.originChainId, signedRequest.inputToken, '1')
    world.service.quoteLifeSeconds = 80_000
    const outcome = await world.requestQuote(signedRequest)
    world.wallet.behaviours.push('reject')
    const { reviewKey } = await makeReview(outcome.held, account, world.reviewPorts)
    const { id } = await world.run.start(await confirmReview(reviewKey, account, world.reviewPorts))
    await world.run.dispatch(id, { kind: 'stop' })
    await world.waitForEnd(id)
    await expect(makeReview(outcome.held, account, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'checkFailed', facts: { reason: 'X-3' } },
    })
  })

  test('refuses a route of a chain that is not EVM', async () => {
    const foreign = reviewChangedQuote(signedRequest, ({ autoRoute }) => ({
      autoRoute: autoRoute && { ...autoRoute, userOp: 'tx', txData: foreignTransaction },
    }))
    await expect(foreign).rejects.toThrow('routeUnusable reason=unsupported')
  })

  test.each([
    { inputToken: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    { destinationChainId: 89999, outputToken: 'So11111111111111111111111111111111111111112' },
  ])('refuses a token of a chain that is not EVM, whatever its route claims: %j', async (other) => {
    const world = await createFundedWorld(signedRequest)
    const held = await readStoredQuote(world)
    const quoteRequest = { ...held.request, ...other }
    await expect(makeReview({ ...held, request: quoteRequest }, account, world.reviewPorts)).rejects.toThrow(
      'routeUnusable reason=unsupported',
    )
  })

  test('reports routeUnusable for a missing choice and noRoute when all routes are gone', async () => {
    await expect(reviewChangedQuote(manualRequest, () => ({}), 'manual:Stargate:')).rejects.toThrow(
      'routeUnusable reason=gone',
    )
    await expect(
      reviewChangedQuote(manualRequest, () => ({ autoRoute: null, manualRoutes: [] }), 'manual:Across:'),
    ).rejects.toThrow('noRoute')
  })

  test('finds the automatic route again under another label', async () => {
    const checked = await reviewChangedQuote(signedRequest, () => ({}), 'auto:sign:Exchange Protocol:FASTEST')
    expect(checked.checked.kind).toBe('signed')
  })

  test('refuses an origin that is not in the deployment file', async () => {
    const world = await createFundedWorld(signedRequest)
    const held = await readStoredQuote(world)
    const nowhere = { ...world.reviewPorts, deployment: { ...deployment, chains: [] } }
    await expect(makeReview(held, account, nowhere)).rejects.toMatchObject({
      data: { code: 'chainNotPinned', facts: { chainId: String(harbour.chainId) } },
    })
  })
})

test.each([
  ['serviceRefused', 'routeUnusable reason=notBuilt'],
  ['serviceFailed', 'routeUnusable reason=notBuilt'],
  ['serviceAnswerInvalid', 'routeUnusable reason=notBuilt'],
  ['serviceTimeout', 'serviceTimeout'],
] as const)('building a manual route answers %s with %s', async (code, reported) => {
  const world = await createFundedWorld(manualRequest)
  world.service.faults.build.push({ code })
  await expect(world.createReview(manualRequest, account, acrossRoute)).rejects.toThrow(reported)
})

test('refuses a signed route without typed data', async () => {
  const unsigned = reviewChangedQuote(signedRequest, ({ autoRoute }) => ({
    autoRoute: { ...autoRoute, signTypedData: null },
  }))
  await expect(unsigned).rejects.toMatchObject({
    data: { code: 'serviceAnswerInvalid', facts: { path: '$.autoRoute.signTypedData' } },
  })
})

/** 1.5 USDC for another token. The amounts alone show no loss. */
const otherTokenRequest: QuoteRequest = { ...signedRequest, outputToken: tokenOf(island, 'DAI').address }
const unusedAddress = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const unlisted = '0x00000000000000000000000000000000000bad70'

/** Returns a change that sets the dollar values of a quote, and further output fields. */
const setValues = (inUsd: string | null, outUsd: string | null, more: Partial<WireOutput> = {}) => {
  return (quote: WireQuote): WireQuote => ({
    ...quote,
    input: { ...quote.input, priceInUsd: null, valueInUsd: inUsd },
    autoRoute: quote.autoRoute && {
      ...quote.autoRoute,
      output: {
        ...quote.autoRoute.output,
        effectiveAmount: null,
        priceInUsd: null,
        valueInUsd: outUsd,
        ...more,
      },
    },
  })
}

/** Lowers the promised output of a quote to its minimum. */
const promiseMinimum = (quote: WireQuote): WireQuote => ({
  ...quote,
  autoRoute: quote.autoRoute && {
    ...quote.autoRoute,
    output: { ...quote.autoRoute.output, amount: quote.autoRoute.output.minAmountOut },
  },
})

const oddToken = {
  chainId: island.chainId,
  address: unlisted,
  // Latin and Cyrillic letters.
  name: 'Uй',
  symbol: 'U5',
  decimals: 18,
  logoURI: null,
  isVerified: false,
} as const

test.each<[string, QuoteRequest, ((quote: WireQuote) => WireQuote) | 'lessThanPromised', readonly object[]]>([
  [
    'the output has no price',
    otherTokenRequest,
    setValues(null, null),
    [{ code: 'priceUnknown', facts: {} }],
  ],
  [
    'it loses value by the service’s prices alone',
    otherTokenRequest,
    (quote) => promiseMinimum(setValues('100', '94')(quote)),
    [
      { code: 'valueLoss', facts: { percent: '6.00', dollars: '6' } },
      { code: 'priceNotIndependent', facts: {} },
    ],
  ],
  [
    'its costs exceed its output by the service’s figures',
    otherTokenRequest,
    (quote) => promiseMinimum(setValues('100', '94', { effectiveValueInUsd: '-6' })(quote)),
    [
      { code: 'costsMoreThanItBrings', facts: {} },
      { code: 'valueLoss', facts: { percent: '106.00', dollars: '106' } },
      { code: 'priceNotIndependent', facts: {} },
    ],
  ],
  [
    'only the guaranteed minimum loses much value',
    signedRequest,
    'lessThanPromised',
    [{ code: 'valueLossAtMinimum', facts: { percent: '5.18', dollars: '0.077648' } }],
  ],
  [
    'a contract receives it',
    { ...signedRequest, receiverAddress: island.permit2 },
    (quote) => quote,
    [{ code: 'receiverContract', facts: {} }],
  ],
  [
    'the receiver is unused',
    { ...signedRequest, receiverAddress: unusedAddress },
    (quote) => quote,
    [{ code: 'receiverUnused', facts: {} }],
  ],
  [
    'the output token imitates another name',
    { ...signedRequest, outputToken: unlisted },
    setValues('1.5', '1.5', { token: oddToken }),
    [
      { code: 'priceNotIndependent', facts: {} },
      { code: 'tokenUnverified', facts: { symbol: 'U5' } },
      { code: 'tokenOddlyNamed', facts: { symbol: 'U5' } },
    ],
  ],
])('warns in the review when %s', async (_why, request, changed, warnings) => {
  const world = await createFundedWorld(request, { allowed: true })
  // A minimum half a percent below the promise is enough for the warning.
  if (changed === 'lessThanPromised') world.service.permille = 953n
  else world.service.changeQuote = changed
  expect((await requestReview(world, request)).warnings).toEqual(warnings)
})

test.each([
  ['does not have', '0x', [{ code: 'receiverNotDeployed', facts: {} }]],
  ['has too', '0x6080', []],
] as const)(
  'warns of a contract account only if the receiving chain %s it',
  async (_when, there, warnings) => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { codeAt } = world.chain.reader
    world.chain.reader.codeAt = async (chainId, address) => {
      if (!isSameHex(address, user)) return codeAt(chainId, address)
      return chainId === signedRequest.originChainId ? '0x6080' : there
    }
    expect((await requestReview(world, signedRequest)).warnings).toEqual(warnings)
  },
)

test.each([
  [36, false],
  [37, true],
  [77, true],
])('warns about a token of %i decimals: %s', async (decimals, isWarned) => {
  const request = { ...signedRequest, outputToken: unlisted }
  const world = await createFundedWorld(request, { allowed: true })
  const { decimals: read } = world.chain.reader
  const ofToken: typeof read = async (chainId, token) =>
    token === unlisted ? decimals : read(chainId, token)
  Object.assign(world.chain.reader, { decimals: ofToken })
  world.service.changeQuote = setValues('100', '99', { token: { ...oddToken, decimals } })
  const { warnings } = await requestReview(world, request)
  const said = { code: 'tokenManyDecimals', facts: { symbol: 'U5', decimals: String(decimals) } }
  expect(warnings.filter(({ code }) => code === 'tokenManyDecimals')).toEqual(isWarned ? [said] : [])
})
