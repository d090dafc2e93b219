import * as v from 'valibot'

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

export function isLoopback(hostname: string): boolean {
  return loopbackHosts.has(hostname)
}

/** Parses a URL without user and fragment whose protocol is `secure`, or `plain` on loopback. Null otherwise. */
function safeUrl(text: string, secure: string, plain: string): URL | null {
  if (text !== text.trim() || text.length > 500) return null
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || text.includes('#')) return null
  // A permission for it would cover hosts that the file does not name.
  if (url.hostname.includes('*')) return null
  const isSafe = url.protocol === secure || (url.protocol === plain && isLoopback(url.hostname))
  return isSafe ? url : null
}

/** A content security policy can't name an IPv6 address, so browsers would block every request to it. */
function reachableUrl(text: string, secure: string, plain: string): URL | null {
  const url = safeUrl(text, secure, plain)
  return url?.hostname.startsWith('[') ? null : url
}

/** An https URL, or http on loopback, as it is: a server may redirect an address without its trailing slash. */
export const webUrlShape = v.pipe(
  v.string('URL'),
  v.check((text) => reachableUrl(text, 'https:', 'http:') !== null, 'https URL, or http on loopback'),
)

/** Paths are appended. */
const withoutEndSlash = v.transform((text: string) => text.replace(/\/+$/, ''))

/** An explorer's base address. Its pages may be behind a fragment: `https://tronscan.org/#`. */
export const explorerUrlShape = v.pipe(
  v.string('URL'),
  v.check((text) => {
    const [base = '', ...fragments] = text.split('#')
    const isFragment = fragments.every((fragment) => /^[\w./~-]*$/.test(fragment)) && fragments.length < 2
    return isFragment && reachableUrl(base, 'https:', 'http:') !== null
  }, 'https URL, or http on loopback'),
  withoutEndSlash,
)

/** A URL without a query, so that paths can be appended. */
export const baseUrlShape = v.pipe(
  webUrlShape,
  v.check((text) => !text.includes('?'), 'URL without a query'),
  withoutEndSlash,
)

export const loopbackUrlShape = v.pipe(
  v.string('URL'),
  v.check((text) => {
    const url = reachableUrl(text, 'ws:', 'http:')
    return url !== null && isLoopback(url.hostname)
  }, 'ws or http URL on 127.0.0.1 or localhost'),
  withoutEndSlash,
)

/** Refuses `*` too, as in a URL. */
function isHost(text: string): boolean {
  return (
    text.length <= 253 &&
    URL.parse(`https://${text}/`)?.host === text &&
    /^(\[|[a-z0-9][a-z0-9.-]*(:|$))/.test(text)
  )
}

/** An https origin, or http on loopback, as a browser writes it: no path, no trailing slash. */
export const originShape = v.pipe(
  v.string('origin'),
  v.check((text) => {
    const url = safeUrl(text, 'https:', 'http:')
    return url !== null && url.origin === text && isHost(url.host)
  }, 'https origin (scheme and host alone), or http on loopback'),
)

export const hostShape = v.pipe(v.string('host'), v.check(isHost, 'host name'))

const base = 36
const least = 1
const most = 26

export interface Site {
  readonly origin: string
  /** Null if it equals the origin. */
  readonly unicode: string | null
}

export function getSiteNames(origin: string): Site {
  const { protocol, hostname, port } = new URL(origin)
  const unicode = decodeHost(hostname)
  if (unicode === hostname) return { origin, unicode: null }
  return { origin, unicode: `${protocol}//${unicode}${port === '' ? '' : `:${port}`}` }
}

/**
 * Decodes the `xn--` labels of a host name (RFC 3492). A label that is not valid punycode stays as it is. The package
 * `punycode` would exceed the limit of eight packages. It also accepts input that no browser writes: lone surrogates
 * and plain labels.
 *
 * @internal
 */
export function decodeHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join('.')
}

function decodePunycode(label: string): string | null {
  const at = label.lastIndexOf('-')
  const output = [...label.slice(0, Math.max(0, at))]
  let code = 128
  let index = 0
  let bias = 72
  let next = at + 1
  while (next < label.length) {
    const before = index
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = digitOf(label[next] ?? '')
      if (digit === null) return null
      next += 1
      index += digit * weight
      const threshold = Math.min(most, Math.max(least, k - bias))
      if (digit < threshold) break
      weight *= base - threshold
      if (!Number.isSafeInteger(index) || !Number.isSafeInteger(weight)) return null
    }
    const count = output.length + 1
    bias = adaptBias(index - before, count, before === 0)
    code += Math.floor(index / count)
    index %= count
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null
    output.splice(index, 0, String.fromCodePoint(code))
    index += 1
  }
  // A label of plain ASCII has no reason to be encoded.
  return output.some((each) => each > '\x7f') ? output.join('') : null
}

function digitOf(letter: string): number | null {
  const at = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter.toLowerCase())
  return letter === '' || at < 0 ? null : at
}

function adaptBias(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > 455; k += base) rest = Math.floor(rest / (base - least))
  return k + Math.floor(((base - least + 1) * rest) / (rest + 38))
}
