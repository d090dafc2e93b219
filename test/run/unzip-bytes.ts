import { inflateRawSync } from 'node:zlib'
import type { ZipEntry } from './zip-bytes.ts'

const fileMark = 0x02014b50
const endMark = 0x06054b50
const endLength = 22

/** The files of an archive as `zipBytes` makes them: no comment, everything deflated. */
export function unzipBytes(zip: Buffer): ZipEntry[] {
  const end = zip.length - endLength
  if (zip.readUInt32LE(end) !== endMark) throw new Error('not an archive of ours')
  const entries: ZipEntry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== fileMark) throw new Error('the directory of the archive is broken')
    const packedLength = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const path = zip.toString('utf8', at + 46, at + 46 + nameLength)
    entries.push({ path, bytes: inflateRawSync(zip.subarray(start, start + packedLength)) })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}
