import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { zipBytes } from '../../run/zip-bytes.ts'

const text = (words: string) => Buffer.from(words)
const files = [
  { path: 'manifest.json', bytes: text('{"manifest_version":3}') },
  { path: 'icon/16.png', bytes: Buffer.from([0, 255, 1, 254]) },
  { path: 'ünïcode.txt', bytes: text('word '.repeat(1000)) },
  { path: 'empty.txt', bytes: text('') },
]

describe('an archive', () => {
  it('unpacks to its input, sorted by path', () => {
    const paths = [...files].map(({ path }) => path).sort()
    const back = Object.entries(unzipSync(zipBytes(files)))
    expect(back.map(([path]) => path)).toEqual(paths)
    for (const [path, bytes] of back) {
      const given = files.find((file) => file.path === path)?.bytes ?? text('?')
      expect(Buffer.compare(bytes, given)).toBe(0)
    }
  })

  it('does not depend on the order of its files', () => {
    expect(zipBytes([...files].reverse()).equals(zipBytes(files))).toBe(true)
  })

  it('contains no day, user or machine', () => {
    const zip = zipBytes([{ path: 'a', bytes: text('') }])
    // Local header, empty deflate stream, directory, end; nothing else.
    expect(zip.toString('hex')).toBe(
      '504b0304140000000800000021000000000002000000000000000100000061' +
        '0300' +
        '504b0102140314000000080000002100000000000200000000000000010000000000000000000000a4810000000061' +
        '504b050600000000010001002f000000210000000000',
    )
  })
})
