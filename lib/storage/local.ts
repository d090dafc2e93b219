import * as v from 'valibot'
import { chainIdShape, percentShape, textShape } from '../base/shapes.ts'
import { isExtensionId } from '../deployment/deployment.ts'
import type { SpentBudget } from '../service/pauses.ts'
import type { Account, WalletChoice } from '../wallet/port.ts'
import { guarded } from './database.ts'
import { defaultSettings, type Settings } from './settings.ts'

/** Values under keys: the part of the browser's own storage areas that is used. */
export interface KeyValueArea {
  get(key: string): Promise<{ readonly [key: string]: unknown }>
  set(items: { readonly [key: string]: unknown }): Promise<void>
  remove(key: string): Promise<void>
}

/** An area that gives all its keys at once for `null`. */
export interface WholeArea extends Omit<KeyValueArea, 'get'> {
  get(key: string | null): Promise<{ readonly [key: string]: unknown }>
}

/** One value under one key, read through its schema: a value that does not fit is the default, not a crash. */
export interface LocalItem<T> {
  get(): Promise<T>
  set(value: T): Promise<void>
}

/** Each setting by itself: as a view may send it, and as it is kept. */
const setting = {
  slippagePercent: v.nullable(percentShape),
  theme: v.picklist(['system', 'light', 'dark']),
  opensIn: v.picklist(['popup', 'side']),
  notifyDone: v.boolean(),
  notifyFailed: v.boolean(),
  notifyRefunded: v.boolean(),
  notifyLate: v.boolean(),
  pinnedChainIds: v.pipe(v.array(chainIdShape), v.maxLength(200)),
  hiddenBalances: v.boolean(),
  walletExtensionIds: v.pipe(
    v.array(v.pipe(v.string(), v.check(isExtensionId, 'an extension id'))),
    v.maxLength(20),
  ),
  endpoints: v.pipe(v.array(v.strictObject({ url: textShape(500), isOn: v.boolean() })), v.maxLength(500)),
}

/** All settings, as a view sends them. */
export const settingsShape: v.GenericSchema<unknown, Settings> = v.strictObject(setting)

/** What is kept of the settings: one that is missing or cannot be read is the default, and takes no other with it. */
const keptSettings = v.object({
  slippagePercent: v.fallback(setting.slippagePercent, defaultSettings.slippagePercent),
  theme: v.fallback(setting.theme, defaultSettings.theme),
  opensIn: v.fallback(setting.opensIn, defaultSettings.opensIn),
  notifyDone: v.fallback(setting.notifyDone, defaultSettings.notifyDone),
  notifyFailed: v.fallback(setting.notifyFailed, defaultSettings.notifyFailed),
  notifyRefunded: v.fallback(setting.notifyRefunded, defaultSettings.notifyRefunded),
  notifyLate: v.fallback(setting.notifyLate, defaultSettings.notifyLate),
  pinnedChainIds: v.fallback(setting.pinnedChainIds, []),
  hiddenBalances: v.fallback(setting.hiddenBalances, defaultSettings.hiddenBalances),
  walletExtensionIds: v.fallback(setting.walletExtensionIds, []),
  endpoints: v.fallback(setting.endpoints, []),
})

const connectorSchema = v.picklist(['page', 'extension', 'loopback'])

const accountSchema = v.nullable(
  v.object({
    address: v.custom<Account['address']>(
      (value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value),
    ),
    chainId: v.nullable(v.number()),
    wallet: v.nullable(
      v.object({
        connector: connectorSchema,
        id: v.string(),
        name: v.string(),
        origin: v.string(),
        iconUrl: v.nullable(v.string()),
      }),
    ),
    isLocked: v.exactOptional(v.literal(true)),
  }),
)

/** Creates the user's settings. */
export function createSettingsItem(area: KeyValueArea): LocalItem<Settings> {
  return localItem(area, 'settings', keptSettings, defaultSettings)
}

/** Creates the connected account, remembered over restarts; disconnecting forgets it. */
export function createAccountItem(area: KeyValueArea): LocalItem<Account | null> {
  return localItem<Account | null>(area, 'account', accountSchema, null)
}

/** Creates the account that the wallet switched to, until the user decides. */
export function createOfferedAccountItem(area: KeyValueArea): LocalItem<Account | null> {
  return localItem<Account | null>(area, 'offeredAccount', accountSchema, null)
}

/** The connect request whose answer is awaited. */
export interface Connecting {
  readonly requestId: string
  readonly choice: WalletChoice
}

const choiceSchema = v.object({
  connector: connectorSchema,
  id: v.nullable(v.string()),
  tab: v.exactOptional(v.object({ tabId: v.number(), origin: v.string() })),
})

/** Creates the connect request whose answer is awaited, so that it counts after the worker's death too. */
export function createConnectingItem(area: KeyValueArea): LocalItem<Connecting | null> {
  const schema = v.nullable(v.object({ requestId: v.string(), choice: choiceSchema }))
  return localItem<Connecting | null>(area, 'connecting', schema, null)
}

/** Creates the wallet that was connected last; outlives disconnecting. */
export function createLastWalletItem(area: KeyValueArea): LocalItem<WalletChoice | null> {
  return localItem<WalletChoice | null>(area, 'lastWallet', v.nullable(choiceSchema), null)
}

/** Creates the memory of what is left of the right to ask the service. */
export function createSpentBudgetItem(area: KeyValueArea): LocalItem<SpentBudget | null> {
  const count = v.pipe(v.number(), v.finite())
  const pause = v.object({ fromMs: count, lengthMs: count, isAsked: v.boolean() })
  const schema = v.object({ tokens: count, atMs: count, pauses: v.record(v.string(), pause) })
  return localItem<SpentBudget | null>(area, 'budget', v.nullable(schema), null)
}

/** Returns a value under a key of an area. */
export function localItem<T>(
  area: KeyValueArea,
  key: string,
  schema: v.GenericSchema<unknown, T>,
  fallback: T,
): LocalItem<T> {
  return {
    get: () =>
      guarded(async () => {
        const stored = v.safeParse(schema, (await area.get(key))[key])
        return stored.success ? stored.output : fallback
      }),
    set: (value) => guarded(() => area.set({ [key]: value })),
  }
}

const versionSchema = v.nullable(v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,9}){0,3}$/)))

/** Creates the version of Ferry before the last update. */
export function createVersionBeforeItem(area: KeyValueArea): LocalItem<string | null> {
  return localItem<string | null>(area, 'versionBefore', versionSchema, null)
}

/** Creates a later version that waits; belongs into an area that ends with the browser's session. */
export function createVersionWaitingItem(area: KeyValueArea): LocalItem<string | null> {
  return localItem<string | null>(area, 'versionWaiting', versionSchema, null)
}
