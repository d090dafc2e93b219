import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createItems, sessionItems } from '../../../lib/storage/items.ts'
import { memoryArea } from './memory-area.ts'

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
  await expect(items.set({ one: 1, two: () => undefined })).rejects.toMatchObject({
    data: { code: 'storageFailed' },
  })
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
