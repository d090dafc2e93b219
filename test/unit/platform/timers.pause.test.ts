import { expect, test } from 'vitest'
import { createPause } from '../../../lib/platform/timers.ts'

test('pauses end in order, in a later task than settled promises', async () => {
  const pause = createPause()
  const seen: string[] = []
  const both = Promise.all([pause().then(() => seen.push('first')), pause().then(() => seen.push('second'))])
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
  expect(seen).toEqual([])
  await both
  expect(seen).toEqual(['first', 'second'])
})
