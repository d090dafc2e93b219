import { rasterLimits, smallRasterType } from '../base/raster.ts'
import { readBytes } from '../base/read-bytes.ts'
import { isLoopback } from '../base/url.ts'

export type ImageFetch = (url: string, init: RequestInit) => Promise<Response>

const waitMs = 8_000

/**
 * Returns a picture that may be shown, as a blob of the type its bytes tell; null for one that is refused whatever
 * happens (a wrong type, too large, not there). Rejects where another try may do better: no connection, a redirect, no
 * end in 8 s, a service in trouble.
 */
export async function fetchImage(url: string, fetch: ImageFetch): Promise<Blob | null> {
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
  const bytes = await readBytes(response, rasterLimits.bytes)
  if (bytes === null) return null
  const type = smallRasterType(bytes)
  return type === null ? null : new Blob([bytes], { type })
}

function isPicture({ ok, headers }: Response): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  return ok && ['image/png', 'image/webp', 'image/jpeg'].includes(type.trim())
}

/**
 * Tells whether a picture may be fetched from there: https, or http on loopback, from exactly one of the hosts that the
 * deployment file names, its port included (L4). Anything else would tell a stranger, or the user's own network, that
 * somebody looks at this token.
 */
export function isLogoAddress(text: string, logoHosts: readonly string[]): boolean {
  if (text.length > 500) return false
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  return isSafe && logoHosts.includes(url.host)
}
