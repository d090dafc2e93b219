import { isLoopback } from '../base/url.ts'

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
