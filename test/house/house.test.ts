import { expect, it } from 'vitest'
import { measureHouse } from './measures.ts'

it.each(measureHouse())('$name: at most $most', ({ value, most, among }) => {
  expect(value, among?.join('\n')).toBeLessThanOrEqual(most)
})
