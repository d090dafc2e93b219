import fc from 'fast-check'
import { test } from 'vitest'
import { judge } from './judge.ts'
import { runSchedule, type ScheduleRun } from './run-schedule.ts'
import type { Schedule } from './schedule.ts'

interface Plan {
  readonly schedules: fc.Arbitrary<Schedule>
  readonly hundreds: number
  /** The seed of the first hundred, if it differs from the seed of all tests. */
  readonly seed?: number
  readonly check?: (lived: ScheduleRun) => void
}

/**
 * Runs schedules and judges each, a hundred per test. That takes a few seconds on an idle machine, so that no
 * test comes near its limit on a busy one.
 *
 * The schedules are the same in each run (`test/fixed-seed.ts`). `npm run chaos` draws others.
 */
export function testSchedules(title: string, { schedules, hundreds, seed, check }: Plan): void {
  const property = fc.asyncProperty(schedules, async (given) => {
    const lived = await runSchedule(given)
    judge(lived)
    check?.(lived)
  })
  const first = seed ?? fc.readConfigureGlobal().seed ?? 0
  test.each(Array.from({ length: hundreds }, (_, index) => index))(`${title} (hundred %$)`, (index) =>
    fc.assert(property, { numRuns: 100, seed: first + index }),
  )
}
