import { expect, test } from 'vitest'
import { openSettings } from '../../../../entrypoints/background/stores.ts'
import type { LocalItem } from '../../../../lib/storage/local.ts'
import { defaultSettings } from '../../../../lib/storage/settings.ts'
import type { Settings } from '../../../../lib/storage/settings-shape.ts'

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
