import { describe, expect, test } from 'vitest'
import { across, fund, manualAsk } from './world/drive.ts'
import { harbour } from './world/places.ts'
import { reviewShown } from './world/review-shown.ts'
import { createWorld } from './world/world.ts'

describe('the review of a native fee', () => {
  test('names one figure, in the costs as in the step', async () => {
    const world = await createWorld()
    fund(world, manualAsk)
    world.service.nativeFee = 3n
    const shown = await reviewShown(world, manualAsk, across)
    expect(shown.steps.at(-1)?.nativeFeeUnits).toBe('3')
    const native = shown.quote.fees.filter(({ kind }) => kind === 'native')
    expect(native.map(({ amount, token }) => [amount, token.symbol])).toEqual([
      ['3', harbour.currency?.symbol],
    ])
    expect(shown.quote.totalFeeInUsd).toBeNull()
  })
})
