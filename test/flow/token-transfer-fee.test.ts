import { describe, expect, test } from 'vitest'
import type { Address } from '../../lib/base/hex.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { across, depositAsk, fund, inboxAsk, manualAsk, nativeAsk, signedAsk } from '../harness/actions.ts'
import { reviewShown } from '../harness/request-review.ts'
import { createWorld } from '../harness/world.ts'

/** Returns the warnings of a review about a token that keeps `keepsBps` of each transfer. */
async function told(ask: QuoteRequest, keepsBps: bigint, choice: ReviewChoice = {}, roundsUnits = 0n) {
  const world = await createWorld('memory')
  fund(world, ask)
  world.chain.keepsBps.set(ask.inputToken as Address, keepsBps)
  world.chain.roundsUnits.set(ask.inputToken as Address, roundsUnits)
  const { warnings } = await reviewShown(world, ask, choice)
  return warnings.filter(({ code }) => code === 'tokenKeepsPart').map(({ facts }) => facts)
}

describe('L6: a token that keeps a part of each transfer', () => {
  test.each<[string, QuoteRequest, ReviewChoice]>([
    ['signed', signedAsk, {}],
    ['through the inbox', inboxAsk, {}],
    ['on a manual route', manualAsk, across],
    ['paid as a deposit', depositAsk, { routeKey: 'deposit' }],
  ])('is reported before a swap: %s', async (_way, ask, choice) => {
    expect(await told(ask, 100n, choice)).toEqual([{ symbol: 'USDC', percent: '1.00' }])
    expect(await told(ask, 0n, choice)).toEqual([])
  })

  test('is reported with the exact percentage, rounded up', async () => {
    expect(await told({ ...signedAsk, inputAmount: '1500000' }, 3n)).toEqual([
      { symbol: 'USDC', percent: '0.03' },
    ])
    // 1 of 10,000 units.
    expect(await told({ ...signedAsk, inputAmount: '10000' }, 1n)).toEqual([
      { symbol: 'USDC', percent: '0.01' },
    ])
    expect(await told(signedAsk, 10_000n)).toEqual([{ symbol: 'USDC', percent: '100.00' }])
  })

  test('is not reported when the token only rounds its shares, like stETH', async () => {
    expect(await told(signedAsk, 0n, {}, 1n)).toEqual([])
    expect(await told(signedAsk, 0n, {}, 2n)).toEqual([])
    expect(await told(signedAsk, 0n, {}, 3n)).toEqual([{ symbol: 'USDC', percent: '0.01' }])
    // Two smallest units of such a small amount are a fee.
    expect(await told({ ...signedAsk, inputAmount: '10000' }, 0n, {}, 2n)).toEqual([
      { symbol: 'USDC', percent: '0.02' },
    ])
  })

  test('is not reported when the wallet sends none of it', async () => {
    expect(await told(nativeAsk, 100n)).toEqual([])
    expect(await told(depositAsk, 100n, { routeKey: 'deposit', pay: 'elsewhere' })).toEqual([])
  })
})
