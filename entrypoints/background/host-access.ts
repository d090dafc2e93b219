import { Problem } from '../../lib/base/problem.ts'

interface HostAccessPorts {
  /** `permissions.contains`. */
  readonly contains: (asked: { origins: string[] }) => Promise<boolean>
  /** Match patterns of everything the background talks to. */
  readonly networkPatterns: readonly string[]
  /** Match patterns of pages whose content scripts are needed as well. */
  readonly pagePatterns: readonly string[]
}

/** What the browser lets Ferry reach; a person can take any host back at any time. */
export interface HostAccess {
  /** Patterns that were taken back; empty when all is well. */
  missing(): Promise<readonly string[]>
  /** A fetch that rejects with `hostsNotAllowed` instead of trying what the browser would stop. */
  guard<Init>(
    send: (url: string, init: Init) => Promise<Response>,
  ): (url: string, init: Init) => Promise<Response>
}

/** Asks the browser before each step on the network: what was granted a moment ago may be gone. */
export function createHostAccess({ contains, networkPatterns, pagePatterns }: HostAccessPorts): HostAccess {
  async function missingOf(patterns: readonly string[]): Promise<readonly string[]> {
    const asked = patterns.map(async (pattern) => ({ pattern, has: await contains({ origins: [pattern] }) }))
    return (await Promise.all(asked)).filter(({ has }) => !has).map(({ pattern }) => pattern)
  }

  return {
    missing: () => missingOf([...new Set([...networkPatterns, ...pagePatterns])]),
    guard: (send) => async (url, init) => {
      if (!(await contains({ origins: [...networkPatterns] }))) {
        const hosts = (await missingOf(networkPatterns)).join(' ')
        throw new Problem('hostsNotAllowed', { facts: { hosts }, retryAfterMs: 2_000 })
      }
      return send(url, init)
    },
  }
}
