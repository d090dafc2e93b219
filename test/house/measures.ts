import { basename } from 'node:path'
import { unresolvedCitations, unresolvedRows } from './citations.ts'
import { allImports, type Import } from './import-graph.ts'
import { longFunctions } from './long-functions.ts'
import { packedSources } from './source-files.ts'
import { packedFunctions } from './syntax.ts'
import { filesOf } from './walk.ts'
import { walks } from './walks.ts'

/** One figure of the house and the most it may be. */
export interface Measure {
  readonly name: string
  readonly value: number
  readonly most: number
  /** What makes the figure, where naming it helps. */
  readonly among?: readonly string[]
}

/** A function longer than this says why in `long-functions.ts`. */
const longLines = 60

const packed = new Set(packedSources.map(({ path }) => path))
const inside = allImports.filter(({ from, path }) => packed.has(from) && path !== null && packed.has(path))

/** The sizes of the packed files, smallest first. */
export const lineCounts: readonly number[] = packedSources
  .map(({ text }) => text.split('\n').length - 1)
  .toSorted((a, b) => a - b)

/** Whether a file is run by the browser or the framework, and not by an import. */
const isEntry = (path: string) => path.startsWith('entrypoints/')

function importedOnce(): readonly string[] {
  const importers = new Map<string, Set<string>>()
  for (const { from, path } of inside) {
    importers.set(String(path), (importers.get(String(path)) ?? new Set()).add(from))
  }
  return [...packed].filter((path) => !isEntry(path) && importers.get(path)?.size === 1)
}

/** The rings of files that import one another, each by its files. */
export function ringsOf(imports: readonly Pick<Import, 'from' | 'path'>[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>()
  for (const { from, path } of imports) next.set(from, [...(next.get(from) ?? []), String(path)])
  const reached = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>()
    const left = [...(next.get(start) ?? [])]
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      left.push(...(next.get(path) ?? []))
    }
    return seen
  }
  const all = new Map([...next.keys()].map((path) => [path, reached(path)]))
  const rings = new Map<string, readonly string[]>()
  for (const [path, others] of all) {
    if (!others.has(path)) continue
    const ring = [...others].filter((other) => all.get(other)?.has(path)).toSorted()
    rings.set(ring[0] ?? path, ring)
  }
  return [...rings.values()]
}

/** Base names that two packed files have; `index` and `main` are the framework's. */
function repeatedNames(): readonly string[] {
  const byName = Map.groupBy(packed, (path) => basename(path).replace(/\.\w+$/, ''))
  return [...byName].flatMap(([name, paths]) =>
    paths.length > 1 && name !== 'index' && name !== 'main' ? [`${name}: ${paths.join(', ')}`] : [],
  )
}

/** Every function above the limit, as `path#name`. */
function tooLong(): readonly { readonly place: string; readonly lines: number }[] {
  return [...packedFunctions].flatMap(([path, functions]) =>
    functions
      .filter(({ lines }) => lines > longLines)
      .map(({ name, lines }) => ({ place: `${path}#${name}`, lines })),
  )
}

const rings = (imports: readonly Import[]) => ringsOf(imports).map((ring) => ring.join(' <-> '))

/** Everything that the house is held to. */
export function measureHouse(): readonly Measure[] {
  const once = importedOnce()
  const long = tooLong()
  const counted = (name: string, among: readonly string[], most = 0): Measure => ({
    name,
    value: among.length,
    most,
    among,
  })
  return [
    { name: 'files', value: packed.size, most: 300 },
    { name: 'lines of the longest file', value: lineCounts.at(-1) ?? 0, most: 250 },
    counted(
      `functions above ${longLines} lines`,
      long.map(({ place, lines }) => `${place} ${lines}`),
      15,
    ),
    counted(
      'of them without a reason',
      long.map(({ place }) => place).filter((place) => !(place in longFunctions)),
    ),
    counted(
      'reasons for functions that are short or gone',
      Object.keys(longFunctions).filter((place) => !long.some((one) => one.place === place)),
    ),
    {
      name: 'percent of modules with one importer',
      value: Math.ceil((once.length * 100) / packed.size),
      most: 24,
      among: once,
    },
    counted('rings of value imports', rings(inside.filter(({ isType }) => !isType))),
    counted('rings of imports, types among them', rings(inside)),
    counted('citations that nothing resolves', [...unresolvedCitations(), ...unresolvedRows()]),
    counted('base names that stand twice', repeatedNames()),
    ...walks.map((walk) => {
      const files = [...filesOf(walk)]
      return { name: `files on the walk of ${walk.name}`, value: files.length, most: walk.goal, among: files }
    }),
  ]
}
