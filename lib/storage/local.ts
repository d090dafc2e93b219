import * as v from 'valibot'
import { type SpentBudget, spentBudgetShape } from '../service/pauses.ts'
import { type Account, accountShape, type WalletChoice, walletChoiceShape } from '../wallet/port.ts'
import { withStorageProblem } from './database.ts'
import { defaultSettings } from './settings.ts'
import { type Settings, settingShapes } from './settings-shape.ts'

export interface KeyValueArea {
  get(key: string): Promise<{ readonly [key: string]: unknown }>
  set(items: { readonly [key: string]: unknown }): Promise<void>
  remove(key: string): Promise<void>
}

/** An area that returns all keys for `null`. */
export interface WholeArea extends Omit<KeyValueArea, 'get'> {
  get(key: string | null): Promise<{ readonly [key: string]: unknown }>
}

/** One value under one key, checked by its schema. A value that does not fit is replaced by the default. */
export interface LocalItem<T> {
  get(): Promise<T>
  set(value: T): Promise<void>
}

/** A missing or unreadable setting gets its default and does not affect the others. */
const storedSettingsShape = v.pipe(
  v.looseObject({}),
  v.transform((stored: { readonly [name: string]: unknown }): Settings => {
    const valid = Object.entries(settingShapes).filter(([name, shape]) => v.is(shape, stored[name]))
    return { ...defaultSettings, ...Object.fromEntries(valid.map(([name]) => [name, stored[name]])) }
  }),
)

export function createSettingsItem(area: KeyValueArea): LocalItem<Settings> {
  return localItem(area, 'settings', storedSettingsShape, defaultSettings)
}

export function localItem<T>(
  area: KeyValueArea,
  key: string,
  schema: v.GenericSchema<unknown, T>,
  fallback: T,
): LocalItem<T> {
  return {
    get: () =>
      withStorageProblem(async () => {
        const stored = v.safeParse(schema, (await area.get(key))[key])
        return stored.success ? stored.output : fallback
      }),
    set: (value) => withStorageProblem(() => area.set({ [key]: value })),
  }
}

/** Creates the maker of an item that may be absent. A value that does not fit counts as absent. */
function itemOrNull<T>(key: string, schema: v.GenericSchema<unknown, T>) {
  return (area: KeyValueArea) => localItem<T | null>(area, key, v.nullable(schema), null)
}

/** The connected account. It survives restarts; disconnecting deletes it. */
export const createAccountItem = itemOrNull<Account>('account', accountShape)

/** The account that the wallet switched to, until the user decides. */
export const createOfferedAccountItem = itemOrNull<Account>('offeredAccount', accountShape)

export interface Connecting {
  readonly requestId: string
  readonly choice: WalletChoice
}

/** The connect request without an answer yet. Stored, so that an answer after a restart of the worker still counts. */
export const createConnectingItem = itemOrNull<Connecting>(
  'connecting',
  v.object({ requestId: v.string(), choice: walletChoiceShape }),
)

/** The wallet that was connected last. It stays after disconnecting. */
export const createLastWalletItem = itemOrNull<WalletChoice>('lastWallet', walletChoiceShape)

export const createSpentBudgetItem = itemOrNull<SpentBudget>('budget', spentBudgetShape)

const versionShape = v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,9}){0,3}$/))

export const createPreviousVersionItem = itemOrNull('versionBefore', versionShape)

/** A newer version that waits for installation. Use an area that ends with the browser session. */
export const createPendingVersionItem = itemOrNull('versionWaiting', versionShape)
