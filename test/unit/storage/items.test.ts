import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createItems, sessionItems } from '../../../lib/storage/items.ts'
import { memoryArea } from './memory-area.ts'

let names = 0
const fresh = () => {
  names += 1
  return createItems(`items-${names}`)
}

test('values are kept under their keys, and outlive the worker', async () => {
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

test('what cannot be stored is a problem, and nothing of it is kept', async () => {
  const items = fresh()
  await expect(items.set({ one: 1, two: () => undefined })).rejects.toMatchObject({
    data: { code: 'storageFailed' },
  })
  expect(await items.get(null)).toEqual({})
})

test('what belongs to a session outlives the worker, and not the browser', async () => {
  const items = memoryArea({ account: 1 })
  const browser = memoryArea()
  await sessionItems(items, browser).set({ followers: ['a'], proposalWindow: 4 })
  // The worker begins anew.
  const later = sessionItems(items, browser)
  expect(await later.get('followers')).toEqual({ followers: ['a'] })
  await later.remove('proposalWindow')
  expect(await later.get('proposalWindow')).toEqual({})
  // The browser does: its own area is empty.
  expect(await sessionItems(items, memoryArea()).get('followers')).toEqual({})
  expect(items.rows).toEqual({ account: 1 })
})

test('nothing that belongs to a session lies where content scripts may look', async () => {
  const browser = memoryArea()
  await sessionItems(memoryArea(), browser).set({ followers: ['a'] })
  expect(browser.rows).toEqual({ began: true })
})

test('an area that fails is heard of by whoever uses it', async () => {
  const items = { ...memoryArea(), get: () => Promise.reject(new Error('torn')) }
  await expect(sessionItems(items, memoryArea()).get('followers')).rejects.toThrow('torn')
})
