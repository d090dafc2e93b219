import fc from 'fast-check'
import { test } from 'vitest'
import { judge } from '../../chaos/judge.ts'
import { live } from '../../chaos/live.ts'
import { leftBehind } from '../../chaos/schedule.ts'

// The same hundred each time; `npm run chaos` draws others.
test('whatever is left in the inbox, or may still be taken: it is told, and taken back once', async () => {
  const property = fc.asyncProperty(leftBehind, async (given) => judge(await live(given)))
  await fc.assert(property, { numRuns: 100, seed: 23 })
}, 300_000)
