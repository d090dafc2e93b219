/** Lies that Ferry still believes, by the missing protection. Remove a lie when you fix it. */
const groups: readonly (readonly [string, readonly string[]])[] = []

export const believedLies: ReadonlyMap<string, string> = new Map(
  groups.flatMap(([what, names]) => names.map((name) => [name, what] as const)),
)
