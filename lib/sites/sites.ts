import { unicodeHost } from '../base/url.ts'

/** Which sites get the provider: every https site, or only those the user named. */
export interface SiteChoice {
  readonly kind: 'all' | 'listed'
  /** Origins; kept while `all` is chosen. */
  readonly listed: readonly string[]
  /** Origins that are refused for good, whatever else is chosen; absent where none ever was. */
  readonly never?: readonly string[]
}

export const defaultSiteChoice: SiteChoice = { kind: 'all', listed: [] }

/** A site that may propose swaps. */
export interface Grant {
  readonly origin: string
  readonly grantedMs: number
}

/** A site's origin as the browser writes it, and as people read it where that differs. */
export interface SiteName {
  readonly origin: string
  /** Null where it is the same. */
  readonly unicode: string | null
}

/** Tells whether sites are served there: https anywhere, http on this machine only. */
export function isSiteOrigin(origin: string): boolean {
  return (
    origin.length <= 300 && /^(https:\/\/[^/?#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?)$/.test(origin)
  )
}

/** Tells whether the provider is offered to a site. */
export function isServed({ kind, listed, never = [] }: SiteChoice, origin: string): boolean {
  if (!isSiteOrigin(origin) || never.includes(origin)) return false
  return kind === 'all' || listed.includes(origin)
}

/** Returns the origin of what a user typed: an origin, an address or a bare host; null where it is none we serve. */
export function typedOrigin(text: string): string | null {
  const typed = text.trim()
  if (typed === '' || /\s/.test(typed)) return null
  const isBare = !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  const isHere = /^(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/i.test(typed)
  const url = URL.parse(isBare ? `${isHere ? 'http' : 'https'}://${typed}` : typed)
  return url !== null && url.username === '' && isSiteOrigin(url.origin) ? url.origin : null
}

/** Returns the names of a site. */
export function siteName(origin: string): SiteName {
  const { protocol, hostname, port } = new URL(origin)
  const unicode = unicodeHost(hostname)
  if (unicode === hostname) return { origin, unicode: null }
  return { origin, unicode: `${protocol}//${unicode}${port === '' ? '' : `:${port}`}` }
}
