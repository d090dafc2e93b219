import fc from 'fast-check'
import { test } from 'vitest'
import { judge } from '../../chaos/judge.ts'
import { live } from '../../chaos/live.ts'
import { lostSends } from '../../chaos/schedule.ts'

test('whatever a wallet makes of a send that was lost sight of, and of the next one: one payment, one truth', async () => {
  const property = fc.asyncProperty(lostSends, async (given) => judge(await live(given)))
  await fc.assert(property, { numRuns: 200 })
}, 300_000)
