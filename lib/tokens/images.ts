import { createConcurrencyLimit } from '../base/concurrency.ts'
import { type Clock, dayMs, isFresh, minuteMs } from '../base/time.ts'
import { logoLimits, rasterUrl, readBytes, smallRasterType } from '../base/untrusted-bytes.ts'
import { isLoopback } from '../base/url.ts'
import { createDatabaseAccess, type Database } from '../storage/database.ts'

interface ImagePorts {
  readonly logoHosts: readonly string[]
  /** The host that serves `ipfs://` logos; one of `logoHosts`. */
  readonly ipfsGateway?: string
  readonly fetch: ImageFetch
  readonly store: ImageStore
  readonly clock: Clock
}

export type Images = ReturnType<typeof createImages>

const pictureLifeMs = 30 * dayMs
const missingLifeMs = dayMs
const retryPauseMs = 10 * minuteMs
const maxParallel = 4

export function createImages({ logoHosts, ipfsGateway, fetch, store, clock }: ImagePorts) {
  const running = new Map<string, Promise<string | null>>()
  const inSlot = createConcurrencyLimit(maxParallel)
  /** Addresses that failed, with the time until which they are not tried again. */
  const pausedUntilMs = new Map<string, number>()

  async function read(url: string): Promise<string | null> {
    const nowMs = clock.nowMs()
    const saved = await store.get(url)
    const lifeMs = saved?.blob === null ? missingLifeMs : pictureLifeMs
    const isCurrent = saved !== null && isFresh(saved.savedMs, lifeMs, nowMs)
    if (isCurrent || (pausedUntilMs.get(url) ?? 0) > nowMs) return toDataUrl(saved?.blob ?? null)
    const fetched = await fetchImage(url, fetch).catch(() => undefined)
    if (fetched === undefined) {
      pausedUntilMs.set(url, nowMs + retryPauseMs)
      return toDataUrl(saved?.blob ?? null)
    }
    await store.put(url, fetched)
    return toDataUrl(fetched)
  }

  function readOnce(url: string): Promise<string | null> {
    const known = running.get(url)
    if (known !== undefined) return known
    const pending = read(url).finally(() => running.delete(url))
    running.set(url, pending)
    return pending
  }

  return {
    /** Logos that are not available are left out, and the caller draws a placeholder. */
    async dataUrls(urls: readonly string[]): Promise<{ readonly [url: string]: string }> {
      const addresses = new Map(urls.map((url) => [url, toWebAddress(url, ipfsGateway)]))
      const wanted = [...addresses].filter(([, address]) => isLogoAddress(address, logoHosts))
      const pictures = await Promise.all(wanted.map(([, address]) => inSlot(() => readOnce(address))))
      return Object.fromEntries(
        wanted.flatMap(([url], at) => {
          const picture = pictures[at] ?? null
          return picture === null ? [] : [[url, picture]]
        }),
      )
    },
  }
}

/** Checks the stored bytes again, since the disk could have been changed by other programs. */
async function toDataUrl(blob: Blob | null): Promise<string | null> {
  if (blob === null) return null
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const type = smallRasterType(bytes, logoLimits)
  return type === null ? null : rasterUrl(type, bytes)
}

/** At most 256 kB each, so at most 64 MB. */
const maxImages = 256

/**
 * Stored logos. A null blob means that the address has no logo that could be shown. The oldest are removed first. Every
 * method rejects with `storageFailed`.
 */
export type ImageStore = ReturnType<typeof createImageStore>

export function createImageStore(database: () => Promise<Database>, clock: Clock) {
  const stored = createDatabaseAccess(database)
  return {
    get: (url: string): Promise<{ readonly blob: Blob | null; readonly savedMs: number } | null> =>
      stored(async (opened) => (await opened.get('images', url)) ?? null),
    put: (url: string, blob: Blob | null): Promise<void> =>
      stored(async (opened) => {
        const transaction = opened.transaction('images', 'readwrite', { durability: 'relaxed' })
        await transaction.store.put({ url, blob, savedMs: clock.nowMs() })
        const surplus = (await transaction.store.count()) - maxImages
        if (surplus > 0) {
          const oldest = await transaction.store.index('bySaved').getAllKeys(null, surplus)
          for (const key of oldest) await transaction.store.delete(key)
        }
        await transaction.done
      }),
  }
}

export type ImageFetch = (url: string, init: RequestInit) => Promise<Response>

const waitMs = 8_000

/**
 * Fetches a logo as a blob, with the type that its bytes show. Returns null if the logo is refused for good (wrong
 * type, too large, missing). Rejects if a later try may succeed: no connection, a redirect, a timeout after 8 s, a
 * server error.
 */
async function fetchImage(url: string, fetch: ImageFetch): Promise<Blob | null> {
  const response = await fetch(url, {
    method: 'GET',
    headers: { accept: 'image/png,image/webp,image/jpeg' },
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(waitMs),
  })
  if (response.status >= 500 || response.status === 429) throw new Error(`status ${response.status}`)
  if (!isPicture(response)) {
    await response.body?.cancel()
    return null
  }
  const bytes = await readBytes(response, logoLimits.bytes)
  if (bytes === null) return null
  const type = smallRasterType(bytes, logoLimits)
  return type === null ? null : new Blob([bytes], { type })
}

function isPicture({ ok, headers }: Response): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  return ok && ['image/png', 'image/webp', 'image/jpeg'].includes(type.trim())
}

const ipfsAddress = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{10,100}(?:\/(?!\.+(?:\/|$))[\w.~-]+){0,8})$/

function toWebAddress(text: string, ipfsGateway: string | undefined): string {
  const path = ipfsGateway === undefined ? undefined : ipfsAddress.exec(text)?.[1]
  return path === undefined ? text : `https://${ipfsGateway}/ipfs/${path}`
}

/**
 * Says whether a logo may be fetched from an address: https, or http on loopback, from exactly one of the deployment's
 * logo hosts, including the port (L4). Any other request would reveal to a stranger, or to the user's own network, that
 * someone views this token.
 */
function isLogoAddress(text: string, logoHosts: readonly string[]): boolean {
  if (text.length > 500) return false
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  return isSafe && logoHosts.includes(url.host)
}
