import { describe, expect, test } from 'vitest'
import { createConcurrencyLimit } from '../../lib/base/concurrency.ts'
import { Problem, toProblemData } from '../../lib/base/problem.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import { reduce } from '../../lib/order/reduce.ts'
import { type Budget, createBudget } from '../../lib/service/budget.ts'
import type { Priority } from '../../lib/service/pauses.ts'
import { orderOf } from '../unit/order/order-fixture.ts'
import { createFakeTime } from '../unit/service/fake-time.ts'

const perMinute = 100

interface SentRequest {
  readonly by: string
  readonly atMs: number
}

interface Simulation {
  readonly sent: readonly SentRequest[]
  /** How long each submit waited for its turn, in ms. */
  readonly submitWaitsMs: readonly number[]
  readonly startMs: number
}

/** The `Retry-After` of a busy service, in ms; null: busy without the header; undefined: not busy. */
type RateLimitAt = (elapsedMs: number) => number | null | undefined

/**
 * Polls `swaps` orders with the engine's own schedule. Two windows quote every 20 s, and one submit comes
 * every 30 s.
 */
async function simulate(
  swaps: number,
  lengthMs: number,
  storm: RateLimitAt = () => undefined,
): Promise<Simulation> {
  const time = createFakeTime()
  const { clock, timers } = time
  const startMs = clock.nowMs()
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const budget: Budget = createBudget({ clock, timers, random, perMinute })
  // The same number of slots as in the engine.
  const inSlot = createConcurrencyLimit(4)
  const sent: SentRequest[] = []
  const submitWaitsMs: number[] = []

  async function call(by: string, priority: Priority): Promise<void> {
    await budget.acquire(priority)
    sent.push({ by, atMs: clock.nowMs() })
    const retryAfterMs = storm(clock.nowMs() - startMs)
    if (retryAfterMs === undefined) budget.reportSuccess(priority)
    else throw new Problem('serviceBusy', { retryAfterMs: budget.reportBusy(priority, retryAfterMs) })
  }

  function follow(order: Order): void {
    const waitMs = (order.dueMs ?? 0) - clock.nowMs()
    timers.after(Math.max(0, waitMs), () => {
      const attempt = { endpoint: 'status', atMs: clock.nowMs(), serverRequestId: null } as const
      const next = (event: Parameters<typeof reduce>[1]) =>
        follow(reduce(order, event, { nowMs: clock.nowMs(), freshId: 'id' }).order)
      inSlot(() => call(order.id, 'backgroundStatus')).then(
        () =>
          next({
            kind: 'polled',
            response: { kind: 'notIndexed', serverRequestId: null, clockOffsetMs: 0 },
            attempt: { ...attempt, outcome: 'notIndexed' },
          }),
        (thrown: unknown) => {
          const problem = toProblemData(thrown)
          next({ kind: 'pollFailed', problem, attempt: { ...attempt, outcome: problem.code } })
        },
      )
    })
  }

  function every(waitMs: number, work: () => void): void {
    timers.after(waitMs, () => {
      work()
      every(waitMs, work)
    })
  }

  for (let made = 0; made < swaps; made += 1) {
    const dueMs = startMs + Math.floor(random() * 5_000)
    // A permit with a long life, so that every poll goes to the service.
    const terms = { permitDeadlineSeconds: Math.ceil(startMs / 1000) + 1_000_000 }
    follow(orderOf({ id: `swap-${made}`, state: 'pending', statusCode: 1, createdMs: startMs, dueMs, terms }))
  }
  for (const name of ['window-1', 'window-2']) {
    every(20 * secondMs, () => void call(name, 'quote').catch(() => undefined))
  }
  every(30 * secondMs, () => {
    const requestedMs = clock.nowMs()
    call('submit', 'submit')
      .catch(() => undefined)
      .finally(() =>
        submitWaitsMs.push((sent.findLast((one) => one.by === 'submit')?.atMs ?? 0) - requestedMs),
      )
  })
  await time.advance(lengthMs)
  return { sent, submitWaitsMs, startMs }
}

