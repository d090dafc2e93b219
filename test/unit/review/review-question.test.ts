import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { questionCodes, unansweredOf } from '../../../lib/review/review-question.ts'

const ask = { code: 'depositAddress', facts: {} } as const
const other = { code: 'unprovenRoute', facts: {} } as const

test('each question wants a yes of its own', () => {
  expect(unansweredOf([ask, other], [])).toEqual([ask, other])
  expect(unansweredOf([ask, other], ['unprovenRoute', 'anything'])).toEqual([ask])
  expect(unansweredOf([ask, other], ['unprovenRoute', 'depositAddress'])).toEqual([])
  expect(unansweredOf([], [])).toEqual([])
})

test('every question has its sentence', () => {
  const messages = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as object
  expect(questionCodes.filter((code) => !(`question_${code}` in messages))).toEqual([])
})
