import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The manifest of a built folder. Ports of local hosts are replaced by their distance from the first one. */
export function readManifest(folder: string, portBase: number): unknown {
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
  return JSON.parse(
    text.replace(/127\.0\.0\.1:(\d+)/g, (_, port) => `127.0.0.1:base+${Number(port) - portBase}`),
  )
}
