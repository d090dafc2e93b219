import { describe, expect, test } from 'vitest'
import type { Address } from '../../lib/base/hex.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { payElsewhere } from '../harness/deposits.ts'
import { requestReview } from '../harness/request-review.ts'

/** Returns the warnings of a review about a token that keeps `transferFeeBps` of each transfer. */
async function readFeeWarnings(
  request: QuoteRequest,
  transferFeeBps: bigint,
  choice: ReviewChoice = {},
  roundingUnits = 0n,
) {
  const world = await createFundedWorld(request)
  world.chain.transferFeeBps.set(request.inputToken as Address, transferFeeBps)
  world.chain.roundingUnits.set(request.inputToken as Address, roundingUnits)
  const { warnings } = await requestReview(world, request, choice)
  return warnings.filter(({ code }) => code === 'tokenKeepsPart').map(({ facts }) => facts)
}

describe('L6: a token that keeps a part of each transfer', () => {
  test.each<[string, QuoteRequest, ReviewChoice]>([
    ['signed', signedRequest, {}],
    ['through the inbox', inboxRequest, {}],
    ['on a manual route', manualRequest, acrossRoute],
    ['paid as a deposit', depositRequest, { routeKey: 'deposit' }],
  ])('is reported before a swap: %s', async (_way, request, choice) => {
    expect(await readFeeWarnings(request, 100n, choice)).toEqual([{ symbol: 'USDC', percent: '1.00' }])
    expect(await readFeeWarnings(request, 0n, choice)).toEqual([])
  })

  test('is reported with the exact percentage, rounded up', async () => {
    expect(await readFeeWarnings({ ...signedRequest, inputAmount: '1500000' }, 3n)).toEqual([
      { symbol: 'USDC', percent: '0.03' },
    ])
    // 1 of 10,000 units.
    expect(await readFeeWarnings({ ...signedRequest, inputAmount: '10000' }, 1n)).toEqual([
      { symbol: 'USDC', percent: '0.01' },
    ])
    expect(await readFeeWarnings(signedRequest, 10_000n)).toEqual([{ symbol: 'USDC', percent: '100.00' }])
  })

  test('is not reported when the token only rounds its shares, like stETH', async () => {
    expect(await readFeeWarnings(signedRequest, 0n, {}, 1n)).toEqual([])
    expect(await readFeeWarnings(signedRequest, 0n, {}, 2n)).toEqual([])
    expect(await readFeeWarnings(signedRequest, 0n, {}, 3n)).toEqual([{ symbol: 'USDC', percent: '0.01' }])
    // Two smallest units of such a small amount are a fee.
    expect(await readFeeWarnings({ ...signedRequest, inputAmount: '10000' }, 0n, {}, 2n)).toEqual([
      { symbol: 'USDC', percent: '0.02' },
    ])
  })

  test('is not reported when the wallet sends none of it', async () => {
    expect(await readFeeWarnings(nativeRequest, 100n)).toEqual([])
    expect(await readFeeWarnings(depositRequest, 100n, payElsewhere)).toEqual([])
  })
})
