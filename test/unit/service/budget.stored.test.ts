import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Budget, createBudget } from '../../../lib/service/budget.ts'
import type { Priority, SpentBudget } from '../../../lib/service/pauses.ts'
import { createFakeTime, settle } from './fake-time.ts'

/** A background that restarts repeatedly on one stored budget. */
function setUp(perMinute: number) {
  const time = createFakeTime()
  const sentMs: number[] = []
  const kept: { spent: SpentBudget | null } = { spent: null }
  let life = 0
  let budget = born()

  function born(): Budget {
    life += 1
    const mine = life
    return createBudget({
      ...time,
      timers: { after: (waitMs, work) => time.timers.after(waitMs, () => mine === life && work()) },
      random: () => 0.5,
      perMinute,
      memory: {
        spent: kept.spent,
        store: async (spent) => {
          if (mine === life) kept.spent = spent
        },
      },
    })
  }
  return {
    time,
    sentMs,
    kept,
    budget: () => budget,
    restart(): void {
      budget = born()
    },
    request(priority: Priority = 'submit'): void {
      const mine = life
      budget.acquire(priority).then(
        () => {
          if (mine === life) sentMs.push(time.clock.nowMs())
        },
        () => undefined,
      )
    },
  }
}

function mostInAMinute(sentMs: readonly number[]): number {
  return Math.max(0, ...sentMs.map((from) => sentMs.filter((ms) => ms >= from && ms < from + 60_000).length))
}

test('never sends more than the budget in any minute, however often the background restarts', async () => {
  const rounds = fc.array(
    fc.record({
      waitMs: fc.integer({ min: 0, max: 9_000 }),
      count: fc.integer({ min: 1, max: 30 }),
      dies: fc.boolean(),
    }),
    { maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), rounds, async (perMinute, all) => {
      const { time, sentMs, restart, request } = setUp(perMinute)
      for (const { waitMs, count, dies } of all) {
        for (let requested = 0; requested < count; requested += 1)
          request(requested % 2 === 0 ? 'submit' : 'list')
        await settle()
        if (dies) restart()
        await time.advance(waitMs)
      }
      expect(mostInAMinute(sentMs)).toBeLessThanOrEqual(perMinute)
    }),
    { numRuns: 40 },
  )
})

test('waits to send a request until its spending is stored', async () => {
  const time = createFakeTime()
  const written = Promise.withResolvers<void>()
  const memory = { spent: null, store: () => written.promise }
  const budget = createBudget({ ...time, random: () => 0, perMinute: 100, memory })
  const order: string[] = []
  const taken = budget.acquire('quote').then(() => order.push('sent'))
  await settle()
  expect(order).toEqual([])
  written.resolve()
  await taken
  expect(order).toEqual(['sent'])
})

test('continues a pause that the service requested after a restart', async () => {
  const { time, sentMs, budget, restart, request } = setUp(100)
  await budget().acquire('quote')
  budget().reportBusy('quote', 15_000)
  await settle()
  restart()
  let isSent = false
  void budget()
    .acquire('quote')
    .then(() => {
      isSent = true
    })
  await time.advance(14_000)
  expect(isSent).toBe(false)
  await time.advance(2_000)
  expect(isSent).toBe(true)
  // The pause never applied to a submit.
  request()
  await time.advance(0)
  expect(sentMs).toHaveLength(1)
})

test('adds no tokens and blocks nothing for good when the clock is set back', async () => {
  const { time, kept, sentMs, restart, request } = setUp(60)
  for (let requested = 0; requested < 30; requested += 1) request()
  await time.advance(0)
  const spent = sentMs.length
  time.shift(-24 * 3_600_000)
  restart()
  for (let requested = 0; requested < 30; requested += 1) request()
  await time.advance(0)
  expect(sentMs).toHaveLength(spent)
  await time.advance(10_000)
  expect(sentMs.length).toBeGreaterThan(spent)
  expect(kept.spent?.atMs).toBe(time.clock.nowMs())
})
