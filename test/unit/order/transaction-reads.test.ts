import { expect, test } from 'vitest'
import type { TransactionView } from '../../../lib/chain/chain-views.ts'
import { paidGasOf } from '../../../lib/order/transaction-reads.ts'
import { inbox, user } from '../checks/fixtures.ts'
import { orderOf } from './order-fixture.ts'

const call = { from: user, to: inbox, data: '0x', value: 0n, nonce: 3 } as const
const unmeasured = { ...call, kind: 'mined', succeeded: true, confirmations: 1, blockSeconds: 0 } as const
const mined = { ...unmeasured, gasUnits: 21_000n }

test.each<[string, TransactionView, object]>([
  ['of the account, also for a failed transaction', { ...mined, succeeded: false }, { gasUnits: '21000' }],
  ['not of the account that carried its call', { ...mined, from: inbox }, {}],
  ['not as none if no endpoint reports it', unmeasured, {}],
  ['not of a transaction without a block', { ...call, kind: 'waiting' }, {}],
])('counts the gas %s', (_name, view, paid) => {
  expect(paidGasOf(orderOf(), view)).toEqual(paid)
})
