import { expect, test } from 'vitest'
import { taskOf } from '../../../../lib/order/reduce.ts'
import { orderOf } from '../order-fixture.ts'

test('a reported end is verified by reads alone, so many of them share the read slots', () => {
  const task = taskOf(orderOf({ state: 'reported_terminal', statusCode: 4 }), 0)
  expect(task).toMatchObject({ name: 'verify', isRead: true })
})
