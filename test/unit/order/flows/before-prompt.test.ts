import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../../lib/base/hex.ts'
import { minuteMs } from '../../../../lib/base/time.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import { taskBeforePrompt, taskWhenApproved } from '../../../../lib/order/flows/before-prompt.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import type { OrderKind } from '../../../../lib/quote/terms.ts'
import { requesting } from '../open-request.ts'
import { orderOf } from '../order-fixture.ts'

const { reviewed, terms } = orderOf()
const native = { ...reviewed, request: { ...reviewed.request, inputToken: nativeAddress } }
const endsMs = terms.quoteExpirySeconds * 1000

test.each<[OrderKind, string, string]>([
  ['signed', 'prepareApproval', 'prepareApproval'],
  ['inbox', 'prepareApproval', 'requote'],
  ['manual', 'prepareApproval', 'requote'],
  ['native', 'prepareSend', 'requote'],
  ['deposit', 'prepareSend', 'prepareSend'],
])('before any wallet request, a %s order is read for or quoted again', (kind, fresh, stale) => {
  const order = orderOf({ state: 'confirmed', kind, ...(kind === 'native' ? { reviewed: native } : {}) })
  expect(taskBeforePrompt(order, endsMs - 60_000).name).toBe(fresh)
  expect(taskBeforePrompt(order, endsMs).name).toBe(stale)
  // Two swaps of one wallet or account must not prompt at the same time (R13).
  expect(taskBeforePrompt(order, endsMs - 60_000).leadsToPrompt).toBe(true)
})

test.each<[OrderKind, string]>([
  ['signed', 'prepareSign'],
  ['inbox', 'prepareSend'],
])('after its approval, a %s order continues or is quoted again', (kind, fresh) => {
  const order = orderOf({ state: 'approved', kind })
  expect(taskWhenApproved(order, endsMs - 60_000).name).toBe(fresh)
  expect(taskWhenApproved(order, endsMs).name).toBe('requote')
  expect(taskWhenApproved(order, endsMs - 60_000).leadsToPrompt).toBe(true)
})

describe('reads before a prompt that outlast the quote', () => {
  const nowMs = endsMs + minuteMs
  const longAgoMs = nowMs - 20 * minuteMs
  const read = (quoteOutlastedMs: number | null, stepMs: number, atMs = nowMs) => {
    const outlasted = quoteOutlastedMs === null ? {} : { quoteOutlastedMs }
    const timeline = [{ step: 'approved' as const, atMs: stepMs }]
    const order = orderOf({ state: 'approved', timeline, createdMs: longAgoMs, ...outlasted })
    return reduce(order, { kind: 'readyToSign' }, { nowMs: atMs, freshId: 'fresh' }).order
  }

  test.each<[string, number | null, number, number]>([
    ['for the first time, long after the last step', null, longAgoMs, nowMs],
    ['for less than ten minutes', nowMs - 10 * minuteMs + 1, longAgoMs, nowMs - 10 * minuteMs + 1],
    ['since a time that is in the future after the clock was set back', nowMs + minuteMs, longAgoMs, nowMs],
  ])('lead to a new quote: %s', (_when, outlastedMs, stepMs, quoteOutlastedMs) => {
    expect(read(outlastedMs, stepMs)).toMatchObject({ state: 'approved', dueMs: nowMs, quoteOutlastedMs })
  })

  test('lead to the person after ten minutes, whatever step came in that time', () => {
    const after = read(nowMs - 10 * minuteMs, nowMs - 1)
    expect(after).toMatchObject({ state: 'needs_user', problem: { code: 'quoteExpired' } })
    expect(after).not.toHaveProperty('quoteOutlastedMs')
  })

  test('count no more once a request was made', () => {
    const after = read(longAgoMs, longAgoMs, endsMs - minuteMs)
    expect(after.state).toBe('sign_requested')
    expect(after).not.toHaveProperty('quoteOutlastedMs')
  })
})

test.each([
  [true, 0],
  [undefined, 1],
] as const)(
  'a rejected signature stays a live request unless the rejection is trusted: %s',
  (isTrusted, count) => {
    const order = requesting('sign_requested', 'sign')
    const record = order.walletRequest
    if (record === null) throw new Error('the request is open')
    const liveRequests = [{ record, terms: order.terms }]
    const problem = createProblemData('walletRejected')
    const trust = isTrusted === undefined ? {} : { isTrusted }
    const rejected = { kind: 'walletRejected', requestId: record.requestId, problem, ...trust } as const
    const after = reduce({ ...order, liveRequests }, rejected, { nowMs: 0, freshId: 'fresh' }).order
    expect(after).toMatchObject({ state: 'needs_user', problem: { code: 'walletRejected' } })
    expect(after.liveRequests).toHaveLength(count)
  },
)
