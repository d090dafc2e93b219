export type RasterType = 'image/png' | 'image/jpeg' | 'image/webp'

interface RasterLimits {
  readonly bytes: number
  /** The longest side, in pixels. */
  readonly side: number
}

/** The limits for the icon of a wallet (L4). */
const rasterLimits: RasterLimits = { bytes: 65_536, side: 128 }

/** The limits for the logo of a token (L4). Real token lists name pictures of up to 512 pixels. */
export const logoLimits: RasterLimits = { bytes: 262_144, side: 512 }

/**
 * Returns the type of a small still picture, read from its bytes and not from its declared type. Null for everything
 * else, also for a picture with trailing bytes. Both sides are read from the header, so that no large picture is ever
 * decoded.
 */
export function smallRasterType(bytes: Uint8Array, limits: RasterLimits = rasterLimits): RasterType | null {
  if (bytes.length > limits.bytes) return null
  const found = readPngHeader(bytes) ?? readJpegHeader(bytes) ?? readWebpHeader(bytes)
  if (found === null) return null
  const isSmall = [found.width, found.height].every((side) => side >= 1 && side <= limits.side)
  return isSmall ? found.type : null
}

export function rasterUrl(type: RasterType, bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return `data:${type};base64,${btoa(text)}`
}

/** Rebuilds a `data:` URL with the type found in its bytes. Null if it is not a small still picture. */
export function smallRasterUrl(text: string): string | null {
  const base64 = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/]{1,87384}={0,2})$/.exec(text)?.[1]
  if (base64 === undefined || base64.length % 4 !== 0) return null
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const type = smallRasterType(bytes)
  return type === null ? null : rasterUrl(type, bytes)
}

interface RasterHeader {
  readonly type: RasterType
  readonly width: number
  readonly height: number
}

/** PNG 3, section 5: a signature, then chunks from IHDR to IEND. `acTL` marks an animation. */
function readPngHeader(bytes: Uint8Array): RasterHeader | null {
  if (!startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return null
  const view = createDataView(bytes)
  if (bytes.length < 33 || view.getUint32(8) !== 13 || readTag(bytes, 12) !== 'IHDR') return null
  let at = 8
  while (at + 12 <= bytes.length) {
    const name = readTag(bytes, at + 4)
    const next = at + 12 + view.getUint32(at)
    if (name === 'acTL') return null
    if (name === 'IEND') {
      const isWhole = next === bytes.length
      return isWhole ? { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) } : null
    }
    at = next
  }
  return null
}

/** JPEG (T.81, annex B): the frame header has both sides. The file must end with the end marker. */
function readJpegHeader(bytes: Uint8Array): RasterHeader | null {
  const isFramed =
    startsWith(bytes, 0, [0xff, 0xd8, 0xff]) && startsWith(bytes, bytes.length - 2, [0xff, 0xd9])
  if (!isFramed) return null
  const view = createDataView(bytes)
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // The image data starts here without a frame header before it.
    if (marker === 0xda || marker === 0xd9) return null
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

/** WebP (RFC 9649): a RIFF of exactly this length. Bit 1 of VP8X marks an animation. */
function readWebpHeader(bytes: Uint8Array): RasterHeader | null {
  if (bytes.length < 30 || readTag(bytes, 0) !== 'RIFF' || readTag(bytes, 8) !== 'WEBP') return null
  const view = createDataView(bytes)
  if (view.getUint32(4, true) !== bytes.length - 8) return null
  const type = 'image/webp'
  switch (readTag(bytes, 12)) {
    case 'VP8 ': {
      if (!startsWith(bytes, 23, [0x9d, 0x01, 0x2a])) return null
      return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null
      const sides = view.getUint32(21, true)
      return { type, width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X': {
      if (((bytes[20] ?? 0) & 0x02) !== 0) return null
      return { type, width: readUint24(bytes, 24) + 1, height: readUint24(bytes, 27) + 1 }
    }
    default:
      return null
  }
}

function startsWith(bytes: Uint8Array, at: number, wanted: readonly number[]): boolean {
  return wanted.every((byte, index) => bytes[at + index] === byte)
}

function readTag(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

function createDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function readUint24(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
}

/** Reads a body. Returns null and stops reading at more than `maxBytes`. Rejects if the body does. */
export async function readBytes(
  response: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(response.headers.get('content-length') ?? '0') > maxBytes) {
    cancelBody(response.body)
    return null
  }
  const reader = response.body?.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > maxBytes) {
      cancelBody(reader)
      return null
    }
    parts.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

/** Cancelling a broken body may fail, which does not matter. */
function cancelBody(body: Pick<ReadableStream, 'cancel'> | null): void {
  body?.cancel().catch(() => undefined)
}
