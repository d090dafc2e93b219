import { expect, it } from 'vitest'
import { describeDuration, exactTimeText } from '../../../lib/base/duration-text.ts'
import { chooseTimeLocale, clockText, momentText, relativeTimeText } from '../../../lib/base/time-text.ts'

const at = (...parts: [number, number, number, number, number, number]) => new Date(...parts).getTime()
const evening = at(2026, 10, 27, 22, 26, 15)

it('shows a time without its seconds, and another day with its date', () => {
  expect(clockText(evening)).toBe('10:26 PM')
  expect(momentText(evening, evening)).toBe('10:26 PM')
  expect(momentText(at(2026, 10, 20, 15, 30, 0), evening)).toBe('Nov 20, 3:30 PM')
  expect(momentText(at(2025, 10, 20, 15, 30, 0), evening)).toBe('Nov 20, 2025, 3:30 PM')
})

it('shows the seconds where they count', () => {
  expect(exactTimeText(evening)).toBe('Nov 27, 2026, 10:26:15 PM')
})

it.each([
  [60, 'spanSeconds', { seconds: '60' }],
  [91, 'spanMinutes', { minutes: '2' }],
  [5_401, 'spanHours', { hours: '2' }],
  [7 * 86_400, 'spanDays', { count: 7 }],
  [8 * 86_400 - 1, 'spanDays', { count: 7 }],
] as const)('shows a duration of %s seconds in whole units', (seconds, key, facts) => {
  expect(describeDuration(seconds)).toEqual({ key, facts })
})

it.each([
  [evening - 200_000, '3 min ago'],
  [evening + 480_000, 'in 8 min'],
  [evening - 3_600_000, '9:26 PM'],
])('shows %i relative to now within an hour', (ms, shown) => {
  expect(relativeTimeText(ms, evening)).toBe(shown)
})

it.each([
  ['en', 'en-GB', 'h23', 'en-GB'],
  ['en', 'de-AT', 'h23', 'en-u-hc-h23-nu-latn'],
  ['en', 'ar-EG', 'h12', 'en-u-hc-h12-nu-latn'],
  ['pt-BR', 'pt-PT', 'h23', 'pt-PT'],
])('writes times of %s texts in a %s browser (%s) as %s', (language, locale, hourCycle, chosen) => {
  expect(chooseTimeLocale(language, { locale, hourCycle })).toBe(chosen)
})

it('keeps the words of the texts and the clock of the browser', () => {
  const german = chooseTimeLocale('en', { locale: 'de-DE', hourCycle: 'h23' })
  expect(new Date(evening).toLocaleTimeString(german, { timeStyle: 'short' })).toBe('22:26')
  expect(new Date(evening).toLocaleDateString(german, { month: 'long' })).toBe('November')
})
