import { expect, it } from 'vitest'
import { judgeWords } from '../words/judge.ts'

it('the texts keep the rules of words', () => {
  const { count, faults } = judgeWords()
  expect(count).toBeGreaterThan(900)
  expect(faults).toEqual([])
})
