import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { createAlarms, tickAlarm } from '../../../../entrypoints/background/browser-rules.ts'

const nowMs = 1_800_000_000_000
const minuteMs = 60_000

beforeEach(() => {
  fakeBrowser.reset()
  vi.useFakeTimers({ now: nowMs })
})

afterEach(() => {
  vi.useRealTimers()
})

const alarms = createAlarms(fakeBrowser.alarms, () => nowMs)

/** Minutes until each browser alarm, by name. */
async function readAlarms(): Promise<readonly (readonly [string, number])[]> {
  const all = await fakeBrowser.alarms.getAll()
  return all.map(({ name, scheduledTime }) => [name, (scheduledTime - nowMs) / minuteMs])
}

test.each([
  ['what is due already', -5_000, 0.5],
  ['what is due in a second', 1_000, 0.5],
  ['what is due in five minutes', 300_000, 5],
])('waits at least the 30 s that packed builds allow: %s', async (_name, waitMs, minutes) => {
  await alarms.wakeAt(nowMs + waitMs)
  expect(await readAlarms()).toEqual([[tickAlarm, minutes]])
})

test.each([3 * 3_600_000, 400 * 86_400_000, Number.POSITIVE_INFINITY])(
  'checks again within two hours if the next task is due in %d ms',
  async (waitMs) => {
    await alarms.wakeAt(nowMs + waitMs)
    expect(await readAlarms()).toEqual([[tickAlarm, 120]])
  },
)

test('replaces the previous alarm, and sets none if nothing is due', async () => {
  await alarms.wakeAt(nowMs + 10 * minuteMs)
  await alarms.wakeAt(nowMs + 5 * minuteMs)
  expect(await readAlarms()).toEqual([[tickAlarm, 5]])
  await alarms.wakeAt(null)
  expect(await readAlarms()).toEqual([])
})
