import { expect, test } from 'vitest'
import { createAlarms } from '../../../entrypoints/background/alarms.ts'

const nowMs = 1_800_000_000_000

function setUp() {
  const waits: number[] = []
  let cleared = 0
  const area = {
    create: (_name: string, { delayInMinutes }: { readonly delayInMinutes: number }) =>
      void waits.push(delayInMinutes),
    clear: async () => {
      cleared += 1
      return true
    },
  }
  return { alarms: createAlarms(area, () => nowMs), waits, clearedCount: () => cleared }
}

test.each([
  ['what is due already', -5_000, 0.5],
  ['what is due in a second', 1_000, 0.5],
  ['what is due in five minutes', 300_000, 5],
])('waits at least the 30 s that packed builds allow: %s', async (_name, waitMs, minutes) => {
  const { alarms, waits } = setUp()
  await alarms.wakeAt(nowMs + waitMs)
  expect(waits).toEqual([minutes])
})

test.each([3 * 3_600_000, 400 * 86_400_000, Number.POSITIVE_INFINITY])(
  'looks again within two hours at what is due in %d ms',
  async (waitMs) => {
    const { alarms, waits } = setUp()
    await alarms.wakeAt(nowMs + waitMs)
    expect(waits).toEqual([120])
  },
)

test('nothing due is no alarm', async () => {
  const { alarms, waits, clearedCount } = setUp()
  await alarms.wakeAt(null)
  expect([waits, clearedCount()]).toEqual([[], 1])
})
