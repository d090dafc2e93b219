import { allImports } from '../repository/import-graph.ts'

const importers = new Map<string, string[]>()
for (const { from, path, isType } of allImports) {
  if (path === null || isType) continue
  importers.set(path, [...(importers.get(path) ?? []), from])
}

/** A source with everything that imports it, at whatever remove: what is to be evaluated anew when it changes. */
export function dependantsOf(path: string): ReadonlySet<string> {
  const found = new Set([path])
  // A set grows under the loop and is gone through to its end.
  for (const one of found) for (const importer of importers.get(one) ?? []) found.add(importer)
  return found
}
