/**
 * Other plausible answers of the same interface, where it says "not shown": `bare` leaves out whatever may be missing,
 * `wrapped` puts it in lists and under other names, `rich` says more than anybody needs, `strange` says it in a way that
 * cannot be read. None of them changes what is signed, sent or proven.
 */
export const dresses = ['bare', 'wrapped', 'rich', 'strange'] as const
export type Dress = (typeof dresses)[number]

/** A JSON object of an answer. */
export type Said = Readonly<Record<string, unknown>>

export function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Those of an object's entries. */
export function only(said: Said, ...keys: readonly string[]): Said {
  return Object.fromEntries(Object.entries(said).filter(([key]) => keys.includes(key)))
}
