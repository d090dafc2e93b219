import { expect, it } from 'vitest'
import { onAllowanceObserved } from '../../../../lib/order/flows/approval.ts'
import { orderOf, requestOf, transactionHash, transactionOf } from '../order-fixture.ts'

it('reads the transaction of the open approval, though a late answer named an earlier reset since', () => {
  const reset = transactionOf('resetApproval', { hash: `0x${'cd'.repeat(32)}`, state: 'mined', minedMs: 1 })
  const order = orderOf({
    state: 'approve_sent',
    walletRequest: requestOf('approve'),
    transactions: [transactionOf('approve'), reset],
  })
  const seen = { kind: 'allowanceObserved', allowanceUnits: '0', neededUnits: '5' } as const
  const nowMs = 120_000
  const mined = onAllowanceObserved(order, { ...seen, transaction: 'mined' }, { nowMs, freshId: 'fresh' })
  expect(mined.order).toMatchObject({
    state: 'approve_sent',
    transactions: [{ hash: transactionHash, state: 'mined', minedMs: nowMs }, reset],
  })
  const waiting = onAllowanceObserved(order, { ...seen, transaction: 'sent' }, { nowMs, freshId: 'fresh' })
  expect(waiting.order).toMatchObject({ state: 'approve_sent', transactions: order.transactions })
})
