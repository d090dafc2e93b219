import { type Zippable, zipSync } from 'fflate'

/** One file of an archive: its path with `/`, and its bytes. */
export interface ZipEntry {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * A regular file, -rw-r--r--, from Unix, with the earliest date a zip supports: the bytes must not depend on
 * the day.
 */
const facts = { level: 9, os: 3, attrs: (0o100644 << 16) >>> 0, mtime: new Date(1980, 0, 1) } as const

/**
 * Returns a zip that depends on paths and contents alone: sorted, one date, one mode, no extra fields.
 * Compressed by fflate, which is identical on every machine. Node's zlib compresses 3 % better, but differs by
 * version and processor.
 */
export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const sorted = [...entries].sort((one, other) => (one.path < other.path ? -1 : 1))
  const files: Zippable = Object.fromEntries(sorted.map(({ path, bytes }) => [path, [bytes, facts]]))
  return Buffer.from(zipSync(files))
}
