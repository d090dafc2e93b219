import { isPortInUse, portBaseOf, portsFor } from './ports.ts'

export const portsApart = 10

/** Returns `FERRY_PORT_BASE`, or a free port base (see `otherPortBase`) if it is not set. */
export async function freePortBase(sandboxes = 1): Promise<number> {
  return portBaseOf(process.env.FERRY_PORT_BASE) ?? (await otherPortBase(sandboxes))
}

/**
 * Returns a free port base for a second sandbox, ignoring `FERRY_PORT_BASE`. All ports of that many
 * sandboxes, `portsApart` from each other, are free at this moment.
 */
export async function otherPortBase(sandboxes = 1): Promise<number> {
  // Below 32768: the system gives higher ports to connecting programs between our check and our use of a
  // port. Journeys start several sandboxes while other tests search for one, so each has its own range.
  const [first, places] = sandboxes === 1 ? [20_000, 1_200] : [14_000, 500]
  for (let attempt = 0; attempt < 200; attempt++) {
    const base = first + Math.floor(Math.random() * places) * portsApart
    const bases = Array.from({ length: sandboxes }, (_, index) => base + index * portsApart)
    const taken = await Promise.all(bases.flatMap(portsFrom).map(isPortInUse))
    if (!taken.some(Boolean)) return base
  }
  throw new Error('no free ports were found for a sandbox')
}

function portsFrom(base: number): readonly number[] {
  const { rpc, secondRpc, service, pages } = portsFor(base)
  const program = base + 5
  return [...rpc, ...secondRpc, service, pages, program]
}
