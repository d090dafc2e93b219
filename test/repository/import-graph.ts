import { posix } from 'node:path'
import { allSources, packedSources, type SourceFile } from './source-files.ts'

/** An import of another source file (`path`) or of a package. */
export interface Import {
  readonly from: string
  /** Path of the imported file from the root; null for a package. */
  readonly path: string | null
  readonly specifier: string
  /** The compiler erases it, so it never reaches a bundle. */
  readonly isType: boolean
}

const statement = /^(import|export)\s+(type\s+)?([^'"]*?from\s+)?'([^']+)'/gm
const lazy = /import\('([^']+)'\)/g

function onlyTypes(clause: string): boolean {
  const names = /^\{([\s\S]*)\}/.exec(clause.trim())?.[1]
  if (names === undefined) return false
  const parts = names.split(',').map((name) => name.trim())
  return parts.filter((name) => name !== '').every((name) => name.startsWith('type '))
}

function importsOf(file: SourceFile): Import[] {
  const make = (specifier: string, isType: boolean): Import => {
    const path = specifier.startsWith('.')
      ? posix.normalize(posix.join(posix.dirname(file.path), specifier))
      : null
    return { from: file.path, path, specifier, isType }
  }
  const found: Import[] = []
  for (const match of file.text.matchAll(statement)) {
    const [, , typeWord, clause, specifier = ''] = match
    found.push(make(specifier, typeWord !== undefined || onlyTypes(clause ?? '')))
  }
  for (const match of file.text.matchAll(lazy)) found.push(make(match[1] ?? '', false))
  return found
}

const importsByFile: ReadonlyMap<string, readonly Import[]> = new Map(
  allSources.map((file) => [file.path, importsOf(file)]),
)

export const allImports: readonly Import[] = [...importsByFile.values()].flat()

/** Files and packages in this file's bundle, each with the chain of imports that leads there. */
function findReachable(start: string): {
  readonly files: ReadonlyMap<string, readonly string[]>
  readonly packages: ReadonlyMap<string, readonly string[]>
} {
  const packages = new Map<string, readonly string[]>()
  const files = new Map<string, readonly string[]>()
  const visit = (path: string, chain: readonly string[]): void => {
    if (files.has(path)) return
    files.set(path, chain)
    for (const item of importsByFile.get(path) ?? []) {
      if (item.isType) continue
      if (item.path !== null) visit(item.path, [...chain, item.path])
      else if (!packages.has(packageName(item.specifier))) packages.set(packageName(item.specifier), chain)
    }
  }
  visit(start, [start])
  return { files, packages }
}

/** Packages in this file's bundle, each with the chain of imports that leads there. */
export function findPackages(start: string): ReadonlyMap<string, readonly string[]> {
  return findReachable(start).packages
}

const contentScript = /^entrypoints\/[^/]*content\.ts$/

export const contentScripts: readonly string[] = packedSources
  .map(({ path }) => path)
  .filter((path) => contentScript.test(path))

const inPages = new Set(contentScripts.flatMap((path) => [...findReachable(path).files.keys()]))

/** All code that runs in pages: the content scripts and everything they import. */
export const sourcesInPages: readonly SourceFile[] = packedSources.filter(({ path }) => inPages.has(path))

/** Returns `@scope/name` or `name` of a specifier. */
export function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
