import { describe, expect, test } from 'vitest'
import type { ReviewChoice } from '../../lib/flow/review.ts'
import type { Ask } from '../../lib/swap/ask.ts'
import { across, allow, fund, manualAsk, nativeAsk, signedAsk } from './world/drive.ts'
import { harbour, user } from './world/places.ts'
import { reviewShown } from './world/review-shown.ts'
import { createWorld } from './world/world.ts'

const units = BigInt(signedAsk.inputAmount)

async function told(ask: Ask, allowed: bigint, choice: ReviewChoice = {}) {
  const world = await createWorld('memory')
  fund(world, ask)
  allow(world, ask, allowed)
  for (const target of harbour.manualTargets) {
    world.chain.ledger.allow(harbour.chainId, ask.inputToken, user, allowed, target)
  }
  const { warnings } = await reviewShown(world, ask, choice)
  return warnings.filter(({ code }) => code.startsWith('allowance'))
}

describe('an approval from before', () => {
  test.each([0n, units - 1n, units])('of %s units leaves nothing after the swap', async (allowed) => {
    expect(await told(signedAsk, allowed)).toEqual([])
  })

  test('that is larger is told with what is left', async () => {
    expect(await told(signedAsk, units + 2_500_000n)).toEqual([
      { code: 'allowanceLarger', facts: { symbol: 'USDC', spender: 'Permit2', amount: '2.5 USDC' } },
    ])
    expect(await told(manualAsk, units + 1n, across)).toEqual([
      { code: 'allowanceLarger', facts: { symbol: 'USDC', amount: '0.000001 USDC' } },
    ])
  })

  test.each([1n << 159n, (1n << 160n) - 1n, (1n << 256n) - 1n])(
    'without limit is told: %s',
    async (allowed) => {
      const facts = { symbol: 'USDC', spender: 'Permit2' }
      expect(await told(signedAsk, allowed)).toEqual([{ code: 'allowanceUnlimited', facts }])
    },
  )

  test('is nobody’s worry where nothing is approved', async () => {
    expect(await told(nativeAsk, 1n << 200n)).toEqual([])
  })
})
