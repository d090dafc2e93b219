import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '../../../../lib/base/time.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { Order } from '../../../../lib/order/order.ts'
import type { OrderState } from '../../../../lib/order/order-state.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import { orderOf } from '../order-fixture.ts'

const approvedMs = 1_800_000_000_000

/** The waits of an order whose approval was sent `approvalMs` ago, and whose reads keep failing. */
function listWaits(state: OrderState, approvalMs: number, count: number): readonly number[] {
  const approval = {
    purpose: 'approve',
    hash: `0x${'ab'.repeat(32)}`,
    chainId: 1,
    state: 'mined',
    accountNonce: 0,
    sentMs: approvedMs - approvalMs,
    minedMs: approvedMs,
    amountUnits: null,
  } as const
  let nowMs = approvedMs
  const signature = state === 'signed' ? { signature: '0x12' as const } : {}
  let order: Order = orderOf({
    state,
    ...signature,
    terms: { permitDeadlineSeconds: approvedMs / secondMs + 36_000 },
    transactions: [approval],
    updatedMs: nowMs,
    dueMs: nowMs,
  })
  const problem = createProblemData('rpcUnreachable')
  return Array.from({ length: count }, () => {
    order = reduce(order, { kind: 'readFailed', problem }, { nowMs, freshId: 'id' }).order
    const waitMs = (order.dueMs ?? 0) - nowMs
    nowMs += waitMs
    return waitMs
  })
}

describe('the waits after failed reads before a wallet request or a POST', () => {
  test.each(['confirmed', 'approved'] as const)('double up to the pace of an old approval: %s', (state) => {
    expect(listWaits(state, 3 * hourMs, 10).map((ms) => ms / secondMs)).toEqual([
      2, 4, 8, 16, 32, 64, 128, 256, 300, 300,
    ])
  })

  test.each(['confirmed', 'approved'] as const)('are no longer than that of a new approval: %s', (state) => {
    expect(listWaits(state, 0, 4)).toEqual(Array(4).fill(2 * secondMs))
  })

  test('are a few seconds for a signature, however old the approval is', () => {
    expect(listWaits('signed', 3 * hourMs, 20).every((ms) => ms <= 5 * secondMs)).toBe(true)
  })

  test.each(['approve_requested', 'approve_sent'] as const)('follow the age of the approval: %s', (state) => {
    expect(listWaits(state, 20 * minuteMs, 6).at(-1)).toBe(30 * secondMs)
  })
})
