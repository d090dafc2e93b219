import { isTaken, portBaseOf, portsFor } from './ports.ts'

/** Ports between the bases of two sandboxes that run side by side. */
export const portsApart = 10

/** `FERRY_PORT_BASE`, else a base from which all ports of so many sandboxes, `portsApart` from each other, are free now. */
export async function freePortBase(sandboxes = 1): Promise<number> {
  const named = portBaseOf(process.env.FERRY_PORT_BASE)
  if (named !== undefined) return named
  for (let attempt = 0; attempt < 200; attempt++) {
    // Below 32768: from there on the system gives ports to whatever connects, between our look and our use of them.
    const base = 20_000 + Math.floor(Math.random() * 1_200) * portsApart
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
