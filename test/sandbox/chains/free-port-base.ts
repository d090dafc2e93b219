import { isTaken, portBaseOf, portsFor } from './ports.ts'

/** Ports between the bases of two sandboxes that run side by side. */
export const portsApart = 10

/** Returns `FERRY_PORT_BASE`, or where it is not set a free port base (see `otherPortBase`). */
export async function freePortBase(sandboxes = 1): Promise<number> {
  return portBaseOf(process.env.FERRY_PORT_BASE) ?? (await otherPortBase(sandboxes))
}

/**
 * Returns a free port base for a second sandbox, ignoring `FERRY_PORT_BASE`: all ports of the given number of sandboxes,
 * `portsApart` from each other, are free at this moment.
 */
export async function otherPortBase(sandboxes = 1): Promise<number> {
  // Below 32768: from there on the system gives ports to whatever connects, between our look and our use of them. Several
  // at once, those of the journeys, start while other tests look for theirs.
  const [first, places] = sandboxes === 1 ? [20_000, 1_200] : [14_000, 500]
  for (let attempt = 0; attempt < 200; attempt++) {
    const base = first + Math.floor(Math.random() * places) * portsApart
    const bases = Array.from({ length: sandboxes }, (_, index) => base + index * portsApart)
    const taken = await Promise.all(bases.flatMap(portsFrom).map(isTaken))
    if (!taken.some(Boolean)) return base
  }
  throw new Error('no free ports were found for a sandbox')
}

/** All ports that one sandbox of a test may use. */
function portsFrom(base: number): readonly number[] {
  const { rpc, secondRpc, service, pages } = portsFor(base)
  const program = base + 5
  return [...rpc, ...secondRpc, service, pages, program]
}
