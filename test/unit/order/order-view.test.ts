import { describe, expect, test } from 'vitest'
import { endProblem } from '../../../lib/order/ending.ts'
import { orderView } from '../../../lib/order/order-view.ts'
import { orderOf } from './order-fixture.ts'

describe('where the money is at an end', () => {
  const extracted = [{ step: 'extracted', atMs: 1 }] as const

  test('that follows a payment at the origin is there, whatever was said last', () => {
    expect(endProblem(orderOf({ statusCode: 1, timeline: extracted }), 5)?.money).toBe('atOrigin')
    expect(endProblem(orderOf({ statusCode: 1, timeline: [] }), 5)?.money).toBe('signatureLives')
  })

  test.each(['reported_terminal', 'verified_terminal'] as const)(
    'is in the view of an order that is %s without a word of why',
    (state) => {
      const order = orderOf({ state, statusCode: 5, timeline: extracted, problem: null })
      expect(orderView(order, null).problem).toEqual(endProblem(order, 5))
      expect(orderView({ ...order, statusCode: 4 }, null).problem).toBeNull()
      expect(orderView({ ...order, state: 'pending' }, null).problem).toBeNull()
    },
  )

  test('is what the order says where it says it', () => {
    const problem = endProblem(orderOf(), 6)
    const order = orderOf({ state: 'reported_terminal', statusCode: 5, problem })
    expect(orderView(order, null).problem).toEqual(problem)
  })
})
