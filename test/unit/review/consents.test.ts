import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findMissingConsents } from '../../../lib/review/agreement.ts'
import { consentCodes, isCoveredBy, type RequiredConsent } from '../../../lib/review/consents.ts'

const request = { code: 'depositAddress', facts: {} } as const
const other = { code: 'unprovenRoute', facts: {} } as const

test('requires each consent by itself', () => {
  expect(findMissingConsents([request, other], [])).toEqual([request, other])
  expect(findMissingConsents([request, other], ['unprovenRoute', 'anything'])).toEqual([request])
  expect(findMissingConsents([request, other], ['unprovenRoute', 'depositAddress'])).toEqual([])
  expect(findMissingConsents([], [])).toEqual([])
})

const units = (units: string): RequiredConsent => ({ ...request, facts: { units } })
const slips = (percent: string): RequiredConsent => ({
  code: 'slippageAboveYours',
  facts: { percent, own: '0.5' },
})

test.each<readonly [string, RequiredConsent, readonly RequiredConsent[], boolean]>([
  ['the same one', request, [other, request], true],
  ['the same figures', slips('1.25'), [slips('1.25')], true],
  ['a smaller percentage', slips('1.24'), [slips('1.25')], true],
  ['a percentage of fewer digits', slips('9'), [slips('10')], true],
  ['a larger percentage', slips('1.26'), [slips('1.25')], false],
  ['a percentage of more digits', slips('10'), [slips('9')], false],
  ['nothing that was agreed to', request, [], false],
  ['another one', request, [other], false],
  ['another fact', { ...slips('1'), facts: { percent: '1', own: '0.4' } }, [slips('1')], false],
  ['a smaller figure that is no percentage', units('4'), [units('5')], false],
  ['a fact that was not told', { ...request, facts: { token: '0x1' } }, [request], false],
  ['fewer facts', request, [{ ...request, facts: { token: '0x1' } }], true],
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
