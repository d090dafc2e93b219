import { expect, test } from 'vitest'
import { taskOf } from '../../../../lib/order/reduce.ts'
import { orderOf } from '../order-fixture.ts'

test('a reported end is proven by reading alone, so that many of them wait for each other', () => {
  const task = taskOf(orderOf({ state: 'reported_terminal', statusCode: 4 }), 0)
  expect(task).toMatchObject({ name: 'verify', isRead: true })
})
