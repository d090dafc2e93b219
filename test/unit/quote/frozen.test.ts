import { expect, test } from 'vitest'
import { freeze, frozen, thaw } from '../../../lib/quote/held-quote.ts'
import { keptInMemory } from '../../flow/world/in-memory.ts'

test('what was thawed is gone, whatever becomes of the clock', async () => {
  let nowMs = 1_800_000_000_000
  const kept = keptInMemory({ nowMs: () => nowMs })
  await freeze('withdraw', 'key', { orderId: 'o' }, kept)
  expect(await frozen('withdraw', 'key', kept)).toEqual({ orderId: 'o' })
  await thaw('withdraw', 'key', kept)
  nowMs -= 3_600_000
  await expect(frozen('withdraw', 'key', kept)).rejects.toMatchObject({
    data: { code: 'reviewExpired', money: 'unknown' },
  })
})
