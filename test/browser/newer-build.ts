import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Turns the extension in a folder into its n-th newer build; returns its version. */
export async function newerBuild(folder: string, count: number): Promise<string> {
  const file = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { readonly version: string }
  const version = `${manifest.version.split('.').slice(0, 3).join('.')}.${count}`
  await writeFile(file, JSON.stringify({ ...manifest, version }))
  return version
}
