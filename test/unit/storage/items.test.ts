import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../lib/storage/database.ts'
import { createExpiringStore, createItems, sessionItems } from '../../../lib/storage/items.ts'
import { areaFailingOnce, memoryArea } from './memory-area.ts'

let names = 0
const fresh = () => {
  names += 1
  return createItems(`items-${names}`)
}

test('stores values under their keys, across a restart of the worker', async () => {
  const items = fresh()
  await items.set({ account: { address: '0x1' }, budget: null })
  const again = createItems(`items-${names}`)
  expect(await again.get('account')).toEqual({ account: { address: '0x1' } })
  expect(await again.get('budget')).toEqual({ budget: null })
  expect(await again.get('nothing')).toEqual({})
  expect(await again.get(null)).toEqual({ account: { address: '0x1' }, budget: null })
  await again.remove('account')
  expect(await items.get(null)).toEqual({ budget: null })
})

test('rejects a value that cannot be stored, and stores nothing of the set', async () => {
  const items = fresh()
  await expect(items.set({ one: 1, two: () => undefined })).rejects.toThrow('storageFailed')
  expect(await items.get(null)).toEqual({})
})

test('session items survive a restart of the worker, but not of the browser', async () => {
  const items = memoryArea({ account: 1 })
  const browser = memoryArea()
  await sessionItems(items, browser).set({ followers: ['a'], proposalWindow: 4 })
  // The worker restarts.
  const later = sessionItems(items, browser)
  expect(await later.get('followers')).toEqual({ followers: ['a'] })
  await later.remove('proposalWindow')
  expect(await later.get('proposalWindow')).toEqual({})
  // The browser restarts: its session area is empty.
  expect(await sessionItems(items, memoryArea()).get('followers')).toEqual({})
  expect(items.rows).toEqual({ account: 1 })
})

test('stores only the mark where content scripts may read', async () => {
  const browser = memoryArea()
  await sessionItems(memoryArea(), browser).set({ followers: ['a'] })
  expect(browser.rows).toEqual({ began: true })
})

test('rejects reads when the area fails', async () => {
  const items = { ...memoryArea(), get: () => Promise.reject(new Error('torn')) }
  await expect(sessionItems(items, memoryArea()).get('followers')).rejects.toThrow('torn')
})

test('reads again after the area failed one time', async () => {
  const items = sessionItems(memoryArea({ 'session:followers': ['old'] }), areaFailingOnce())
  await expect(items.get('followers')).rejects.toThrow('closed')
  expect(await items.get('followers')).toEqual({})
  await items.set({ followers: ['a'] })
  expect(await items.get('followers')).toEqual({ followers: ['a'] })
})

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
