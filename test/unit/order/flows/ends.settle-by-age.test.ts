import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../../lib/base/time.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import { onRunningReadFailed } from '../../../../lib/order/flows/common-listeners.ts'
import { countEndRead } from '../../../../lib/order/flows/ends.ts'
import { type OrderPart, orderOf, requestOf, transactionOf, withPart, withTerms } from '../order-fixture.ts'
import { evidence } from './payment-fixture.ts'

const sinceMs = 1_000_000
const refunded = (part: OrderPart) =>
  withPart(orderOf(), {
    state: 'reported_terminal',
    statusCode: 7,
    timeline: [{ step: 'refunded', atMs: sinceMs }],
    ...part,
  })

describe('an open send after a reported end', () => {
  const nowMs = sinceMs + 31 * dayMs
  const open = orderOf({
    kind: 'native',
    state: 'reported_terminal',
    statusCode: 5,
    timeline: [{ step: 'expired', atMs: sinceMs }],
    transactions: [transactionOf('send')],
    endReads: { count: 360, atMs: nowMs - minuteMs },
  })

  it.each([
    ['failure', {}],
    ['success', { statusCode: 4, timeline: [{ step: 'fulfilled', atMs: sinceMs }] }],
  ] as const)('is not followed further after 30 days of reads since a reported %s', (_end, fields) => {
    expect(countEndRead(withPart(open, fields), nowMs)).toMatchObject({
      fundsSettled: true,
      problem: { code: 'stoppedUnread', money: 'unknown' },
    })
  })

  it('is followed while reads fail, because they show nothing', () => {
    const problem = createProblemData('rpcUnreachable')
    const { order } = onRunningReadFailed(open, { kind: 'readFailed', problem }, { nowMs, freshId: 'fresh' })
    expect(order).toMatchObject({ fundsSettled: false, readCount: open.readCount + 1 })
  })

  it('is followed while a withdrawal may still be sent that its wallet never answered', () => {
    const withdrawn = withPart(open, { supersededRequests: [requestOf('withdraw')] })
    expect(countEndRead(withdrawn, nowMs)).not.toHaveProperty('fundsSettled')
  })
})

describe('a reported refund that no chain shows', () => {
  it.each([
    [undefined, 1, 12, true],
    [undefined, 1, 11, false],
    ['oneSource', 1, 83, false],
    ['oneSource', 7, 84, true],
    ['oneSource', 7, 83, false],
  ] as const)(
    'with the doubt %s is over after %i days and %i reads that are an hour apart: %s',
    (doubt, days, count, isOver) => {
      const nowMs = sinceMs + days * dayMs + minuteMs
      const endReads = { count, atMs: nowMs - minuteMs }
      const order = refunded({ endReads, ...(doubt === undefined ? {} : { doubt }) })
      expect(countEndRead(order, nowMs)).toEqual({ endReads, ...(isOver ? { fundsSettled: true } : {}) })
    },
  )

  it.each([
    ['the inbox paid out less', true, 7, 84, true],
    ['the inbox paid out less, for a day', true, 1, 12, false],
    ['the inbox may still have the money', undefined, 7, 84, false],
  ] as const)('of a reported delivery ends the same way if %s', (_why, isInboxEmpty, days, count, isOver) => {
    const nowMs = sinceMs + days * dayMs + minuteMs
    const order = withPart(orderOf({ kind: 'inbox' }), {
      state: 'reported_terminal',
      statusCode: 4,
      timeline: [{ step: 'fulfilled', atMs: sinceMs }],
      endReads: { count, atMs: nowMs - minuteMs },
      evidence: { ...evidence, kind: 'refund' },
      doubt: 'less',
      ...(isInboxEmpty ? { isInboxEmpty } : {}),
    })
    expect(countEndRead(order, nowMs).fundsSettled ?? false).toBe(isOver)
  })

  it('stays open when the clock jumps forward by 25 hours, however often it is read right after', () => {
    const jumpedMs = sinceMs + 25 * hourMs
    let order = refunded({ endReads: { count: 2, atMs: sinceMs }, updatedMs: jumpedMs })
    for (let reads = 0; reads < 50; reads += 1)
      order = withPart(order, countEndRead(order, jumpedMs + reads * minuteMs))
    expect(order).toMatchObject({ fundsSettled: false, endReads: { count: 3, atMs: jumpedMs } })
  })

  it('counts a read per hour, and restarts the hour when the clock was set back', () => {
    const count = (part: OrderPart, nowMs: number) => countEndRead(refunded(part), nowMs).endReads
    expect(count({}, sinceMs)).toEqual({ count: 1, atMs: sinceMs })
    const endReads = { count: 1, atMs: sinceMs }
    expect(count({ endReads }, sinceMs + hourMs - 1)).toEqual(endReads)
    expect(count({ endReads }, sinceMs + hourMs)).toEqual({ count: 2, atMs: sinceMs + hourMs })
    expect(count({ endReads }, sinceMs - 1)).toEqual({ count: 1, atMs: sinceMs - 1 })
    expect(countEndRead(orderOf({ state: 'pending', statusCode: 2 }), sinceMs)).toEqual({})
  })
})

describe('a verified delivery while another signature of the swap could not be read', () => {
  const record = { ...requestOf('sign'), requestId: 'earlier' }
  const paid = orderOf({
    ...{ state: 'verified_terminal', statusCode: 4, timeline: [{ step: 'fulfilled', atMs: sinceMs }] },
    liveRequests: [{ record, terms: withTerms(orderOf(), { permitNonce: '77' }).terms }],
  })

  it.each([
    [30, 360, false],
    [31, 359, false],
    [31, 360, true],
  ])('is settled with a warning after 30 days and 360 reads, not after %i and %i', (days, count, isOver) => {
    const nowMs = sinceMs + days * dayMs
    const endReads = { count, atMs: nowMs - minuteMs }
    expect(countEndRead(withPart(paid, { endReads }), nowMs)).toEqual({
      endReads,
      ...(isOver
        ? {
            ...{ fundsSettled: true, viewed: false },
            anomalies: ['another signature of this swap could not be read'],
          }
        : {}),
    })
  })
})
