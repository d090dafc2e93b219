import { allImports } from '../repository/import-graph.ts'

const importers = new Map<string, string[]>()
for (const { from, path, isType } of allImports) {
  if (path === null || isType) continue
  importers.set(path, [...(importers.get(path) ?? []), from])
}

/** A source and every module that imports it, directly or not. They are evaluated again when it changes. */
export function dependantsOf(path: string): ReadonlySet<string> {
  const found = new Set([path])
  // The loop also visits members that are added while it runs.
  for (const one of found) for (const importer of importers.get(one) ?? []) found.add(importer)
  return found
}
