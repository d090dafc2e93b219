import fc from 'fast-check'
import { test } from 'vitest'
import { judge } from '../../chaos/judge.ts'
import { live } from '../../chaos/live.ts'
import { leftBehind } from '../../chaos/schedule.ts'

test('whatever is left in the inbox, or may still be taken: it is told, and taken back once', async () => {
  const property = fc.asyncProperty(leftBehind, async (given) => judge(await live(given)))
  await fc.assert(property, { numRuns: 150 })
}, 300_000)
