/** Lies that are still believed, by what has to hold before they are not. Whoever mends one takes it out. */
const groups: readonly (readonly [string, readonly string[]])[] = []

/** What has to hold, by the name of the lie. */
export const open: ReadonlyMap<string, string> = new Map(
  groups.flatMap(([what, names]) => names.map((name) => [name, what] as const)),
)
