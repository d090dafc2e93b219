import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  consentCodes,
  findMissingConsents,
  isCoveredBy,
  type RequiredConsent,
} from '../../../lib/review/agreement.ts'

const ask = { code: 'depositAddress', facts: {} } as const
const other = { code: 'unprovenRoute', facts: {} } as const

test('requires each consent by itself', () => {
  expect(findMissingConsents([ask, other], [])).toEqual([ask, other])
  expect(findMissingConsents([ask, other], ['unprovenRoute', 'anything'])).toEqual([ask])
  expect(findMissingConsents([ask, other], ['unprovenRoute', 'depositAddress'])).toEqual([])
  expect(findMissingConsents([], [])).toEqual([])
})

const slips = (percent: string): RequiredConsent => ({
  code: 'slippageAboveYours',
  facts: { percent, own: '0.5' },
})

test.each<readonly [string, RequiredConsent, readonly RequiredConsent[], boolean]>([
  ['the same one', ask, [other, ask], true],
  ['the same figures', slips('1.25'), [slips('1.25')], true],
  ['a smaller percentage', slips('1.24'), [slips('1.25')], true],
  ['a percentage of fewer digits', slips('9'), [slips('10')], true],
  ['a larger percentage', slips('1.26'), [slips('1.25')], false],
  ['a percentage of more digits', slips('10'), [slips('9')], false],
  ['nothing that was agreed to', ask, [], false],
  ['another one', ask, [other], false],
  ['another fact', { ...slips('1'), facts: { percent: '1', own: '0.4' } }, [slips('1')], false],
  [
    'a smaller figure that is no percentage',
    { ...ask, facts: { units: '4' } },
    [{ ...ask, facts: { units: '5' } }],
    false,
  ],
  ['a fact that was not told', { ...ask, facts: { token: '0x1' } }, [ask], false],
  ['fewer facts', ask, [{ ...ask, facts: { token: '0x1' } }], true],
])(
  'a consent covers the same facts, and no larger a percentage: %s',
  (_what, question, consents, isCovered) => {
    expect(isCoveredBy(question, consents)).toBe(isCovered)
  },
)

test('every consent has its sentence', () => {
  const messages = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as object
  expect(consentCodes.filter((code) => !(`consent_${code}` in messages))).toEqual([])
})
