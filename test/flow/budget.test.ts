import { describe, expect, test } from 'vitest'
import { createSlots } from '../../lib/base/concurrency.ts'
import { Problem, problemData } from '../../lib/base/problem.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import { reduce } from '../../lib/order/reduce.ts'
import { type Budget, createBudget } from '../../lib/service/budget.ts'
import type { Priority } from '../../lib/service/pauses.ts'
import { orderOf } from '../unit/order/order-fixture.ts'
import { createFakeTime } from '../unit/service/fake-time.ts'

const perMinute = 100

interface Asked {
  readonly by: string
  readonly atMs: number
}

interface Simulation {
  readonly sent: readonly Asked[]
  /** How long each submit waited for its turn, in ms. */
  readonly submitWaitsMs: readonly number[]
  readonly startMs: number
}

/** Whether the service is too busy at a moment, and for how long it says so; undefined: it is not. */
type Storm = (elapsedMs: number) => number | null | undefined

/** So many swaps followed by the engine's own plan, two windows that quote, and a submit every half minute. */
async function simulate(
  swaps: number,
  lengthMs: number,
  storm: Storm = () => undefined,
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
  // As the engine has them.
  const inSlot = createSlots(4)
  const sent: Asked[] = []
  const submitWaitsMs: number[] = []

  async function call(by: string, priority: Priority): Promise<void> {
    await budget.take(priority)
    sent.push({ by, atMs: clock.nowMs() })
    const retryAfterMs = storm(clock.nowMs() - startMs)
    if (retryAfterMs === undefined) budget.wentWell(priority)
    else throw new Problem('serviceBusy', { retryAfterMs: budget.wasBusy(priority, retryAfterMs) })
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
          const problem = problemData(thrown)
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
    // Permits live long here, so that every read goes to the service.
    const terms = { permitDeadlineSeconds: Math.ceil(startMs / 1000) + 1_000_000 }
    follow(orderOf({ id: `swap-${made}`, state: 'pending', statusCode: 1, createdMs: startMs, dueMs, terms }))
  }
  for (const name of ['window-1', 'window-2']) {
    every(20 * secondMs, () => void call(name, 'quote').catch(() => undefined))
  }
  every(30 * secondMs, () => {
    const askedMs = clock.nowMs()
    call('submit', 'submit')
      .catch(() => undefined)
      .finally(() => submitWaitsMs.push((sent.findLast((one) => one.by === 'submit')?.atMs ?? 0) - askedMs))
  })
  await time.advance(lengthMs)
  return { sent, submitWaitsMs, startMs }
}

/** The most requests that any minute saw, from a moment on. */
function mostInAMinute({ sent, startMs }: Simulation, fromMs = 0): number {
  const times = sent.map((one) => one.atMs - startMs).filter((ms) => ms >= fromMs)
  let first = 0
  return times.reduce((most, ms, index) => {
    while ((times[first] ?? ms) <= ms - minuteMs) first += 1
    return Math.max(most, index - first + 1)
  }, 0)
}

/** The longest time between two looks at the same swap, in ms, from a moment on. */
function longestGapMs({ sent, startMs }: Simulation, fromMs: number): number {
  const last = new Map<string, number>()
  let longest = 0
  for (const { by, atMs } of sent) {
    if (!by.startsWith('swap-') || atMs - startMs < fromMs) continue
    longest = Math.max(longest, atMs - (last.get(by) ?? atMs))
    last.set(by, atMs)
  }
  return longest
}

function looksOf({ sent }: Simulation): readonly number[] {
  const looks = new Map<string, number>()
  for (const { by } of sent) if (by.startsWith('swap-')) looks.set(by, (looks.get(by) ?? 0) + 1)
  return [...looks.values()]
}

describe('the budget, two windows quoting', () => {
  test('five swaps at the 5 s beat: at most 80 a minute, each looked at within 6 s', async () => {
    const run = await simulate(5, 4 * minuteMs)
    expect(mostInAMinute(run)).toBeLessThanOrEqual(80)
    expect(longestGapMs(run, 0)).toBeLessThanOrEqual(6_000)
  })

  test('20 swaps: at most 60 a minute in the steady state, never more than the budget', async () => {
    const run = await simulate(20, 40 * minuteMs)
    expect(mostInAMinute(run)).toBeLessThanOrEqual(perMinute)
    expect(mostInAMinute(run, 25 * minuteMs)).toBeLessThanOrEqual(60)
    expect(longestGapMs(run, 25 * minuteMs)).toBeLessThanOrEqual(40_000)
    expect(Math.max(...run.submitWaitsMs)).toBeLessThanOrEqual(2_000)
  })

  test.each<[string, number | null]>([
    ['with Retry-After', 20_000],
    ['without', null],
  ])(
    '429 storms %s: within the budget, submits go within 2 s, and looks come back',
    async (_name, retryAfterMs) => {
      const isStorm = (ms: number) => ms > 5 * minuteMs && ms < 8 * minuteMs
      const run = await simulate(20, 20 * minuteMs, (ms) => (isStorm(ms) ? retryAfterMs : undefined))
      expect(mostInAMinute(run)).toBeLessThanOrEqual(perMinute)
      expect(Math.max(...run.submitWaitsMs)).toBeLessThanOrEqual(2_000)
      const inStorm = run.sent.filter((one) => isStorm(one.atMs - run.startMs))
      expect(inStorm.length / 3).toBeLessThanOrEqual(20)
      const after = run.sent.filter((one) => one.atMs - run.startMs > 10 * minuteMs)
      expect(new Set(after.map((one) => one.by)).size).toBe(23)
    },
  )

  test('500 swaps: slower for all, and for nobody much slower', async () => {
    const run = await simulate(500, 30 * minuteMs)
    expect(mostInAMinute(run)).toBeLessThanOrEqual(perMinute)
    expect(Math.max(...run.submitWaitsMs)).toBeLessThanOrEqual(2_000)
    const looks = looksOf(run)
    expect(looks).toHaveLength(500)
    const mean = looks.reduce((sum, count) => sum + count, 0) / looks.length
    expect(Math.min(...looks)).toBeGreaterThanOrEqual(mean / 2)
    expect(longestGapMs(run, 0)).toBeLessThanOrEqual(8 * minuteMs)
  })
})
