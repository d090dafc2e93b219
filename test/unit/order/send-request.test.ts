import { expect, test } from 'vitest'
import type { Order } from '../../../lib/order/order.ts'
import { isRequestNeeded } from '../../../lib/order/send-request.ts'
import { deployment } from '../../harness/chains.ts'
import { requesting } from './open-request.ts'

const requests = (order: Order, requestId = order.walletRequest?.requestId ?? '') =>
  isRequestNeeded(requestId, {
    store: { listOpen: async () => [order] },
    deployment,
    clock: { nowMs: () => 0 },
  })

test.each([
  ['an approval', requesting('approve_requested', 'approve'), true],
  ['a signature', requesting('sign_requested', 'sign'), true],
  ['a transaction', requesting('send_requested', 'send'), true],
  ['a revocation next to a swap that is over', requesting('verified_terminal', 'revoke'), true],
  ['a transaction whose waiting was stopped', requesting('unknown_outcome', 'send'), false],
] as const)('keeps a wallet request open for %s: %#', async (_what, order, isRequested) => {
  expect(await requests(order)).toBe(isRequested)
})

test('keeps no wallet request open that another one replaced', async () => {
  expect(await requests(requesting('sign_requested', 'sign'), 'an older one')).toBe(false)
})
