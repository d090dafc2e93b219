import { expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, signedRequest } from '../harness/actions.ts'
import { island, tokenOf } from '../harness/chains.ts'
import type { WireOutput, WireQuote } from '../harness/honest-quote.ts'
import { requestReview } from '../harness/request-review.ts'
import { createWorld } from '../harness/world.ts'

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
  [36, false],
  [37, true],
  [77, true],
])('warns about a token of %i decimals: %s', async (decimals, isWarned) => {
  const world = await createWorld()
  const request = { ...signedRequest, outputToken: unlisted }
  world.fund(request)
  world.allowPermit2(request)
  const { decimals: read } = world.chain.reader
  const ofToken: typeof read = async (chainId, token) =>
    token === unlisted ? decimals : read(chainId, token)
  Object.assign(world.chain.reader, { decimals: ofToken })
  world.service.changeQuote = setValues('100', '99', { token: { ...oddToken, decimals } })
  const { warnings } = await requestReview(world, request)
  const said = { code: 'tokenManyDecimals', facts: { symbol: 'U5', decimals: String(decimals) } }
  expect(warnings.filter(({ code }) => code === 'tokenManyDecimals')).toEqual(isWarned ? [said] : [])
})
