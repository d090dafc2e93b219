/**
 * The sandbox writes `exchange` wherever a service has its own name. It uses another name only at its edges:
 * in the type strings of its contracts, in hashes, and over HTTP.
 */
const named = ['Gateway', 'StatusCode']

/** Returns the service's name; throws a one-line error for an invalid one. */
export function readServiceName(word = 'exchange'): string {
  if (/^[a-z][a-z0-9]{0,31}$/.test(word)) return word
  throw new Error('--word is a word of a to z and 0 to 9 that begins with a letter, at most 32 characters.')
}

/** Replaces the sandbox's names with the service's own, in keys and texts. */
export function withServiceNames(value: unknown, word: string): unknown {
  return renamed(value, new Map(named.map((name) => [`exchange${name}`, `${word}${name}`])))
}

/** The reverse. A sandbox name that comes from outside becomes an unknown one. */
export function withSandboxNames(value: unknown, word: string): unknown {
  const names = named.map((name) => [`${word}${name}`, `exchange${name}`] as const)
  const strange = named.map((name) => [`exchange${name}`, `unknown${name}`] as const)
  return renamed(value, new Map([...strange, ...names]))
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => renamed(one, names))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, one]) => [names.get(key) ?? key, renamed(one, names)])
  return Object.fromEntries(members)
}
