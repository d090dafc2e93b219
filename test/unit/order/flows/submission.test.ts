import { describe, expect, test } from 'vitest'
import type { ProblemCode } from '../../../../lib/base/problem-codes.ts'
import { secondMs } from '../../../../lib/base/time.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { FlowEvent } from '../../../../lib/order/event.ts'
import { taskWhileSubmitting } from '../../../../lib/order/flows/submission.ts'
import type { Order } from '../../../../lib/order/order.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import { nowSeconds } from '../../checks/fixtures.ts'
import { type OrderPart, orderOf, requestOf, withPart, withTerms } from '../order-fixture.ts'

const nowMs = nowSeconds * secondMs
const next = (order: Order, event: FlowEvent) => reduce(order, event, { nowMs, freshId: 'fresh' }).order
const attempt = { endpoint: 'submit', atMs: nowMs, outcome: 'ok', serverRequestId: null } as const

const plain = withPart(orderOf({ state: 'submitting' }), {
  ...{ signature: '0x12', submitBody: '{}', submitCount: 1, readCount: 5 },
})

test('posts the stored body, and polls without one', () => {
  const taskOf = (part: OrderPart) => taskWhileSubmitting(withPart(plain, part), nowMs).name
  expect(taskOf({ submitCount: 0 })).toBe('submit')
  expect(taskOf({ submitCount: 0, submitBody: null })).toBe('poll')
})

const liveRequestOf = ({ terms }: Pick<Order, 'terms'>, requestId: string) => {
  const part = { requestId, requestedMs: nowMs, accountNonce: null, amountUnits: null }
  return { record: requestOf('sign', part), terms }
}
const earlier = liveRequestOf(withTerms(plain, { permitNonce: '7' }), 'earlier')
const posted = withPart(plain, { liveRequests: [liveRequestOf(plain, 'own'), earlier] })

const accept = (requestHash: string | null) => ({ kind: 'submitAccepted', requestHash, attempt }) as FlowEvent
const fail = (code: ProblemCode, facts = {}) =>
  ({ kind: 'submitFailed', problem: createProblemData(code, 'unknown', facts), attempt }) as FlowEvent

describe('the record after a POST', () => {
  const polledNext = { state: 'submitting', readCount: 0, dueMs: nowMs + 2 * secondMs }
  test.each<[string, FlowEvent, object]>([
    [
      'our hash is accepted',
      accept(plain.terms.requestHash),
      { state: 'submitted', readCount: 0, anomalies: [] },
    ],
    ['no hash is polled', accept(null), { ...polledNext, anomalies: [] }],
    [
      'another hash is polled and noted',
      accept(`0x${'cd'.repeat(32)}`),
      { ...polledNext, anomalies: ['submit answered with another hash'] },
    ],
    ['an error is polled', fail('serviceFailed'), polledNext],
  ])('%s, and only the request of its own permit is closed', (_what, event, fields) => {
    expect(next(posted, event)).toMatchObject({ ...fields, liveRequests: [earlier] })
    expect(next(plain, event)).not.toHaveProperty('liveRequests')
  })

  test('counts a POST before it leaves, and polls first afterwards', () => {
    expect(next(plain, { kind: 'posting' })).toMatchObject({ submitCount: 2, readCount: 0, dueMs: nowMs })
  })

  test('does not return to the person after a POST, whenever its quote ends', () => {
    expect(next(plain, { kind: 'signatureTimedOut' })).toBe(plain)
  })
})

describe('the place of the money after a failed POST', () => {
  const refusedBy = (status: string, bodyStatus?: string) =>
    fail('serviceRefused', bodyStatus === undefined ? { status } : { status, bodyStatus })
  const refused = refusedBy('400')
  test.each<[string, FlowEvent, OrderPart, 'signedUnused' | 'unknown']>([
    ['the first one is refused', refused, {}, 'signedUnused'],
    ['the service is busy', fail('serviceBusy', { status: '429' }), {}, 'signedUnused'],
    ['a second one is refused', refused, { submitCount: 2 }, 'unknown'],
    ['one of a restored order is refused', refused, { restored: true }, 'unknown'],
    [
      'the service refuses the caller',
      fail('serviceOriginNotAllowed', { status: '403' }),
      {},
      'signedUnused',
    ],
    ['the body is too long', fail('serviceRequestTooLong', { status: '414' }), {}, 'signedUnused'],
    ['only the envelope refuses', refusedBy('200', '400'), {}, 'signedUnused'],
    ['the envelope says that the service fails', refusedBy('200', '503'), {}, 'unknown'],
    ['only the HTTP status refuses', refusedBy('400', '500'), {}, 'unknown'],
    ['the service fails, though the envelope refuses', refusedBy('500', '400'), {}, 'unknown'],
    ['it reports a failure without a failing status', refusedBy('200'), {}, 'unknown'],
    ['the service fails', fail('serviceBusy', { status: '503' }), {}, 'unknown'],
    ['another server answers', fail('otherServerAnswered', { status: '302' }), {}, 'unknown'],
    ['it never answers', fail('serviceTimeout'), {}, 'unknown'],
    ['the first one did not leave', fail('hostsNotAllowed'), {}, 'signedUnused'],
    ['a second one did not leave', fail('hostsNotAllowed'), { submitCount: 2 }, 'unknown'],
    ['one of a restored order did not leave', fail('hostsNotAllowed'), { restored: true }, 'unknown'],
  ])('when %s', (_what, event, part, money) => {
    expect(next(withPart(posted, part), event).problem?.money).toBe(money)
  })
})
