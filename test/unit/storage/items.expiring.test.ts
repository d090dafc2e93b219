import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../lib/storage/database.ts'
import { createExpiringStore } from '../../../lib/storage/items.ts'

let names = 0

function keptAt(): { kept: ReturnType<typeof createExpiringStore>; at: (ms: number) => void } {
  names += 1
  let nowMs = 1_000
  const kept = createExpiringStore(createDatabase(`kept-${names}`), { nowMs: () => nowMs })
  return {
    kept,
    at(ms) {
      nowMs = ms
    },
  }
}

test('returns a value with its age until it expires', async () => {
  const { kept, at } = keptAt()
  await kept.put('a', { deep: [1, null] }, 500)
  at(1_500)
  expect(await kept.get('a')).toEqual({ value: { deep: [1, null] }, savedMs: 1_000 })
  at(1_501)
  expect(await kept.get('a')).toBeNull()
  expect(await kept.get('b')).toBeNull()
})

test('replaces value and time when a key is put again', async () => {
  const { kept, at } = keptAt()
  await kept.put('a', 1, 500)
  at(1_400)
  await kept.put('a', 2, 500)
  at(1_900)
  expect(await kept.get('a')).toEqual({ value: 2, savedMs: 1_400 })
})

test('sweep removes expired values only', async () => {
  const { kept, at } = keptAt()
  await kept.put('old', 1, 100)
  await kept.put('new', 2, 10_000)
  at(5_000)
  await kept.sweep()
  at(1_000)
  expect(await kept.get('old')).toBeNull()
  expect(await kept.get('new')).not.toBeNull()
})

test('rejects with storageFailed when the database is broken', async () => {
  const kept = createExpiringStore(() => Promise.reject(new DOMException('full', 'QuotaExceededError')), {
    nowMs: () => 0,
  })
  const failure = { data: { code: 'storageFailed', facts: { reason: 'QuotaExceededError' } } }
  await expect(kept.put('a', 1, 1)).rejects.toMatchObject(failure)
  await expect(kept.get('a')).rejects.toMatchObject(failure)
  await expect(kept.sweep()).rejects.toMatchObject(failure)
})
