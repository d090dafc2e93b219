import * as v from 'valibot'

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Tells whether a URL's host can only be this machine. */
export function isLoopback(hostname: string): boolean {
  return loopbackHosts.has(hostname)
}

/** The URL, when it has no user part and no fragment and is `secure`, or `plain` on loopback; else null. */
function safeUrl(text: string, secure: string, plain: string): URL | null {
  if (text !== text.trim() || text.length > 500) return null
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || text.includes('#')) return null
  // A permission for it would be one for hosts that nobody named.
  if (url.hostname.includes('*')) return null
  const isSafe = url.protocol === secure || (url.protocol === plain && isLoopback(url.hostname))
  return isSafe ? url : null
}

/** An https URL, or http on loopback; a slash at the end is dropped. */
export const webUrlShape = v.pipe(
  v.string('URL'),
  v.check((text) => safeUrl(text, 'https:', 'http:') !== null, 'https URL, or http on loopback'),
  v.transform((text) => text.replace(/\/+$/, '')),
)

/** A URL that paths are appended to: without a query. */
export const baseUrlShape = v.pipe(
  webUrlShape,
  v.check((text) => !text.includes('?'), 'URL without a query'),
)

/** An endpoint of a wallet on this machine, ws or http. */
export const loopbackUrlShape = v.pipe(
  v.string('URL'),
  v.check((text) => {
    const url = safeUrl(text, 'ws:', 'http:')
    return url !== null && isLoopback(url.hostname)
  }, 'ws or http URL on loopback'),
  v.transform((text) => text.replace(/\/+$/, '')),
)

/** No `*` either, as in a URL. */
function isHost(text: string): boolean {
  return (
    text.length <= 253 &&
    URL.parse(`https://${text}/`)?.host === text &&
    /^(\[|[a-z0-9][a-z0-9.-]*(:|$))/.test(text)
  )
}

/** An https origin, or http on loopback, as a browser writes it: no path, no slash at the end. */
export const originShape = v.pipe(
  v.string('origin'),
  v.check((text) => {
    const url = safeUrl(text, 'https:', 'http:')
    return url !== null && url.origin === text && isHost(url.host)
  }, 'https origin (scheme and host alone), or http on loopback'),
)

/** A host name with an optional port, lower case, and nothing else. */
export const hostShape = v.pipe(v.string('host'), v.check(isHost, 'host name'))
