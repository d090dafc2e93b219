import { crc32, deflateSync } from 'node:zlib'

/** Hand-made images: valid ones of the smallest size, and malformed ones from attackers. */

type Bytes = Uint8Array<ArrayBuffer>

export function bytesOf(...parts: readonly (string | readonly number[] | Uint8Array)[]): Bytes {
  const all = parts.map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
  )
  return new Uint8Array(Buffer.concat(all))
}

const big32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)
const little = (value: number, count: number) =>
  Array.from({ length: count }, (_, index) => (value >>> (8 * index)) & 255)

export function pngChunk(name: string, data: Uint8Array | readonly number[] = []): Bytes {
  const body = bytesOf(name, data)
  return bytesOf(big32(data.length), body, big32(crc32(body)))
}

/** A valid grey PNG; `more` are chunks before the image data. */
export function png(width: number, height: number, ...more: readonly Uint8Array[]): Bytes {
  const rows = Buffer.alloc(Math.min(height, 200) * (Math.min(width, 200) + 1))
  return bytesOf(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    pngChunk('IHDR', bytesOf(big32(width), big32(height), [8, 0, 0, 0, 0])),
    ...more,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND'),
  )
}

/** A minimal JPEG: header, `more` segments, frame header with the size, an empty scan, the end. */
export function jpeg(width: number, height: number, more: readonly number[] = []): Bytes {
  const sides = [height >> 8, height & 255, width >> 8, width & 255]
  return bytesOf(
    [0xff, 0xd8, 0xff, 0xe0, 0, 16],
    'JFIF\0',
    [1, 1, 0, 0, 1, 0, 1, 0, 0],
    more,
    [0xff, 0xc0, 0, 11, 8, ...sides, 1, 1, 0x11, 0],
    [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff, 0xd9],
  )
}

function webp(chunk: string, data: readonly number[]): Bytes {
  const body = bytesOf('WEBP', chunk, little(data.length, 4), data)
  return bytesOf('RIFF', little(body.length, 4), body)
}

export const webpLossy = (width: number, height: number) =>
  webp('VP8 ', [0x10, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2), 0, 0])

export const webpLossless = (width: number, height: number) =>
  webp('VP8L', [0x2f, ...little((width - 1) | ((height - 1) << 14), 4), 0, 0, 0, 0, 0])

export const webpExtended = (width: number, height: number, flags = 0) =>
  webp('VP8X', [flags, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)])

export const gif = bytesOf('GIF89a', little(16, 2), little(16, 2), [0, 0, 0, 0x3b])
export const svg = bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
export const html = bytesOf('<!doctype html><script>alert(1)</script>')

export function dataUrl(bytes: Uint8Array, type = 'image/png'): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}
