import type { Deployment } from '../deployment/deployment.ts'

/** A rule of the browser's declarative request rules that sets headers, as far as ours goes. */
export interface HeaderRule {
  readonly id: number
  readonly action: {
    readonly type: 'modifyHeaders'
    readonly requestHeaders: { header: string; operation: 'set'; value: string }[]
  }
  readonly condition: {
    readonly urlFilter: string
    readonly initiatorDomains: string[]
    readonly resourceTypes: 'xmlhttprequest'[]
    readonly tabIds: number[]
  }
}

/** What browsers call the tab of a request that no tab makes. */
const noTab = -1

/**
 * Gives the rule that puts the operator's own origin on requests to the service; null where the file names none. It holds
 * for the service's host and port alone, and for what our own background asks: no page, no content script and no other
 * extension is `ownHost`, the host of our pages, which is not known before Ferry runs.
 */
export function originRule({ baseUrl, origin }: Deployment['service'], ownHost: string): HeaderRule | null {
  if (origin === undefined) return null
  const set = (header: string, value: string) => ({ header, operation: 'set' as const, value })
  return {
    id: 1,
    action: {
      type: 'modifyHeaders',
      requestHeaders: [set('origin', origin), set('referer', `${origin}/`)],
    },
    condition: {
      // From the first letter of the address on; an origin holds no character that means more here.
      urlFilter: `|${new URL(baseUrl).origin}/`,
      initiatorDomains: [ownHost],
      resourceTypes: ['xmlhttprequest'],
      tabIds: [noTab],
    },
  }
}
