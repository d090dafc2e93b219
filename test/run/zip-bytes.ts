import { type Zippable, zipSync } from 'fflate'

/** One file of an archive: its path in it, with `/`, and its bytes. */
export interface ZipEntry {
  readonly path: string
  readonly bytes: Uint8Array
}

/** A regular file, -rw-r--r--, made on Unix, of the earliest moment a zip can name: the bytes may not depend on the day. */
const facts = { level: 9, os: 3, attrs: (0o100644 << 16) >>> 0, mtime: new Date(1980, 0, 1) } as const

/**
 * A zip whose bytes depend on the paths and contents alone: sorted, one date, one mode, no extra fields. Packed by fflate, which is
 * the same on every machine; the zlib of Node, which packs 3 % tighter, differs with its version and the processor.
 */
export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const sorted = [...entries].sort((one, other) => (one.path < other.path ? -1 : 1))
  const files: Zippable = Object.fromEntries(sorted.map(({ path, bytes }) => [path, [bytes, facts]]))
  return Buffer.from(zipSync(files))
}
