import * as v from 'valibot'
import { createConcurrencyLimit } from '../base/concurrency.ts'
import { type Handlers, message, noInput, output } from '../base/message.ts'
import { onceResolved } from '../base/once.ts'
import type { Clock } from '../base/time.ts'
import { createDatabaseAccess, type Database, type OrderRow } from './database.ts'
import type { LocalItem, WholeArea } from './local.ts'
import { type Settings, settingsPartShape } from './settings-shape.ts'

/** The row is damaged, or has an unknown schema. Ferry keeps it unchanged. */
export interface UnreadableOrder {
  readonly id: string
  /** Unix ms; 0 if the row has no time. */
  readonly createdMs: number
}

const maxListed = 200

/**
 * Finds the rows that the history cannot show, newest first. Scans all rows only once per life of the worker, since no
 * row becomes unreadable later. Leaves out rows that were deleted since. Rejects with `storageFailed`.
 */
function createUnreadableList(
  database: () => Promise<Database>,
  isReadable: (order: unknown) => boolean,
): () => Promise<readonly UnreadableOrder[]> {
  const scan = onceResolved(() => scanUnreadable(database, isReadable))
  return async () => {
    const rows = await scan()
    if (rows.length === 0) return rows
    const keys = new Set(await (await database()).getAllKeys('orders'))
    return rows.filter(({ id }) => keys.has(id))
  }
}

function scanUnreadable(
  database: () => Promise<Database>,
  isReadable: (order: unknown) => boolean,
): Promise<readonly UnreadableOrder[]> {
  return createDatabaseAccess(database)(async (opened) => {
    const found: UnreadableOrder[] = []
    let cursor = await opened.transaction('orders').store.openCursor()
    while (cursor !== null && found.length < maxListed) {
      const { id, createdMs, order }: { [member in keyof OrderRow]?: unknown } = cursor.value
      // Every row has at least its key.
      if (!isReadable(order)) {
        found.push({ id: String(id), createdMs: typeof createdMs === 'number' ? createdMs : 0 })
      }
      cursor = await cursor.continue()
    }
    return found.sort((a, b) => b.createdMs - a.createdMs)
  })
}

/** With one of these, anyone could submit the swap. They never leave the browser. */
const secretKey = /^(signature|submitBody|userSignature)$/
const secretInText = /("(?:signature|submitBody|userSignature)"\s*:\s*")(?:[^"\\]|\\.)*/g
const removedText = 'removed'

/**
 * Exports all readable data as JSON text: the database store by store, and the other areas, including the backup of
 * open orders. Reads a store row by row if it fails as a whole. Lists the failures. The text contains no signature.
 */
async function rescue(
  database: () => Promise<Database>,
  areas: { readonly local: WholeArea; readonly items: WholeArea },
  about: { readonly version: string; readonly nowMs: number },
): Promise<string> {
  const failures: string[] = []
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (thrown) {
      failures.push(
        `${what}: ${thrown instanceof Error ? `${thrown.name} ${thrown.message}` : String(thrown)}`,
      )
      return null
    }
  }

  async function storeRows(opened: Database, name: Parameters<Database['getAll']>[0]): Promise<unknown> {
    const whole = await attempt(name, () => opened.getAll(name))
    if (whole !== null) return whole
    const keys = (await attempt(`${name} keys`, () => opened.getAllKeys(name))) ?? []
    const rows: unknown[] = []
    for (const key of keys) rows.push(await attempt(`${name} ${key}`, () => opened.get(name, key)))
    return rows
  }

  const opened = await attempt('database', database)
  const stores: { [name: string]: unknown } = {}
  if (opened !== null) {
    for (const name of opened.objectStoreNames) stores[name] = await storeRows(opened, name)
  }
  const local = await attempt('storage.local', () => areas.local.get(null))
  const items = await attempt('items', () => areas.items.get(null))
  const all = { ferry: about.version, atMs: about.nowMs, failures, database: stores, local, items }
  return JSON.stringify(withoutSecrets(all), null, 1)
}

function withoutSecrets(value: unknown): unknown {
  // The backup stores orders as text, which may be truncated.
  if (typeof value === 'string') return value.replace(secretInText, `$1${removedText}`)
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([key, part]) => [
    key,
    secretKey.test(key) && part !== null ? removedText : withoutSecrets(part),
  ])
  return Object.fromEntries(pairs)
}

export const storageMessages = {
  rescue: message(noInput, output<{ readonly text: string }>()),
  unreadable: message(noInput, output<readonly UnreadableOrder[]>()),
  /** Saves only these settings, so that a view that does not know the others changes none of them. */
  saveSettings: message(v.strictObject({ settings: settingsPartShape }), output<Settings>()),
}

interface StoragePorts {
  readonly database: () => Promise<Database>
  /** The browser's own area, and Ferry's. */
  readonly areas: { readonly local: WholeArea; readonly items: WholeArea }
  readonly isOrder: (order: unknown) => boolean
  readonly settings: LocalItem<Settings>
  readonly onSettingsChanged: (settings: Settings) => void
  readonly clock: Clock
  readonly version: string
}

export function storageHandlers(ports: StoragePorts): Handlers<typeof storageMessages> {
  const { database, areas, clock, version } = ports
  const inOrder = createConcurrencyLimit(1)
  return {
    rescue: async () => ({ text: await rescue(database, areas, { version, nowMs: clock.nowMs() }) }),
    unreadable: createUnreadableList(database, ports.isOrder),
    saveSettings: ({ settings: changed }) =>
      inOrder(async () => {
        const settings = { ...(await ports.settings.get()), ...changed }
        await ports.settings.set(settings)
        ports.onSettingsChanged(settings)
        return settings
      }),
  }
}
