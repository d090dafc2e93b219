import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '../../../../lib/base/time.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import {
  chainWaitMs,
  deadlineWaitMs,
  failedPollWaitMs,
  pollWaitAfterEndMs,
  pollWaitMs,
  repostWaitMs,
  turnAfterEnd,
} from '../../../../lib/order/flows/schedule.ts'
import type { Order } from '../../../../lib/order/order.ts'
import type { OrderState } from '../../../../lib/order/order-state.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import type { StatusCode } from '../../../../lib/service/status-codes.ts'
import { orderOf, transactionOf } from '../order-fixture.ts'

describe('the schedule of polls', () => {
  test.each<[number, number, number]>([
    [0, 0, 5_000],
    [59, 0, 5_000],
    [59, 2 * dayMs, 5_000],
    [60, 0, 30_000],
    [60, 2 * hourMs - 1, 30_000],
    [60, 2 * hourMs, 300_000],
    [1_000, dayMs - 1, 300_000],
    [1_000, dayMs, 1_800_000],
    [1_000_000, 365 * dayMs, 1_800_000],
  ])('poll %s of an order %s ms old waits %s ms', (readCount, ageMs, waitMs) => {
    expect(pollWaitMs(readCount, ageMs)).toBe(waitMs)
  })

  test.each<[number, number]>([
    [0, minuteMs],
    [9, minuteMs],
    [10, 5 * minuteMs],
    [69, 5 * minuteMs],
    [70, hourMs],
    [100_000, hourMs],
  ])('poll %s after an end waits %s ms (R11)', (count, waitMs) => {
    expect(pollWaitAfterEndMs(count)).toBe(waitMs)
  })

  test.each<[number, number]>([
    [0, 2_000],
    [minuteMs, 5_000],
    [10 * minuteMs, 30_000],
    [hourMs - 1, 30_000],
    [hourMs, minuteMs],
    [2 * hourMs, 5 * minuteMs],
    [dayMs - 1, 5 * minuteMs],
    [dayMs, 30 * minuteMs],
    [40 * dayMs, 30 * minuteMs],
  ])('a transaction %s ms old is read after %s ms', (ageMs, waitMs) => {
    expect(chainWaitMs(ageMs)).toBe(waitMs)
  })

  test.each<[string, readonly number[], number]>([
    ['no deadline', [], Number.POSITIVE_INFINITY],
    ['a deadline in an hour: shortly before it', [hourMs], 50 * minuteMs],
    ['one in ten minutes', [10 * minuteMs], 30_000],
    ['one that has just passed', [-10 * minuteMs], 30_000],
    ['one that passed before', [-11 * minuteMs], Number.POSITIVE_INFINITY],
    ['the nearest of several', [-hourMs, 2 * hourMs, 20 * minuteMs], 10 * minuteMs],
  ])('with %s the chain is read in time', (_what, leftMs, waitMs) => {
    const nowMs = 1_800_000_000_000
    const endsMs = leftMs.map((ms) => nowMs + ms)
    expect(deadlineWaitMs(endsMs, nowMs)).toBe(waitMs)
  })

  test.each<[number, number | null, number]>([
    [1, null, 2_000],
    [2, null, 4_000],
    [5, null, 32_000],
    [6, null, 60_000],
    [400, null, 60_000],
    [1, 9_000, 9_000],
    [6, 9_000, 60_000],
  ])('POST %s with Retry-After %s is repeated after %s ms', (count, retryAfterMs, waitMs) => {
    expect(repostWaitMs(count, retryAfterMs)).toBe(waitMs)
  })

  test.each<[number, number]>([
    [1, 5_000],
    [2, 10_000],
    [4, 40_000],
    [5, 60_000],
    [5_000, 60_000],
  ])('failure %s waits %s ms', (failures, waitMs) => {
    expect(failedPollWaitMs(failures)).toBe(waitMs)
  })
})

test.each<[string, StatusCode, number]>([
  ['a delivery that is not settled yet', 3, 60],
  ['a settled delivery', 4, 12],
  ['a failure', 5, 0],
])(
  '%s is read every 5 s, then each minute ten times, each 5 minutes sixty times, then hourly',
  (_, statusCode, quick) => {
    const nowMs = 1_800_000_000_000
    let readCount = 0
    const waits = Array.from({ length: quick + 72 }, () => {
      const turn = turnAfterEnd(orderOf({ state: 'reported_terminal', statusCode, readCount }), nowMs)
      readCount = turn.readCount
      return turn.dueMs - nowMs
    })
    const repeat = (count: number, waitMs: number) => Array.from({ length: count }, () => waitMs)
    const expected = [repeat(quick, 5_000), repeat(10, minuteMs), repeat(60, 5 * minuteMs), repeat(2, hourMs)]
    expect(waits).toEqual(expected.flat())
  },
)

test('no wait is ever zero, infinite, or shorter for an older order', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10 * dayMs), fc.nat(dayMs), (count, ageMs, laterMs) => {
      const waits = [
        pollWaitMs(count, ageMs),
        pollWaitAfterEndMs(count),
        chainWaitMs(ageMs),
        failedPollWaitMs(count + 1),
      ]
      for (const waitMs of waits) expect(waitMs >= 2_000 && waitMs <= hourMs).toBe(true)
      expect(pollWaitMs(count, ageMs + laterMs)).toBeGreaterThanOrEqual(pollWaitMs(count, ageMs))
      expect(chainWaitMs(ageMs + laterMs)).toBeGreaterThanOrEqual(chainWaitMs(ageMs))
    }),
  )
})

const approvedMs = 1_800_000_000_000

/** The waits of an order whose approval was sent `approvalMs` ago, and whose reads keep failing. */
function listWaits(state: OrderState, approvalMs: number, count: number): readonly number[] {
  const times = { sentMs: approvedMs - approvalMs, minedMs: approvedMs }
  const mined = { chainId: 1, state: 'mined', accountNonce: 0, amountUnits: null } as const
  const approval = transactionOf('approve', { ...mined, ...times })
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
