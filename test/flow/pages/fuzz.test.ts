import { expect, test } from 'vitest'
import { fuzzPages } from '../../fuzz/fuzz-pages.ts'

test('M2: a hundred thousand messages have no forbidden effect', async () => {
  expect(await fuzzPages(100_000, 20_261_121)).toEqual([])
})
