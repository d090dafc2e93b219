import { createServer } from 'node:net'

/** Where everything of one sandbox listens, all on loopback. */
export interface SandboxPorts {
  /** One for each chain, in the order of their ids. */
  readonly rpc: readonly [number, number, number]
  /** The same chains once more, so that Ferry has two endpoints to compare: a door of its own to the same node. */
  readonly secondRpc: readonly [number, number, number]
  readonly service: number
  readonly pages: number
}

/** The agreed ports, or nine from a base; the one after the pages is left to whoever uses the sandbox. */
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

/** The port base a text such as `FERRY_PORT_BASE` names, `undefined` where there is none; throws on any other text. */
export function portBaseOf(baseText: string | undefined): number | undefined {
  if (baseText === undefined || baseText === '') return undefined
  const base = /^\d{4,5}$/.test(baseText) ? Number(baseText) : 0
  if (base < 1024 || base > 65_530) throw new Error(`FERRY_PORT_BASE is no port base: ${baseText}`)
  return base
}

/** Throws one clear line when something already listens on one of the named ports. */
export async function refuseTakenPorts(wanted: { readonly [what: string]: number }): Promise<void> {
  for (const [what, port] of Object.entries(wanted)) {
    if (await isTaken(port)) {
      throw new Error(
        `Port ${port} (${what}) is taken: stop what listens there, or set FERRY_PORT_BASE to a free range.`,
      )
    }
  }
}

/** Whether something listens on a loopback port now; throws where one may not listen. */
export function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true)
      else reject(error)
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}
