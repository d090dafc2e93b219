import { expect, test } from 'vitest'
import { fuzzDesk } from '../../fuzz/fuzz-desk.ts'

test('M2: a hundred thousand messages, and none has an effect that it should not have', async () => {
  expect(await fuzzDesk(100_000, 20_261_121)).toEqual([])
}, 120_000)
