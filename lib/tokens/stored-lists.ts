import type { Pause } from '../base/concurrency.ts'
import type { ServiceCall } from '../service/service-call.ts'
import type { Token } from '../service/token.ts'
import { createDatabaseAccess, type Database, type ListRow } from '../storage/database.ts'

/** Lists of the service in IndexedDB. Every method rejects with `storageFailed`. */
export type Lists = ReturnType<typeof createLists>

/** Browsers write them without waiting for the disk: a lost list is read again. */
export function createLists(database: () => Promise<Database>) {
  const stored = createDatabaseAccess(database)
  return {
    read: (key: string): Promise<ListRow | null> =>
      stored(async (open) => (await open.get('lists', key)) ?? null),
    keys: (prefix: string): Promise<readonly string[]> =>
      stored((open) => open.getAllKeys('lists', IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
    write: (row: ListRow): Promise<unknown> => stored((open) => open.put('lists', row)),
    remove: (key: string) => stored((open) => open.delete('lists', key)),
  }
}

export function serviceCallOf(
  endpoint: 'chains' | 'tokens',
  { savedMs, serverRequestId }: Omit<ListRow, 'value'>,
): ServiceCall {
  return { endpoint, atMs: savedMs, outcome: 'ok', serverRequestId }
}

/** The database copies texts quickly and records slowly, so a list is stored as texts of this many tokens each. */
const textSize = 250

export async function packTokens(tokens: readonly Token[], pause: Pause): Promise<readonly string[]> {
  const starts = Array.from({ length: Math.ceil(tokens.length / textSize) }, (_, at) => at * textSize)
  const texts: string[] = []
  for (const start of starts) {
    texts.push(JSON.stringify(tokens.slice(start, start + textSize)))
    await pause()
  }
  return texts
}

/** Returns the tokens of a stored list; null if one is unreadable. The list is then read again. */
export async function unpackTokens(value: unknown, pause: Pause): Promise<readonly Token[] | null> {
  if (!Array.isArray(value)) return null
  const tokens: Token[] = []
  for (const text of value) {
    const part = parseTokens(text)
    if (part === null) return null
    tokens.push(...part)
    await pause()
  }
  return tokens
}

function parseTokens(text: unknown): readonly Token[] | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isListedToken) ? value : null
  } catch (cause) {
    if (cause instanceof SyntaxError) return null
    throw cause
  }
}

/** Written by hand for speed: tens of thousands of tokens are checked at each start. */
function isListedToken(value: unknown): value is Token {
  if (typeof value !== 'object' || value === null) return false
  const one: { readonly [name in keyof Token]?: unknown } = value
  return (
    Number.isSafeInteger(one.chainId) &&
    Number.isSafeInteger(one.decimals) &&
    typeof one.address === 'string' &&
    typeof one.name === 'string' &&
    typeof one.symbol === 'string' &&
    (one.logoURI === null || typeof one.logoURI === 'string') &&
    typeof one.isVerified === 'boolean'
  )
}
