import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  createAccountItem,
  createConnectingItem,
  createLastWalletItem,
  createSettingsItem,
  createSpentBudgetItem,
} from '../../../lib/storage/local.ts'
import { defaultSettings } from '../../../lib/storage/settings.ts'
import type { Settings } from '../../../lib/storage/settings-shape.ts'
import { settingsPartShape } from '../../../lib/storage/settings-shape.ts'
import { user } from '../checks/fixtures.ts'
import { memoryArea } from './memory-area.ts'

const account = {
  address: user,
  chainId: 31337,
  wallet: { connector: 'page', id: 'io.test', name: 'Test', origin: 'http://127.0.0.1', iconUrl: null },
} as const

describe('settings', () => {
  test('returns the defaults until settings are stored', async () => {
    const item = createSettingsItem(memoryArea())
    expect(await item.get()).toEqual(defaultSettings)
    const dark = { theme: 'dark', pinnedChainIds: [1] } as const
    const changed = { ...defaultSettings, slippagePercent: '0.25', ...dark }
    await item.set(changed)
    expect(await item.get()).toEqual(changed)
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'dark'],
    ['with a slippage that is no percent', { ...defaultSettings, slippagePercent: '1e3' }],
    ['with a slippage above all', { ...defaultSettings, slippagePercent: '100' }],
    ['with a theme nobody knows', { ...defaultSettings, theme: 'blue' }],
    ['with chain ids that are texts', { ...defaultSettings, pinnedChainIds: ['1'] }],
  ])('returns the defaults for settings stored as %s', async (_name, settings) => {
    expect(await createSettingsItem(memoryArea({ settings })).get()).toEqual(defaultSettings)
  })
})

describe('an unreadable setting', () => {
  const chosen = {
    slippagePercent: '0.25',
    theme: 'dark',
    opensIn: 'side',
    notifyDone: false,
    notifyFailed: false,
    notifyRefunded: false,
    notifyLate: false,
    pinnedChainIds: [10],
    hiddenBalances: true,
    walletExtensionIds: ['a'.repeat(32)],
    endpoints: [{ url: 'https://rpc.example', isOn: false }],
    recipients: [{ name: 'Alice', address: 'alice.eth' }],
  } satisfies Settings

  test.each(Object.keys(chosen) as (keyof Settings)[])(
    '%s gets its default, and the others stay',
    async (name) => {
      const { [name]: _gone, ...others } = chosen
      const expected = { ...chosen, [name]: defaultSettings[name] }
      for (const settings of [others, { ...chosen, [name]: { of: 'another version' } }]) {
        expect(await createSettingsItem(memoryArea({ settings })).get()).toEqual(expected)
      }
    },
  )

  test('is refused in a message', () => {
    expect(v.safeParse(settingsPartShape, chosen).success).toBe(true)
    for (const name of Object.keys(chosen) as (keyof Settings)[]) {
      const { [name]: _gone, ...others } = chosen
      expect(v.safeParse(settingsPartShape, others).success, name).toBe(true)
      expect(v.safeParse(settingsPartShape, { ...chosen, [name]: undefined }).success, name).toBe(false)
      expect(v.safeParse(settingsPartShape, { ...chosen, [name]: {} }).success, name).toBe(false)
    }
  })
})

describe('the account', () => {
  test('is stored without a wallet when it is only watched', async () => {
    const item = createAccountItem(memoryArea())
    await item.set({ ...account, wallet: null })
    expect(await item.get()).toEqual({ ...account, wallet: null })
  })

  test('is stored and deleted', async () => {
    const item = createAccountItem(memoryArea())
    expect(await item.get()).toBeNull()
    await item.set(account)
    expect(await item.get()).toEqual(account)
    await item.set(null)
    expect(await item.get()).toBeNull()
  })

  test.each<[string, unknown]>([
    ['an address with capitals', { ...account, address: '0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266' }],
    ['a short address', { ...account, address: '0xf3' }],
    ['another way to the wallet', { ...account, wallet: { ...account.wallet, connector: 'bluetooth' } }],
    ['a wallet that is none', { ...account, wallet: 'none' }],
  ])('stored with %s is null', async (_name, stored) => {
    expect(await createAccountItem(memoryArea({ account: stored })).get()).toBeNull()
  })
})

test('stores the last wallet with its tab', async () => {
  const choice = { connector: 'page', id: 'io.test', tab: { tabId: 9, origin: 'https://b.example' } } as const
  const item = createLastWalletItem(memoryArea())
  expect(await item.get()).toBeNull()
  await item.set(choice)
  expect(await item.get()).toEqual(choice)
})

test('stores the open connect request by its id', async () => {
  const item = createConnectingItem(memoryArea({ connecting: 5 }))
  expect(await item.get()).toBeNull()
  const requested = { requestId: 'id-1', choice: { connector: 'page', id: null } } as const
  await item.set(requested)
  expect(await item.get()).toEqual(requested)
})

test.each<[string, unknown]>([
  ['text', 'x'],
  ['a number that is none', { tokens: Number.NaN, atMs: 1, pauses: {} }],
  ['pauses that are none', { tokens: 3, atMs: 1, pauses: { quote: 7 } }],
  ['half of it', { tokens: 3 }],
  ['no pauses', { tokens: 3, atMs: 1 }],
])('a budget stored as %s is null', async (_name, stored) => {
  const item = createSpentBudgetItem(memoryArea({ budget: stored }))
  expect(await item.get()).toBeNull()
  const spent = {
    tokens: 2.5,
    atMs: 7,
    pauses: { quote: { fromMs: 1, lengthMs: 2, isRequestedByService: true } },
  }
  await item.set(spent)
  expect(await item.get()).toEqual(spent)
})

test('rejects with storageFailed when the storage area refuses', async () => {
  const refuse = () => Promise.reject(new Error('no'))
  const refusing = { ...memoryArea(), get: refuse, set: refuse }
  const item = createConnectingItem(refusing)
  await expect(item.get()).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  await expect(item.set(null)).rejects.toMatchObject({ data: { code: 'storageFailed' } })
})
