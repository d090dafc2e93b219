import type { Random } from '../fuzz/random.ts'

/** The path of a field from the envelope on. */
export type Path = readonly (string | number)[]

/** The change of one field. */
export interface Mutation {
  readonly path: Path
  readonly changeKind: 'missing' | 'null' | 'type' | 'doubled' | 'huge' | 'renamed'
  /** The new value, for kinds of changes that have one. */
  readonly value: unknown
}

type Holder = Record<string | number, unknown>

export function mutationsOf(answer: unknown): readonly Mutation[] {
  return placesOf(answer, []).flatMap(({ path, value }) => {
    const isKey = typeof path.at(-1) === 'string'
    const one = (how: Mutation['changeKind'], put: unknown = null): Mutation => ({
      path,
      changeKind: how,
      value: put,
    })
    return [
      one('missing'),
      ...(value === null ? [] : [one('null')]),
      ...othersOf(value).map((other) => one('type', other)),
      one('doubled', isKey ? [value, value] : value),
      ...hugeOf(value).map((huge) => one('huge', huge)),
      ...(isKey ? [one('renamed')] : []),
    ]
  })
}

export function pickPair(all: readonly Mutation[], random: Random): readonly Mutation[] {
  return [random.pick(all), random.pick(all)]
}

/** The response as text with changed fields. A field that an earlier change removed is ignored. */
export function mutated(answer: unknown, mutations: readonly Mutation[]): string {
  // A structured clone would keep two places as one object, and both would change.
  const copy: unknown = JSON.parse(JSON.stringify(answer))
  // Changes that move the rest of a list come last, from the end, so that every path stays valid.
  const inOrder = mutations.toSorted((a, b) => listShiftOrder(a) - listShiftOrder(b))
  for (const { path, changeKind, value } of inOrder) {
    const key = path.at(-1) ?? ''
    const holder = holderOf(copy, path)
    if (holder === null || !(key in holder)) continue
    change(holder, key, changeKind, structuredClone(value))
  }
  return JSON.stringify(copy)
}

/** The negative index of a change that moves a list; -1000 for others. */
function listShiftOrder({ path, changeKind }: Mutation): number {
  const place = path.at(-1)
  const isMoving = typeof place === 'number' && (changeKind === 'missing' || changeKind === 'doubled')
  return isMoving ? -place : -1_000
}

function change(holder: Holder, key: string | number, how: Mutation['changeKind'], value: unknown): void {
  if (how === 'missing' && Array.isArray(holder)) holder.splice(Number(key), 1)
  else if (how === 'missing') delete holder[key]
  else if (how === 'renamed') {
    holder[renamed(String(key))] = holder[key]
    delete holder[key]
  } else if (how === 'doubled' && Array.isArray(holder)) holder.splice(Number(key), 0, value)
  else holder[key] = how === 'null' ? null : value
}

function renamed(key: string): string {
  const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return snake === key ? `${key}s` : snake
}

function holderOf(root: unknown, path: Path): Holder | null {
  const holder = path.slice(0, -1).reduce<unknown>((value, key) => {
    return typeof value === 'object' && value !== null ? (value as Holder)[key] : null
  }, root)
  return typeof holder === 'object' && holder !== null ? (holder as Holder) : null
}

function placesOf(value: unknown, path: Path): readonly { readonly path: Path; readonly value: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([key, inner]) => {
    const place = [...path, key]
    return [{ path: place, value: inner }, ...placesOf(inner, place)]
  })
}

function othersOf(value: unknown): readonly unknown[] {
  const others = [5, 'x', true, [], {}].filter((other) => typeOf(other) !== typeOf(value))
  return typeof value === 'number' ? [...others, String(value)] : others
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}

function hugeOf(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [1e300, 2 ** 60]
  if (typeof value === 'string') return [/^[0-9]+$/.test(value) ? '9'.repeat(80) : 'x'.repeat(10_000)]
  if (Array.isArray(value))
    return [Array.from({ length: 200 }, (_, at) => value[at % (value.length || 1)] ?? {})]
  if (typeof value !== 'object' || value === null) return []
  return [{ ...value, ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`more${at}`, at])) }]
}
