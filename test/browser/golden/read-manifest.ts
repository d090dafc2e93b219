import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The manifest of a built folder, without the hash of the styles in its pages. Ports of local hosts are replaced by their
 * distance from the first one.
 */
export function readManifest(folder: string, portBase: number): unknown {
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
  return JSON.parse(
    text
      .replaceAll(/'sha256-[^']+'/g, "'sha256-styles'")
      .replace(/127\.0\.0\.1:(\d+)/g, (_, port) => `127.0.0.1:base+${Number(port) - portBase}`),
  )
}
