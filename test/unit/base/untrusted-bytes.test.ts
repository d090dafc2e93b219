import { describe, expect, test } from 'vitest'
import { rasterUrl, smallRasterType, smallRasterUrl } from '../../../lib/base/untrusted-bytes.ts'
import { logo } from '../../sandbox/service/logo.ts'
import {
  bytesOf,
  dataUrl,
  gif,
  html,
  jpeg,
  png,
  pngChunk,
  svg,
  webpExtended,
  webpLossless,
  webpLossy,
} from '../tokens/image-fixtures.ts'

const animated = pngChunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0])
const text = pngChunk('tEXt', bytesOf('Comment\0<script>alert(1)</script>'))

describe('a small still picture is recognised by its bytes (L4)', () => {
  test.each<[string, Uint8Array, string]>([
    ['PNG', png(48, 48), 'image/png'],
    ['PNG with words in it', png(48, 48, text), 'image/png'],
    ['PNG of the most that may be', png(128, 128), 'image/png'],
    ["the sandbox's logo", logo('usdc'), 'image/png'],
    ['JPEG', jpeg(64, 32), 'image/jpeg'],
    ['JPEG with a table first', jpeg(128, 128, [0xff, 0xc4, 0, 3, 0]), 'image/jpeg'],
    ['lossy WebP', webpLossy(128, 1), 'image/webp'],
    ['lossless WebP', webpLossless(128, 128), 'image/webp'],
    ['extended WebP', webpExtended(128, 128), 'image/webp'],
  ])('%s', (_what, bytes, type) => {
    expect(smallRasterType(bytes)).toBe(type)
  })

  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['an SVG', svg],
    ['a web page', html],
    ['a GIF', gif],
    ['a bitmap', bytesOf('BM', Array(60).fill(0))],
    ['an icon', bytesOf([0, 0, 1, 0], Array(60).fill(0))],
    ['an AVIF', bytesOf([0, 0, 0, 28], 'ftypavif', Array(40).fill(0))],
    ['a PNG that moves', png(48, 48, animated)],
    ['a WebP that moves', webpExtended(48, 48, 0x02)],
    ['a PNG of 30,000 by 30,000', png(30_000, 30_000)],
    ['a PNG too wide', png(129, 1)],
    ['a PNG too high', png(1, 129)],
    ['a PNG without a side', png(0, 48)],
    ['a JPEG too wide', jpeg(129, 16)],
    ['a JPEG without a side', jpeg(16, 0)],
    ['a WebP too large', webpLossless(129, 129)],
    ['an extended WebP too large', webpExtended(4_000, 16)],
    ['a lossy WebP too large', webpLossy(200, 200)],
    ['a PNG with a page behind its end', bytesOf(png(48, 48), html)],
    ['a JPEG with a page behind its end', bytesOf(jpeg(48, 48), html)],
    ['a WebP with a page behind its end', bytesOf(webpLossless(48, 48), html)],
    ['a PNG cut off', png(48, 48).subarray(0, 60)],
    ['a PNG that ends in its header', png(48, 48).subarray(0, 20)],
    ['a PNG with too long a chunk', bytesOf(png(48, 48).subarray(0, 33), [255, 255, 255, 255], 'IDAT')],
    ['a PNG without its header', bytesOf(png(48, 48).subarray(0, 12), 'tEXt', png(48, 48).subarray(16))],
    ['a JPEG without a frame', bytesOf([0xff, 0xd8, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0, 0xff, 0xd9])],
    ['a JPEG that is only an end', bytesOf([0xff, 0xd8, 0xff, 0xd9])],
    ['a JPEG cut off', jpeg(48, 48).subarray(0, 30)],
    ['a RIFF that is no WebP', bytesOf('RIFF', [36, 0, 0, 0], 'WAVE', Array(32).fill(0))],
    ['a WebP of an unknown kind', bytesOf('RIFF', [32, 0, 0, 0], 'WEBPVP9 ', Array(24).fill(0))],
    ['a lossy WebP without its mark', bytesOf('RIFF', [32, 0, 0, 0], 'WEBPVP8 ', Array(24).fill(0))],
    ['a lossless WebP without its mark', bytesOf('RIFF', [32, 0, 0, 0], 'WEBPVP8L', Array(24).fill(0))],
    ['a PNG of 64 kB and a byte', png(48, 48, pngChunk('tEXt', new Uint8Array(65_536)))],
  ])('%s is refused', (_what, bytes) => {
    expect(smallRasterType(bytes)).toBeNull()
  })

  test('at any offset in a larger buffer', () => {
    const whole = png(48, 48)
    const framed = bytesOf([1, 2, 3], whole, [4])
    expect(smallRasterType(framed.subarray(3, 3 + whole.length))).toBe('image/png')
  })
})

describe('as a data URL', () => {
  test('it keeps its bytes and type', () => {
    expect(rasterUrl('image/png', png(3, 3))).toBe(dataUrl(png(3, 3)))
  })

  test.each<[string, string, string | null]>([
    ['keeps what is right', dataUrl(png(48, 48)), dataUrl(png(48, 48))],
    ['is called what it is', dataUrl(jpeg(48, 48), 'image/png'), dataUrl(jpeg(48, 48), 'image/jpeg')],
    ['is no SVG', dataUrl(svg, 'image/svg+xml'), null],
    ['is no SVG that calls itself a PNG', dataUrl(svg), null],
    ['is no page', dataUrl(html, 'text/html'), null],
    ['is not percent-coded', 'data:image/png,AAAA', null],
    ['is no address', 'https://logos.example/a.png', null],
    ['is not cut off', dataUrl(png(48, 48)).slice(0, -3), null],
    ['is not larger than may be', `data:image/png;base64,${'A'.repeat(90_000)}`, null],
    ['is not nothing', '', null],
  ])('%s', (_what, given, shown) => {
    expect(smallRasterUrl(given)).toBe(shown)
  })
})
