import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../../../lib/base/time.ts'
import { closeOldRefund } from '../../../../lib/order/flows/ends.ts'
import { orderOf, withPart } from '../order-fixture.ts'

const sinceMs = 1_000_000

describe('a reported refund that no chain shows', () => {
  it.each([
    [undefined, 1, 100, true],
    [undefined, 1, 99, false],
    ['oneSource', 1, 244, false],
    ['oneSource', 7, 244, true],
    ['oneSource', 7, 243, false],
  ] as const)(
    'with the doubt %s is over after %i days and %i reads: %s',
    (doubt, days, pollCount, isOver) => {
      const nowMs = sinceMs + days * dayMs + 60_000
      const order = withPart(orderOf(), {
        state: 'reported_terminal',
        statusCode: 7,
        pollCount,
        updatedMs: nowMs - 60_000,
        timeline: [{ step: 'refunded', atMs: sinceMs }],
        ...(doubt === undefined ? {} : { doubt }),
      })
      expect(closeOldRefund(order, nowMs)).toEqual(isOver ? { fundsSettled: true } : {})
    },
  )

  it('stays open when the clock jumps forward by 25 hours, however often it is read right after', () => {
    const jumpedMs = sinceMs + 25 * hourMs
    const order = withPart(orderOf(), {
      state: 'reported_terminal',
      statusCode: 7,
      pollCount: 20,
      updatedMs: jumpedMs,
      timeline: [{ step: 'refunded', atMs: sinceMs }],
    })
    expect(closeOldRefund(order, jumpedMs + 5_000)).toEqual({})
  })
})