/** Returns the highest number of requests within any 60 s, counted from `fromMs` on. */
function highestPerMinute({ sent, startMs }: Simulation, fromMs = 0): number {
  const times = sent.map((one) => one.atMs - startMs).filter((ms) => ms >= fromMs)
  let first = 0
  return times.reduce((most, ms, index) => {
    while ((times[first] ?? ms) <= ms - minuteMs) first += 1
    return Math.max(most, index - first + 1)
  }, 0)
}

/** Returns the longest time between two polls of the same swap, in ms, counted from `fromMs` on. */
function longestPollGapMs({ sent, startMs }: Simulation, fromMs: number): number {
  const last = new Map<string, number>()
  let longest = 0
  for (const { by, atMs } of sent) {
    if (!by.startsWith('swap-') || atMs - startMs < fromMs) continue
    longest = Math.max(longest, atMs - (last.get(by) ?? atMs))
    last.set(by, atMs)
  }
  return longest
}

function countPolls({ sent }: Simulation): readonly number[] {
  const looks = new Map<string, number>()
  for (const { by } of sent) if (by.startsWith('swap-')) looks.set(by, (looks.get(by) ?? 0) + 1)
  return [...looks.values()]
}

describe('the budget, with two windows that quote', () => {
  test('sends at most 80 requests a minute for five swaps, and polls each within 6 s', async () => {
    const run = await simulate(5, 4 * minuteMs)
    expect(highestPerMinute(run)).toBeLessThanOrEqual(80)
    expect(longestPollGapMs(run, 0)).toBeLessThanOrEqual(6_000)
  })

  test('sends at most 60 requests a minute for 20 swaps in the steady state, and never exceeds the budget', async () => {
    const run = await simulate(20, 40 * minuteMs)
    expect(highestPerMinute(run)).toBeLessThanOrEqual(perMinute)
    expect(highestPerMinute(run, 25 * minuteMs)).toBeLessThanOrEqual(60)
    expect(longestPollGapMs(run, 25 * minuteMs)).toBeLessThanOrEqual(40_000)
    expect(Math.max(...run.submitWaitsMs)).toBeLessThanOrEqual(2_000)
  })

  test.each<[string, number | null]>([
    ['with Retry-After', 20_000],
    ['without', null],
  ])(
    'stays within the budget in a storm of 429 answers %s, submits within 2 s, and polls again afterwards',
    async (_name, retryAfterMs) => {
      const isStorm = (ms: number) => ms > 5 * minuteMs && ms < 8 * minuteMs
      const run = await simulate(20, 20 * minuteMs, (ms) => (isStorm(ms) ? retryAfterMs : undefined))
      expect(highestPerMinute(run)).toBeLessThanOrEqual(perMinute)
      expect(Math.max(...run.submitWaitsMs)).toBeLessThanOrEqual(2_000)
      const inStorm = run.sent.filter((one) => isStorm(one.atMs - run.startMs))
      expect(inStorm.length / 3).toBeLessThanOrEqual(20)
      const after = run.sent.filter((one) => one.atMs - run.startMs > 10 * minuteMs)
      expect(new Set(after.map((one) => one.by)).size).toBe(23)
    },
  )

  test('polls 500 swaps at a slower rate, each at least half as often as the mean', async () => {
    const run = await simulate(500, 30 * minuteMs)
    expect(highestPerMinute(run)).toBeLessThanOrEqual(perMinute)
    expect(Math.max(...run.submitWaitsMs)).toBeLessThanOrEqual(2_000)
    const looks = countPolls(run)
    expect(looks).toHaveLength(500)
    const mean = looks.reduce((sum, count) => sum + count, 0) / looks.length
    expect(Math.min(...looks)).toBeGreaterThanOrEqual(mean / 2)
    expect(longestPollGapMs(run, 0)).toBeLessThanOrEqual(8 * minuteMs)
  })
})
