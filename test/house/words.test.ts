import { expect, it } from 'vitest'
import { judgeWords } from '../words/judge.ts'

/** The faults that are left; less at every change, never more. */
const mostFaults = 101

it('the texts keep the rules of words', () => {
  const { count, faults } = judgeWords()
  expect(count).toBeGreaterThan(900)
  expect(faults.length, faults.join('\n')).toBeLessThanOrEqual(mostFaults)
})
