import { expect, test } from 'vitest'
import { applyReading } from '../../../../lib/order/flows/apply-reading.ts'
import type { OrderPart } from '../order-fixture.ts'
import { orderOf, withPart } from '../order-fixture.ts'

test.each<[string, OrderPart]>([
  ['of a swap in progress', { state: 'pending', statusCode: 1 }],
  ['that the service reports as taken', { state: 'pending', statusCode: 2 }],
  ['of a swap of which nothing is known', { state: 'submitted', statusCode: null }],
  ['after the end', { state: 'reported_terminal', statusCode: 4 }],
])('a signature %s that two hosts show as used is no longer seen by one source only', (_what, part) => {
  const order = withPart(orderOf(), { ...part, doubt: 'oneSource' })
  const used = { kind: 'nonceRead', used: true, blockSeconds: 0, sources: 2 } as const
  const { order: read } = applyReading(order, used, { nowMs: order.createdMs, freshId: 'fresh' })
  expect(read).toMatchObject({ isPermitOver: true })
  expect(read).not.toHaveProperty('doubt')
})
