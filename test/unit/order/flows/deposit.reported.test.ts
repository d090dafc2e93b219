import { expect, test } from 'vitest'
import { onDepositObserved, withReportedDeposit } from '../../../../lib/order/flows/deposit.ts'
import type { StatusRecord } from '../../../../lib/service/status.ts'
import { orderOf, recordOf, withPart } from '../order-fixture.ts'

const order = orderOf({ kind: 'deposit', state: 'deposit_awaited' })
const { inputAmount } = order.reviewed.request
const context = { nowMs: 5_000, freshId: 'fresh' }
const record = recordOf(order, { statusCode: 0, outputToken: null, userAddress: null })
const seen = (part: Partial<StatusRecord>) =>
  withReportedDeposit(order, { ...record, ...part }, context).depositObserved ?? null
const came = { units: inputAmount, atMs: 5_000, isReported: true }
const other = '0x00000000000000000000000000000000000000a1'

test.each<[string, Partial<StatusRecord>, unknown]>([
  ['nothing yet', {}, null],
  ['paid in, whatever its hash looks like', { hasSourcePayment: true }, came],
  ['assigned', { statusCode: 1 }, came],
  ['expired unpaid', { statusCode: 5 }, null],
  ['cancelled unpaid', { statusCode: 6 }, null],
  ['expired, paid too late', { statusCode: 5, hasSourcePayment: true }, came],
  [
    'cancelled over a wrong amount',
    { statusCode: 6, hasSourcePayment: true, inputAmount: '7' },
    { ...came, units: '7' },
  ],
  ['refunded', { statusCode: 7 }, came],
  ['another token', { statusCode: 6, hasSourcePayment: true, inputToken: other }, { ...came, token: other }],
  ['an amount that is not told', { statusCode: 2, inputAmount: null }, null],
])('%s', (_, part, expected) => {
  expect(seen(part)).toEqual(expected)
})

test('keeps a deposit that was observed on chain', () => {
  const before = withPart(order, { depositObserved: { units: '3', atMs: 1 } })
  expect(withReportedDeposit(before, { ...record, hasSourcePayment: true }, context)).toBe(before)
})

test.each([
  ['is less', '3'],
  ['is as much', inputAmount],
])('replaces a reported deposit with the observed one, also when it %s', (_what, units) => {
  if (order.kind !== 'deposit') throw new Error(order.kind)
  const reported = { ...order, depositObserved: { ...came, isReported: true } as const }
  const shown = onDepositObserved(
    reported,
    { kind: 'depositObserved', units },
    { ...context, nowMs: 9_000 },
  ).order
  expect(shown.depositObserved).toEqual({ units, atMs: 5_000 })
  // An empty address proves nothing: the service may have moved the funds.
  const none = onDepositObserved(reported, { kind: 'depositObserved', units: '0' }, context).order
  expect(none.depositObserved).toEqual(came)
})
