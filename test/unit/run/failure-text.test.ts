import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failureText } from '../../run/failure-text.ts'

/** The error text in vitest's report. */
function stackOf(action: () => void): string {
  try {
    action()
  } catch (error) {
    return (error as Error).stack ?? ''
  }
  throw new Error('nothing was thrown')
}

test('prints an assertion in one line without its stack', () => {
  expect(failureText(stackOf(() => expect([1]).toEqual([2])))).toBe(
    'AssertionError: expected [ 1 ] to deeply equal [ 2 ]',
  )
})

test('prints a property with its seed, its path, its counterexample and its error', () => {
  const isShort = fc.property(fc.array(fc.nat()), (all) => {
    expect(all.length, 'a long\nlist').toBeLessThan(5)
  })
  const text = failureText(stackOf(() => fc.assert(isShort, { seed: 7 })))
  expect(text).toMatch(
    /^Error: Property failed after \d+ tests? \{ seed: 7, path: "[\d:]+", endOnFailure: true \}/,
  )
  expect(text).toMatch(
    /Counterexample: \[\[0,0,0,0,0\]\] Shrunk \d+ time\(s\) Got AssertionError: a long list: expected 5 to be less than 5$/,
  )
})

test('cuts a long text in its middle, by line length and number of lines', () => {
  const lines = ['Error: first', 'x'.repeat(5_000), ...Array.from({ length: 40 }, (_, at) => `${at}`), 'last']
  const text = failureText(lines.join('\n'))
  expect(text).toBe(`Error: first ${'x'.repeat(150)}…${'x'.repeat(150)} 0 1 2 3 4 … 34 35 36 37 38 39 last`)
})
