import { expect, test } from 'vitest'
import { sumApprovalGas } from '../../../lib/review/approval-gas.ts'
import type { ReviewStep } from '../../../lib/review/review-view.ts'

const step = (purpose: ReviewStep['purpose'], gasInUsd: string | null): ReviewStep => ({
  ...{ purpose, gasInUsd, amountUnits: '1', contract: '0x01', contractName: 'Permit2' },
})

test.each<[string, readonly ReviewStep[], string | null]>([
  ['of one approval', [step('approve', '0.026500000000000001'), step('sign', null)], '0.026500000000000001'],
  ['of a reset too', [step('resetApproval', '0.02'), step('approve', '0.03'), step('send', '0.06')], '0.05'],
  ['is none without an approval', [step('send', '0.06')], '0'],
  ['is unknown without a price', [step('approve', null), step('sign', null)], null],
])('the gas of the approvals: %s', (_, steps, gas) => {
  expect(sumApprovalGas(steps)).toBe(gas)
})
