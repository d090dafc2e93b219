import { createServer } from 'node:net'

export interface SandboxPorts {
  /** One for each chain, in the order of their ids. */
  readonly rpc: readonly [number, number, number]
  /** A second port to each chain's node, so that Ferry has two endpoints to compare. */
  readonly secondRpc: readonly [number, number, number]
  readonly service: number
  readonly pages: number
}

/** The agreed ports, or nine ports from a base. The port after `pages` is free for the caller. */
export function portsFor(base: number | undefined): SandboxPorts {
  if (base === undefined) {
    return { rpc: [8545, 8546, 8547], secondRpc: [8548, 8549, 8550], service: 8787, pages: 8788 }
  }
  return {
    rpc: [base, base + 1, base + 2],
    secondRpc: [base + 6, base + 7, base + 8],
    service: base + 3,
    pages: base + 4,
  }
}

/**
 * The port base in a text such as `FERRY_PORT_BASE`; undefined for an empty one. Throws for any other text.
 */
export function portBaseOf(baseText: string | undefined): number | undefined {
  if (baseText === undefined || baseText === '') return undefined
  const base = /^\d{4,5}$/.test(baseText) ? Number(baseText) : 0
  if (base < 1024 || base > 65_530) throw new Error(`FERRY_PORT_BASE is no port base: ${baseText}`)
  return base
}

/** Throws a one-line error if one of the ports is in use. */
export async function requireFreePorts(wanted: { readonly [what: string]: number }): Promise<void> {
  for (const [what, port] of Object.entries(wanted)) {
    if (await isPortInUse(port)) {
      throw new Error(
        `Port ${port} (${what}) is taken: stop what listens there, or set FERRY_PORT_BASE to a free range.`,
      )
    }
  }
}

/** Whether a program listens on a loopback port now; throws if listening is not permitted. */
export function isPortInUse(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true)
      else reject(error)
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}
