import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import 'fake-indexeddb/auto'
import { type BrowserStorage, browserAreas, openSettings } from '../../../../entrypoints/background/stores.ts'
import { createBackup } from '../../../../lib/order/backup.ts'
import type { LocalItem } from '../../../../lib/storage/local.ts'
import { defaultSettings } from '../../../../lib/storage/settings.ts'
import type { Settings } from '../../../../lib/storage/settings-shape.ts'
import { orderOf } from '../../order/order-fixture.ts'
import { memoryArea } from '../../storage/memory-area.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const throwError = (thrown: unknown) => {
  throw thrown
}

/** A browser's storage. `levels` are the areas with access levels. */
function storageOf(levels: readonly ('local' | 'session')[], stored: { [key: string]: unknown } = {}) {
  const set: string[] = []
  const areaOf = (name: 'local' | 'session', area: ReturnType<typeof memoryArea>) => ({
    ...area,
    async setAccessLevel({ accessLevel }: { readonly accessLevel: string }) {
      if (!levels.includes(name))
        throw new Error('This StorageArea is not available for setting access level')
      set.push(`${name} ${accessLevel}`)
    },
  })
  const local = memoryArea(stored)
  const session = memoryArea()
  const storage = { local: areaOf('local', local), session: areaOf('session', session) }
  return { storage, set, local: local.rows, session: session.rows }
}

/** Firefox has no access levels. */
function withoutLevels({ storage }: ReturnType<typeof storageOf>): BrowserStorage {
  const { setAccessLevel: _local, ...local } = storage.local
  const { setAccessLevel: _session, ...session } = storage.session
  return { local, session }
}

async function keepAll(areas: Awaited<ReturnType<typeof browserAreas>>): Promise<void> {
  await areas.items.set({ account: 1, settings: 2, grants: 3 })
  await areas.session.set({ followers: 4 })
  await createBackup(areas.backup).put(orderOf({ dueMs: 1 }))
  await areas.copy.set({ pageMark: 5 })
}

test('Chromium: storage.local is closed and holds only the backup, session is open and holds only the copy', async () => {
  const browser = storageOf(['local', 'session'])
  await keepAll(await browserAreas(browser.storage, throwError))
  expect(browser.set).toEqual(['local TRUSTED_CONTEXTS', 'session TRUSTED_AND_UNTRUSTED_CONTEXTS'])
  expect(Object.keys(browser.local)).toEqual(['open-order:order-1'])
  expect(browser.session).toEqual({ began: true, pageMark: 5 })
})

test('Chromium that cannot close storage.local: stores nothing in it', async () => {
  const browser = storageOf(['session'])
  await keepAll(await browserAreas(browser.storage, throwError))
  expect(browser.local).toEqual({})
  expect(browser.session).toEqual({ began: true, pageMark: 5 })
})

test('Firefox: storage.local holds only the copy', async () => {
  const browser = storageOf([])
  const areas = await browserAreas(withoutLevels(browser), throwError)
  await keepAll(areas)
  expect(browser.local).toEqual({ pageMark: 5 })
  expect(browser.session).toEqual({ began: true })
  expect(await createBackup(areas.backup).all()).toHaveLength(1)
})

test('never reads later writes of content scripts to storage.local', async () => {
  const browser = storageOf([])
  await browserAreas(withoutLevels(browser), throwError)
  const planted = { account: 9, settings: 9, grants: 9, sites: 9, followers: 9 }
  Object.assign(browser.local, planted, { 'open-order:order-1': { rev: 0, text: JSON.stringify(orderOf()) } })
  Object.assign(browser.session, planted)
  const areas = await browserAreas(withoutLevels(browser), throwError)
  for (const key of Object.keys(planted)) {
    expect([await areas.items.get(key), await areas.session.get(key)]).toEqual([{}, {}])
  }
  expect(await createBackup(areas.backup).all()).toEqual([])
})

test('moves copies of open orders to storage.local once the browser can close it', async () => {
  await createBackup((await browserAreas(storageOf(['session']).storage, throwError)).backup).put(orderOf())
  const updated = storageOf(['local', 'session'])
  const areas = await browserAreas(updated.storage, throwError)
  expect(Object.keys(updated.local)).toEqual(['open-order:order-1'])
  expect(await areas.items.get(null)).toEqual({})
  expect(await createBackup(areas.backup).all()).toHaveLength(1)
})

test('starts the background even if copies cannot be moved; they stay with the items', async () => {
  const { items, backup } = await browserAreas(storageOf(['session']).storage, throwError)
  await createBackup(backup).put(orderOf())
  const { storage } = storageOf(['local', 'session'])
  const local = { ...storage.local, set: () => Promise.reject(new Error('An unexpected error occurred')) }
  const received: unknown[] = []
  const areas = await browserAreas({ ...storage, local }, (thrown) => received.push(thrown))
  expect(received).toEqual([new Error('An unexpected error occurred')])
  expect(Object.keys(await items.get(null))).toEqual(['open-order:order-1'])
  await areas.items.set({ account: 1 })
  expect(await areas.items.get('account')).toEqual({ account: 1 })
})

function itemOf(stored: Settings | null): LocalItem<Settings> & { stored: Settings | null } {
  return {
    stored,
    async get() {
      if (this.stored === null) throw new Error('the store is broken')
      return this.stored
    },
    async set(next) {
      if (this.stored === null) throw new Error('the store is broken')
      this.stored = next
    },
  }
}

test('uses stored settings immediately, and only stored ones', async () => {
  const dark: Settings = { ...defaultSettings, theme: 'dark' }
  const settings = await openSettings(itemOf(dark))
  expect(settings.now()).toEqual(dark)
  const changed: Settings = { ...dark, endpoints: [{ url: 'https://a.example', isOn: false }] }
  await settings.set(changed)
  expect(settings.now()).toBe(changed)
  expect(await settings.get()).toBe(changed)
})

test('starts with default settings if storage is broken, and rejects when settings are stored', async () => {
  const settings = await openSettings(itemOf(null))
  expect(settings.now()).toEqual(defaultSettings)
  await expect(settings.set({ ...defaultSettings, theme: 'light' })).rejects.toThrow('broken')
  expect(settings.now()).toEqual(defaultSettings)
  await expect(settings.get()).rejects.toThrow('broken')
})
