import { expect, test } from 'vitest'
import { moveIn } from '../../../lib/storage/items.ts'
import { memoryArea } from './memory-area.ts'

const before = () => ({
  account: { address: '0x1' },
  settings: { theme: 'dark' },
  grants: [{ origin: 'https://shop.example', grantedMs: 1 }],
  'walletAsked:extension': [],
  'open-order:a': { rev: 1, text: '{}' },
  pageMark: { walletPage: { page: 'x' }, sites: { kind: 'listed', listed: [] } },
})
const keys = { backupPrefix: 'open-order:', markKey: 'pageMark', sitesKey: 'sites' }
const { pageMark, 'open-order:a': copy, ...own } = before()
const moved = { ...own, sites: pageMark.sites, movedIn: true }

test('everything that was kept goes where no content script reaches it', async () => {
  const old = memoryArea(before())
  const items = memoryArea()
  await moveIn({ old, items, backup: items, ...keys })
  expect(items.rows).toEqual({ ...moved, 'open-order:a': copy })
  expect(old.rows).toEqual({})
})

test('the copies of orders stay where the browser shut that area', async () => {
  const old = memoryArea(before())
  const items = memoryArea()
  await moveIn({ old, items, backup: old, ...keys })
  expect(items.rows).toEqual(moved)
  expect(old.rows).toEqual({ 'open-order:a': copy })
})

test('once only: what lies there afterwards was put there by others', async () => {
  const old = memoryArea()
  const items = memoryArea()
  await moveIn({ old, items, backup: items, ...keys })
  Object.assign(old.rows, before())
  await moveIn({ old, items, backup: items, ...keys })
  expect(items.rows).toEqual({ movedIn: true })
})

test('a death in the middle loses nothing, and nothing newer is replaced', async () => {
  const old = memoryArea(before())
  const items = memoryArea()
  const dying = { ...old, remove: () => Promise.reject(new Error('dead')) }
  await expect(moveIn({ old: dying, items, backup: items, ...keys })).rejects.toThrow('dead')
  await items.set({ settings: { theme: 'light' }, sites: { kind: 'all', listed: [] } })
  await moveIn({ old, items, backup: items, ...keys })
  expect(items.rows).toMatchObject({
    account: own.account,
    settings: { theme: 'light' },
    sites: { kind: 'all' },
    'open-order:a': copy,
  })
  expect(old.rows).toEqual({})
})

test('copies of orders follow when the browser learns to shut the other area', async () => {
  const old = memoryArea()
  const items = memoryArea({ movedIn: true, settings: 1, 'open-order:a': copy })
  await moveIn({ old, items, backup: old, ...keys })
  expect(old.rows).toEqual({ 'open-order:a': copy })
  expect(items.rows).toEqual({ movedIn: true, settings: 1 })
})
