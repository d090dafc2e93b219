import { describe, expect, test } from 'vitest'
import {
  createImageStore,
  createImages,
  type ImageFetch,
  type ImageStore,
} from '../../../lib/tokens/images.ts'
import { dataUrl, gif, html, jpeg, png, svg } from './image-fixtures.ts'
import 'fake-indexeddb/auto'
import { createDatabase } from '../../../lib/storage/database.ts'

const hosts = ['logos.example', '127.0.0.1:8787']
const url = 'https://logos.example/usdc.png'
const day = 86_400_000

const reply = (bytes: Uint8Array<ArrayBuffer>, type = 'image/png', status = 200) =>
  new Response(bytes, { status, headers: { 'content-type': type } })

function world(
  answer: (url: string) => Response | Promise<Response> = () => reply(png(48, 48)),
  gateway: { readonly ipfsGateway?: string } = {},
) {
  let nowMs = 1_800_000_000_000
  const rows = new Map<string, { blob: Blob | null; savedMs: number }>()
  const requested: { url: string; init: RequestInit }[] = []
  const fetch: ImageFetch = async (url, init) => {
    requested.push({ url, init })
    return answer(url)
  }
  const store: ImageStore = {
    get: async (url) => rows.get(url) ?? null,
    put: async (url, blob) => void rows.set(url, { blob, savedMs: nowMs }),
  }
  const clock = { nowMs: () => nowMs }
  const make = () => createImages({ logoHosts: hosts, ...gateway, fetch, store, clock })
  return {
    rows,
    requested: requested,
    make,
    images: make(),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test.each<[string, boolean]>([
  [url, true],
  ['https://logos.example/a?b=c', true],
  ['http://127.0.0.1:8787/logos/a.png', true],
  ['HTTPS://LOGOS.EXAMPLE/a.png', true],
  ['http://logos.example/a.png', false],
  ['https://logos.example:8443/a.png', false],
  ['http://127.0.0.1:8788/a.png', false],
  ['http://127.0.0.1/a.png', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['http://10.0.0.1/a.png', false],
  ['http://router.local/a.png', false],
  ['https://logos.example.evil.example/a.png', false],
  ['https://evil.example/a.png', false],
  ['https://evil.example/logos.example', false],
  ['https://logos.example@evil.example/a.png', false],
  ['https://user@logos.example/a.png', false],
  ['https://xn--lgos-0ra.example/a.png', false],
  ['https://lоgos.example/a.png', false],
  ['https://ipfs.io/ipfs/Qm', false],
  ['ipfs://Qm', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['data:image/png;base64,AAAA', false],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['//logos.example/a.png', false],
  ['/a.png', false],
  ['', false],
  [`https://logos.example/${'a'.repeat(500)}`, false],
])('a logo may be fetched from %.60s: %s', async (text, isOne) => {
  const { images, requested, rows } = world()
  const found = await images.dataUrls([text])
  expect(found).toEqual(isOne ? { [text]: dataUrl(png(48, 48)) } : {})
  expect([requested.length, rows.size]).toEqual(isOne ? [1, 1] : [0, 0])
})

test.each([
  ['ipfs://QmV4nd7cVRKL5hkyw8fVxLgU9P9wLrnYZp5ZzVPpKqV1Bz', 'QmV4nd7cVRKL5hkyw8fVxLgU9P9wLrnYZp5ZzVPpKqV1Bz'],
  [
    'ipfs://ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3/logo.png',
    'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3/logo.png',
  ],
  ['ipfs://QmV4nd7cVRKL5hkyw8fVxLgU9P9wLrnYZp5ZzVPpKqV1Bz/../../x', null],
  ['ipfs://evil.example/logo.png', null],
])('converts %s to the operator’s IPFS gateway', async (text, path) => {
  const { images, requested } = world(undefined, { ipfsGateway: 'logos.example' })
  const found = await images.dataUrls([text])
  expect(requested.map((one) => one.url)).toEqual(path === null ? [] : [`https://logos.example/ipfs/${path}`])
  expect(Object.keys(found)).toEqual(path === null ? [] : [text])
})

describe('a logo (L4)', () => {
  test('is fetched without cookies and referrer, stored as a blob, and returned from there', async () => {
    const { images, requested, rows, make } = world()
    expect(await images.dataUrls([url, url])).toEqual({ [url]: dataUrl(png(48, 48)) })
    expect(requested).toHaveLength(1)
    const plain = { redirect: 'error', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }
    expect(requested[0]?.init).toMatchObject({ method: 'GET', ...plain })
    expect(requested[0]?.init.signal).toBeInstanceOf(AbortSignal)
    expect(rows.get(url)?.blob).toBeInstanceOf(Blob)
    // Also after a restart of the worker.
    expect(await make().dataUrls([url])).toEqual({ [url]: dataUrl(png(48, 48)) })
    expect(requested).toHaveLength(1)
  })

  test.each<[string, () => Response]>([
    ['an SVG', () => reply(svg, 'image/svg+xml')],
    ['a page', () => reply(html, 'text/html')],
    ['a PNG that calls itself a page', () => reply(png(48, 48), 'text/html')],
    ['a PNG that calls itself nothing', () => new Response(png(48, 48))],
    ['a GIF that calls itself a PNG', () => reply(gif)],
    ['a 404 with a picture', () => reply(png(48, 48), 'image/png', 404)],
    ['a 403', () => reply(html, 'text/html', 403)],
  ])('is refused for %s, and the refusal is stored for a day', async (_what, answer) => {
    const { images, requested, pass } = world(answer)
    expect(await images.dataUrls([url])).toEqual({})
    await images.dataUrls([url])
    expect(requested).toHaveLength(1)
    pass(day + 1)
    await images.dataUrls([url])
    expect(requested).toHaveLength(2)
  })

  test.each<[string, number]>([
    ['said', 200_000_000],
    ['not said', 0],
  ])('without end is aborted at 256 kB, its length %s', async (_how, length) => {
    let pulled = 0
    let isCancelled = false
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled += 16_384
          controller.enqueue(png(48, 48).slice(0, 40))
          controller.enqueue(new Uint8Array(16_384))
        },
        cancel() {
          isCancelled = true
        },
      })
    const said = length > 0 ? { 'content-length': String(length) } : {}
    const headers = { 'content-type': 'image/png', ...said }
    const { images } = world(() => new Response(body(), { headers }))
    expect(await images.dataUrls([url])).toEqual({})
    expect(pulled).toBeLessThan(400_000)
    expect(isCancelled).toBe(true)
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['is not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['redirects', () => Promise.reject(new TypeError('redirect mode is set to error'))],
    ['takes too long', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
    ['is in trouble', () => reply(html, 'text/html', 503)],
    ['is too busy', () => reply(html, 'text/html', 429)],
  ])('whose host %s is not fetched for ten minutes, and then tried again', async (_what, answer) => {
    let isWell = false
    const picture = () => reply(jpeg(32, 32), 'image/jpeg')
    const { images, requested, rows, pass } = world(() => (isWell ? picture() : answer()))
    expect(await images.dataUrls([url])).toEqual({})
    expect(rows.size).toBe(0)
    isWell = true
    expect(await images.dataUrls([url])).toEqual({})
    expect(requested).toHaveLength(1)
    pass(600_001)
    expect(await images.dataUrls([url])).toEqual({ [url]: dataUrl(jpeg(32, 32), 'image/jpeg') })
  })

  test('is fetched again after a month, and the old one is used until then', async () => {
    let isWell = true
    const fail = () => Promise.reject(new Error('gone'))
    const { images, requested, pass } = world(() => (isWell ? reply(png(8, 8)) : fail()))
    await images.dataUrls([url])
    pass(29 * day)
    await images.dataUrls([url])
    expect(requested).toHaveLength(1)
    pass(2 * day)
    isWell = false
    expect(await images.dataUrls([url])).toEqual({ [url]: dataUrl(png(8, 8)) })
    expect(requested).toHaveLength(2)
  })

  test('is checked again when read from disk', async () => {
    const { images, rows } = world()
    rows.set(url, { blob: new Blob([svg], { type: 'image/png' }), savedMs: 1_800_000_000_000 })
    expect(await images.dataUrls([url])).toEqual({})
  })

  test('is fetched only once, four at a time', async () => {
    let running = 0
    let most = 0
    const { images, requested } = world(async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      return reply(png(8, 8))
    })
    const urls = Array.from({ length: 18 }, (_, index) => `https://logos.example/${index}.png`)
    const [first] = await Promise.all([images.dataUrls(urls), images.dataUrls(urls)])
    expect(Object.keys(first)).toEqual(urls)
    expect([requested.length, most]).toEqual([18, 4])
  })
})

let nowMs = 1_000
/** The most logos in the store. */
const mostImages = 256
const storeIn = (name: string) => createImageStore(createDatabase(name), { nowMs: () => nowMs })

test('returns a logo as the stored blob, and a stored null', async () => {
  const store = storeIn('images-1')
  expect(await store.get('a')).toBeNull()
  await store.put('a', new Blob([png(8, 8)], { type: 'image/png' }))
  await store.put('b', null)
  const kept = await storeIn('images-1').get('a')
  expect(kept).toMatchObject({ savedMs: 1_000, blob: { type: 'image/png' } })
  expect(new Uint8Array((await kept?.blob?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(png(8, 8))
  expect(await store.get('b')).toMatchObject({ blob: null })
})

test('removes the oldest logo above the limit', async () => {
  const store = storeIn('images-2')
  for (let index = 0; index < mostImages + 3; index += 1) {
    nowMs = index
    await store.put(`${index}`, null)
  }
  for (const gone of [0, 1, 2]) expect(await store.get(`${gone}`)).toBeNull()
  for (const kept of [3, mostImages + 2]) expect(await store.get(`${kept}`)).not.toBeNull()
})

test('rejects with storageFailed when the database fails', async () => {
  const broken = createImageStore(() => Promise.reject(new DOMException('no', 'QuotaExceededError')), {
    nowMs: () => 0,
  })
  await expect(broken.get('a')).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  await expect(broken.put('a', null)).rejects.toMatchObject({ data: { code: 'storageFailed' } })
})
