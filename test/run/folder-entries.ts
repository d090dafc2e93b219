import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ZipEntry } from './zip-bytes.ts'

/** With relative paths. `without` names top-level files and folders to omit. */
export function folderEntries(folder: string, without: readonly string[] = []): ZipEntry[] {
  const walk = (inside: string): ZipEntry[] =>
    readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
      const path = `${inside}${entry.name}`
      if (without.includes(path)) return []
      if (entry.isDirectory()) return walk(`${path}/`)
      return entry.isFile() ? [{ path, bytes: readFileSync(join(folder, path)) }] : []
    })
  return walk('')
}
