import { expect, test } from 'vitest'
import type { Order } from '../../../lib/order/order.ts'
import { isRequestNeeded } from '../../../lib/order/wallet-answers.ts'
import { deployment } from '../../harness/chains.ts'
import { asking } from './open-request.ts'

const asks = (order: Order, requestId = order.walletRequest?.requestId ?? '') =>
  isRequestNeeded({ open: async () => [order] }, requestId, { deployment, clock: { nowMs: () => 0 } })

test.each([
  ['an approval', asking('approve_requested', 'approve'), true],
  ['a signature', asking('sign_requested', 'sign'), true],
  ['a transaction', asking('send_requested', 'send'), true],
  ['a revocation beside a swap that is over', asking('verified_terminal', 'revoke'), true],
  ['a transaction whose waiting was stopped', asking('unknown_outcome', 'send'), false],
] as const)('keeps a wallet request open for %s: %#', async (_what, order, isAsked) => {
  expect(await asks(order)).toBe(isAsked)
})

test('keeps no wallet request open that another one replaced', async () => {
  expect(await asks(asking('sign_requested', 'sign'), 'an older one')).toBe(false)
})
