import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive: its path in it, with `/`, and its bytes. */
export interface ZipEntry {
  readonly path: string
  readonly bytes: Uint8Array
}

/** 1980-01-01 00:00, the earliest moment a zip can name: the bytes may not depend on the day. */
const fixedDate = 0x0021
const fixedTime = 0
const version = 20
/** Names are UTF-8. */
const flags = 0x0800
const deflated = 8
/** A regular file, -rw-r--r--, made on Unix. */
const fileMode = (0o100644 << 16) >>> 0
const madeOnUnix = (3 << 8) | version

/** A zip whose bytes depend on the paths and contents alone: sorted, one date, one mode, no extra fields. */
export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const sorted = [...entries].sort((one, other) => (one.path < other.path ? -1 : 1))
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, bytes } of sorted) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(bytes, { level: 9 })
    const facts = factsOf(bytes, packed, name)
    const local = Buffer.concat([numbers([4, 0x04034b50], [2, version]), facts, numbers([2, 0]), name])
    const place = numbers([2, 0], [2, 0], [2, 0], [2, 0], [4, fileMode], [4, offset])
    directory.push(numbers([4, 0x02014b50], [2, madeOnUnix], [2, version]), facts, place, name)
    parts.push(local, packed)
    offset += local.length + packed.length
  }
  const index = Buffer.concat(directory)
  const count = sorted.length
  const counts = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count])
  return Buffer.concat([...parts, index, counts, numbers([4, index.length], [4, offset], [2, 0])])
}

/** What the local header and the directory both say of a file. */
function factsOf(bytes: Uint8Array, packed: Uint8Array, name: Uint8Array): Buffer {
  const sizes = numbers([4, crc32(bytes)], [4, packed.length], [4, bytes.length], [2, name.length])
  return Buffer.concat([numbers([2, flags], [2, deflated], [2, fixedTime], [2, fixedDate]), sizes])
}

/** Little-endian numbers of 2 or 4 bytes. */
function numbers(...fields: readonly (readonly [2 | 4, number])[]): Buffer {
  return Buffer.concat(
    fields.map(([size, value]) => {
      const buffer = Buffer.alloc(size)
      buffer.writeUIntLE(value, 0, size)
      return buffer
    }),
  )
}
