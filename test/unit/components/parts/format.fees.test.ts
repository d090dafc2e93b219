import { expect, test } from 'vitest'
import { feesText, feeTotalText } from '../../../../components/parts/format.ts'
import type { FeeKind } from '../../../../lib/quote/route-summary.ts'
import { usdcHarbour } from '../../models/fake-data.ts'

const fees = (...values: readonly (string | null)[]) =>
  values.map((feeInUsd) => ({ kind: 'route' as const, token: usdcHarbour, amount: '1', feeInUsd }))

// Without a browser a text is its own name.
test.each<[string, readonly (string | null)[], readonly FeeKind[], string, string]>([
  ['all of it known', ['0.40', '0.06'], [], '$0.46', 'feesOf'],
  ['a value unknown', ['0.40', null], [], 'atLeast', 'feesAtLeast'],
  ['a fee unknown', ['0.40'], ['gas'], 'atLeast', 'feesAtLeast'],
  ['nothing known', [], ['deposit'], 'unknown', 'feesUnknown'],
  ['nothing known beside a fee of nothing', ['0'], ['route'], 'unknown', 'feesUnknown'],
  ['a fee of nothing that is said', ['0'], [], '$0.00', 'feesOf'],
])('%s', (_name, values, unknownFees, total, part) => {
  const list = { fees: fees(...values), unknownFees }
  expect(feeTotalText(list)).toBe(total)
  expect(feesText(list)).toBe(part)
})
