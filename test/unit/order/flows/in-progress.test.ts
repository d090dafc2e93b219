import { expect, test } from 'vitest'
import { taskInProgress } from '../../../../lib/order/flows/in-progress.ts'
import { orderOf, transactionOf } from '../order-fixture.ts'

test('a mined withdrawal is proved in turns with a transaction that may never get a block', () => {
  const transactions = [transactionOf('send'), transactionOf('withdraw', { state: 'mined', minedMs: 1 })]
  const order = orderOf({ kind: 'inbox', state: 'pending', statusCode: 1, transactions })
  const names = [0, 1, 2, 3, 4].map((readCount) => taskInProgress({ ...order, readCount }, 0).name)
  expect(names).toEqual(['watchTransaction', 'poll', 'verify', 'poll', 'watchTransaction'])
})
