import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judge } from '../chaos/judge.ts'
import { live } from '../chaos/live.ts'
import { routeNames, scheduleOf } from '../chaos/schedule.ts'

test('each end is told exactly once over 500 runs, whatever fails while the background lives', async () => {
  const property = fc.asyncProperty(scheduleOf(...routeNames), async (given) => {
    const exits = given.exits === null ? null : { ...given.exits, death: null }
    const lived = await live({ ...given, exits, deaths: [] })
    judge(lived)
    const kinds = lived.world.notices.map((notice) => notice.kind)
    expect(kinds).toHaveLength(new Set(kinds).size)
  })
  await fc.assert(property, { numRuns: 500 })
}, 300_000)
