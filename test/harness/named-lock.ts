import type { Lock } from '../../lib/order/flow-ports.ts'

/** Web Locks of one context: one piece of work at a time per name. They end with the context. */
export function namedLock(): Lock {
  const tails = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const done = (tails.get(name) ?? Promise.resolve()).then(work)
    tails.set(
      name,
      done.catch(() => undefined),
    )
    return done
  }
}
