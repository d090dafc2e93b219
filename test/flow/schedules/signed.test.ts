import fc from 'fast-check'
import { test } from 'vitest'
import { judge } from '../../chaos/judge.ts'
import { live } from '../../chaos/live.ts'
import { scheduleOf } from '../../chaos/schedule.ts'

// The other half of the two thousand is beside it; `npm run chaos` runs any number.
test('whatever fails, whenever, tokens across chains: one authorisation, one request, one truth', async () => {
  const property = fc.asyncProperty(scheduleOf('signed', 'usdt'), async (given) => judge(await live(given)))
  await fc.assert(property, { numRuns: 1_000 })
}, 300_000)
