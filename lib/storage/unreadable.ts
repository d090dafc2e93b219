import { type Database, onDatabase } from './database.ts'

/** A row of a schema that this Ferry does not know; kept, never touched. */
export interface UnreadableOrder {
  readonly id: string
  /** Unix ms; 0 where the row does not say. */
  readonly createdMs: number
}

const most = 200

/**
 * The rows that the history cannot show, the newest first. All rows are looked at once in a life, since none becomes
 * unreadable in it; those that were deleted since are left out. Rejects with `storageFailed`.
 */
export function createUnreadable(
  database: () => Promise<Database>,
): () => Promise<readonly UnreadableOrder[]> {
  let scanned: Promise<readonly UnreadableOrder[]> | null = null
  return async () => {
    scanned ??= scan(database).catch((thrown: unknown) => {
      scanned = null
      throw thrown
    })
    const rows = await scanned
    if (rows.length === 0) return rows
    const keys = new Set(await (await database()).getAllKeys('orders'))
    return rows.filter(({ id }) => keys.has(id))
  }
}

function scan(database: () => Promise<Database>): Promise<readonly UnreadableOrder[]> {
  return onDatabase(database)(async (opened) => {
    const found: UnreadableOrder[] = []
    let cursor = await opened.transaction('orders').store.openCursor()
    while (cursor !== null && found.length < most) {
      const { id, createdMs, order } = cursor.value as {
        readonly id: string
        readonly createdMs?: unknown
        readonly order?: { readonly schema?: unknown }
      }
      if (order?.schema !== 1) found.push({ id, createdMs: typeof createdMs === 'number' ? createdMs : 0 })
      cursor = await cursor.continue()
    }
    return found.sort((a, b) => b.createdMs - a.createdMs)
  })
}
