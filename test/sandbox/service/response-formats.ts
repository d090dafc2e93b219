/**
 * Other plausible formats of the parts that the interface marks "not shown". None of them changes a signed,
 * sent or verified value.
 * - `bare`: omits every optional field.
 * - `wrapped`: puts fields in lists and under other names.
 * - `rich`: adds more fields than needed.
 * - `strange`: writes them unreadably.
 */
export const responseFormats = ['bare', 'wrapped', 'rich', 'strange'] as const
export type ResponseFormat = (typeof responseFormats)[number]

export type JsonRecord = Readonly<Record<string, unknown>>

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function pickKeys(said: JsonRecord, ...keys: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(said).filter(([key]) => keys.includes(key)))
}
