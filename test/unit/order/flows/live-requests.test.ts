import { expect, test } from 'vitest'
import { dayMs, secondMs } from '../../../../lib/base/time.ts'
import { mustReadLiveRequests } from '../../../../lib/order/flows/live-requests.ts'
import type { WalletRequestRecord } from '../../../../lib/order/order.ts'
import { orderOf } from '../order-fixture.ts'

const nowMs = 1_800_000_000_000
const record: WalletRequestRecord = {
  requestId: 'request',
  purpose: 'send',
  requestedMs: nowMs,
  accountNonce: 1,
  amountUnits: null,
}
const liveRequests = [{ record, terms: orderOf().terms }]

test.each<[string, number | undefined, boolean]>([
  ['never', undefined, true],
  ['29 seconds ago', nowMs - 29 * secondMs, false],
  ['30 seconds ago', nowMs - 30 * secondMs, true],
  ['at a time that is in the future since the clock was set back', nowMs + dayMs, true],
])('live requests that were read %s', (_name, readMs, mustRead) => {
  const read = readMs === undefined ? {} : { liveRequestsReadMs: readMs }
  expect(mustReadLiveRequests({ ...orderOf(), ...read, liveRequests }, nowMs)).toBe(mustRead)
  expect(mustReadLiveRequests({ ...orderOf(), ...read }, nowMs)).toBe(false)
})
