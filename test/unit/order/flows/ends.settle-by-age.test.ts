import { expect, it } from 'vitest'
import { dayMs } from '../../../../lib/base/time.ts'
import { closeOldRefund } from '../../../../lib/order/flows/ends.ts'
import { orderOf, withPart } from '../order-fixture.ts'

const sinceMs = 1_000_000

it.each([
  [undefined, 1, true],
  ['oneSource', 1, false],
  ['oneSource', 7, true],
] as const)(
  'a reported refund with the doubt %s after %i days and a minute: over is %s',
  (doubt, days, isOver) => {
    const nowMs = sinceMs + days * dayMs + 60_000
    const order = withPart(orderOf(), {
      state: 'reported_terminal',
      statusCode: 7,
      updatedMs: nowMs - 60_000,
      timeline: [{ step: 'refunded', atMs: sinceMs }],
      ...(doubt === undefined ? {} : { doubt }),
    })
    expect(closeOldRefund(order, nowMs)).toEqual(isOver ? { fundsSettled: true } : {})
  },
)
