import { expect, it } from 'vitest'
import { measureHouse } from './measures.ts'

/** Figures that are above their goal: none may grow, and what has come within its goal goes from here. */
const soFar: { readonly [name: string]: number } = {}

it.each(measureHouse())('$name: at most $most', ({ name, value, most, among }) => {
  const allowed = soFar[name] ?? most
  expect(value, among?.join('\n')).toBeLessThanOrEqual(allowed)
  expect(name in soFar && value <= most, `${name} is within its goal: take it out of the list`).toBe(false)
})
