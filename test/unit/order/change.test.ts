import { expect, test } from 'vitest'
import {
  createProblemData,
  endStopped,
  termsAnswerId,
  withServiceCalls,
  withUncertainty,
} from '../../../lib/order/change.ts'
import type { ServiceCall } from '../../../lib/service/service-call.ts'
import { orderOf } from './order-fixture.ts'

const called = (
  endpoint: ServiceCall['endpoint'],
  atMs: number,
  fields: Partial<ServiceCall> = {},
): ServiceCall => ({
  endpoint,
  atMs,
  outcome: 'ok',
  serverRequestId: `${endpoint}-${atMs}`,
  ...fields,
})

test('keeps fifty calls of the service, and drops the oldest polls first', () => {
  const polls = Array.from({ length: 49 }, (_, at) => called('status', at + 1))
  const quote = called('quote', 0)
  const full = orderOf({ serviceCalls: [quote, ...polls] })
  expect(withServiceCalls(full, null)).toEqual(full.serviceCalls)
  const latest = called('status', 50)
  expect(withServiceCalls(full, latest)).toEqual([quote, ...polls.slice(1), latest])
})

test.each<[string, readonly ServiceCall[], string | null]>([
  ['the last quote', [called('quote', 0), called('quote', 1)], 'quote-1'],
  ['the transaction that was built', [called('quote', 0), called('build-tx', 1)], 'build-tx-1'],
  ['no poll', [called('quote', 0), called('status', 1)], 'quote-0'],
  ['no failed quote', [called('quote', 0), called('quote', 1, { outcome: 'serviceRefused' })], 'quote-0'],
  ['nothing', [called('status', 0)], null],
])('the answer behind the terms is %s', (_name, calls, id) => {
  expect(termsAnswerId(calls)).toBe(id)
})

test('a sent transaction is unsure until it is shown again, and another problem stays', () => {
  const sent = orderOf({ kind: 'native', state: 'sent' })
  const unsure = withUncertainty(sent, true)
  expect(unsure.problem).toEqual(createProblemData('transactionUnsure', 'unknown'))
  expect(withUncertainty(unsure, true)).toBe(unsure)
  expect(withUncertainty(unsure).problem).toBeNull()
  const unknown = orderOf({ kind: 'native', state: 'unknown_outcome' })
  expect(withUncertainty(unknown, true)).toBe(unknown)
})

test('a stopped order awaits no funds', () => {
  const { order } = endStopped(orderOf({ state: 'needs_user' }), { nowMs: 0, freshId: 'fresh' })
  expect(order).toMatchObject({ state: 'abandoned_unsigned', fundsSettled: true })
})
