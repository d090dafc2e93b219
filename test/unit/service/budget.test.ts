import { describe, expect, it } from 'vitest'
import { Problem, toProblemData } from '../../../lib/base/problem.ts'
import { createBudget } from '../../../lib/service/budget.ts'
import type { Priority } from '../../../lib/service/pauses.ts'
import { createFakeTime, settle } from './fake-time.ts'

function setUp(perMinute = 100, random = () => 0.5) {
  const time = createFakeTime()
  const budget = createBudget({ ...time, random, perMinute })
  const log: string[] = []
  const take = (priority: Priority, name: string = priority, signal?: AbortSignal) => {
    const taken = budget.acquire(priority, signal).then(
      () => log.push(name),
      (thrown: unknown) => log.push(`${name}:${toProblemData(thrown).code}`),
    )
    return taken
  }
  return { time, budget, log, take }
}

describe('createBudget', () => {
  it('sends a burst, then refills', async () => {
    const { time, log, take } = setUp(100)
    for (let i = 0; i < 30; i += 1) void take('quote')
    await time.advance(0)
    expect(log.length).toBe(17)
    await time.advance(7_500)
    expect(log.length).toBe(27)
  })

  it('serves by priority, then by arrival', async () => {
    const { time, log, take } = setUp(5)
    await take('list', 'first')
    for (const name of ['list', 'backgroundStatus', 'quote', 'watchedStatus', 'submit'] as const)
      void take(name)
    void take('quote', 'quote2')
    await time.advance(19_000)
    expect(log).toEqual(['first', 'submit'])
    await time.advance(900_000)
    expect(log.filter((name) => !name.includes(':'))).toEqual(['first', 'submit'])
  })

  it('keeps the order while it waits for the refill', async () => {
    const { time, log, take } = setUp(60)
    for (let i = 0; i < 9; i += 1) void take('list', 'early')
    await time.advance(0)
    log.length = 0
    for (const name of ['list', 'backgroundStatus', 'quote', 'watchedStatus'] as const) void take(name)
    void take('quote', 'quote2')
    void take('submit')
    await settle()
    expect(log).toEqual(['submit'])
    await time.advance(15_000)
    expect(log).toEqual(['submit', 'watchedStatus', 'quote', 'quote2', 'backgroundStatus', 'list'])
  })

  it('reserves room for a submit when all other tokens are used', async () => {
    const { time, log, take } = setUp(100)
    for (let i = 0; i < 100; i += 1) void take('watchedStatus')
    await time.advance(0)
    log.length = 0
    for (let i = 0; i < 3; i += 1) void take('submit')
    await time.advance(0)
    expect(log).toEqual(['submit', 'submit', 'submit'])
  })

  it.each([1, 5, 7, 60, 100])(
    'sends at most %i requests in any minute of constant demand',
    async (perMinute) => {
      const { time, budget } = setUp(perMinute)
      const sentMs: number[] = []
      for (let second = 0; second < 180; second += 1) {
        for (let count = 0; count < 4; count += 1) {
          void budget.acquire('submit').then(() => sentMs.push(time.clock.nowMs()))
        }
        await time.advance(1_000)
      }
      const counts = sentMs.map((from) => sentMs.filter((ms) => ms >= from && ms < from + 60_000).length)
      expect(Math.max(...counts)).toBeLessThanOrEqual(perMinute)
    },
  )

  it('removes an aborted request from the queue', async () => {
    const { time, log, take } = setUp(5)
    await take('quote', 'first')
    const controller = new AbortController()
    void take('submit', 'gone', controller.signal)
    void take('submit', 'next')
    controller.abort()
    await settle()
    expect(log).toEqual(['first', 'gone:aborted'])
    await time.advance(15_000)
    expect(log).toEqual(['first', 'gone:aborted', 'next'])
    await expect(setUp().budget.acquire('quote', controller.signal)).rejects.toThrow(Problem)
  })

  it('pauses only the class of the request that got a 429', async () => {
    const { time, budget, log, take } = setUp()
    expect(budget.reportBusy('watchedStatus', 10_000)).toBe(10_000)
    for (const name of ['watchedStatus', 'backgroundStatus', 'list', 'quote', 'submit'] as const)
      void take(name)
    await time.advance(9_999)
    expect(log).toEqual(['list', 'quote', 'submit'])
    await time.advance(1)
    expect(log).toEqual(['list', 'quote', 'submit', 'watchedStatus', 'backgroundStatus'])
  })

  it.each(['submit', 'quote', 'watchedStatus', 'backgroundStatus', 'list'] as const)(
    'pauses a %s as long as the service requests, at most five minutes',
    async (priority) => {
      const { time, budget, log, take } = setUp()
      expect(budget.reportBusy(priority, 240_000)).toBe(240_000)
      expect(budget.reportBusy(priority, 10 ** 15)).toBe(300_000)
      await time.advance(299_999)
      void take(priority)
      await time.advance(0)
      expect(log).toEqual([])
      await time.advance(1)
      expect(log).toEqual([priority])
    },
  )

  it.each([
    ['submit', 15_000],
    ['quote', 30_000],
    ['watchedStatus', 60_000],
    ['list', 60_000],
  ] as const)('pauses a %s for at most %i ms when the service names no time', (priority, mostMs) => {
    const { budget } = setUp(100, () => 0.999_999)
    const waits = Array.from({ length: 8 }, () => budget.reportBusy(priority, null))
    expect(Math.max(...waits)).toBeLessThanOrEqual(mostMs)
  })

  it('reports the cause of a wait, and the end of a pause that the service requested', async () => {
    const toPageRefusal = async (budget: ReturnType<typeof setUp>['budget'], priority: Priority) =>
      toProblemData(await budget.acquire(priority).catch((problem: unknown) => problem))
    const requested = setUp()
    requested.budget.reportBusy('quote', 60_000)
    const untilMs = String(requested.time.clock.nowMs() + 60_000)
    const refused = await toPageRefusal(requested.budget, 'quote')
    expect(refused).toMatchObject({ reportedBy: 'service', facts: { untilMs } })
    const chosen = setUp(100, () => 0.999_999)
    for (let count = 0; count < 6; count += 1) chosen.budget.reportBusy('list', null)
    expect(await toPageRefusal(chosen.budget, 'list')).toMatchObject({ reportedBy: 'service', facts: {} })
    const spent = setUp(1)
    await spent.budget.acquire('quote')
    const own = await toPageRefusal(spent.budget, 'quote')
    expect(own).toMatchObject({ code: 'serviceBusy', reportedBy: 'ferry' })
  })

  it('refuses a submit only during a long pause that the service requested', async () => {
    const { time, budget, log, take } = setUp()
    budget.reportBusy('submit', 21_000)
    await take('submit', 'early')
    await time.advance(1_000)
    void take('submit', 'late')
    await time.advance(20_000)
    expect(log).toEqual(['early:serviceBusy', 'late'])
  })

  it('backs off randomly between 2 s and 60 s, and starts again after a response', () => {
    const low = setUp(100, () => 0).budget
    expect([low.reportBusy('list', null), low.reportBusy('list', null)]).toEqual([2_000, 2_000])
    const high = setUp(100, () => 0.999_999).budget
    const waits = Array.from({ length: 8 }, () => high.reportBusy('list', null))
    expect(waits.map((ms) => Math.round(ms / 1000))).toEqual([4, 8, 16, 32, 60, 60, 60, 60])
  })

  it('backs off briefly again after a response', async () => {
    const { time, budget } = setUp(100, () => 0.999_999)
    for (let i = 0; i < 4; i += 1) budget.reportBusy('list', null)
    await time.advance(60_000)
    budget.reportSuccess('list')
    expect(Math.round(budget.reportBusy('list', null) / 1000)).toBe(4)
  })

  it('refuses immediately when the wait would be too long, and names the time', async () => {
    const { time, budget } = setUp()
    budget.reportBusy('quote', 300_000)
    const thrown = await budget.acquire('quote').catch((problem: unknown) => problem)
    expect(toProblemData(thrown)).toMatchObject({ code: 'serviceBusy', retryAfterMs: 300_000 })
    await time.advance(300_000)
    await budget.acquire('quote')
  })

  it('refuses a request that waited too long', async () => {
    const { time, budget, log, take } = setUp()
    budget.reportBusy('quote', 15_000)
    void take('quote')
    await time.advance(10_000)
    budget.reportBusy('quote', 60_000)
    await time.advance(10_000)
    expect(log).toEqual(['quote:serviceBusy'])
  })

  it('continues when the clock is set back', async () => {
    const { time, budget, log, take } = setUp()
    budget.reportBusy('submit', 5_000)
    void take('submit')
    time.shift(-86_400_000)
    await time.advance(10_000)
    expect(log).toEqual(['submit'])
    void take('quote')
    await time.advance(11_000)
    expect(log).toEqual(['submit', 'quote'])
    expect(time.waiting()).toBe(0)
  })
})
