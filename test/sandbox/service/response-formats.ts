/**
 * Other plausible formats of the parts that the interface marks "not shown". None of them changes a signed,
 * sent or verified value.
 * - `bare`: omits every optional field.
 * - `wrapped`: puts fields in lists and under other names.
 * - `rich`: adds more fields than needed.
 * - `strange`: writes them unreadably.
 */
export const dresses = ['bare', 'wrapped', 'rich', 'strange'] as const
export type Dress = (typeof dresses)[number]

/** A JSON object of a response. */
export type Said = Readonly<Record<string, unknown>>

export function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entries of an object with the given keys. */
export function only(said: Said, ...keys: readonly string[]): Said {
  return Object.fromEntries(Object.entries(said).filter(([key]) => keys.includes(key)))
}
