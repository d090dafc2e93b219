import type { Wait } from '../../base/time.ts'

/** Some wallets refuse what comes while their window is still closing. */
const settleMs = 250
/** A wallet that never answers must not keep the next swap waiting for ever. */
export const silentMs = 60_000

/** One request at a time for each wallet, or page; `first` is what the very first one there waits for. */
export function createQueue<Key>(
  wait: Wait,
  first: (key: Key) => Promise<unknown> = () => Promise.resolve(),
): (key: Key, work: () => Promise<void>) => void {
  const queues = new Map<Key, Promise<unknown>>()
  return (key, work) => {
    const last = queues.get(key) ?? first(key)
    const done = last.then(() => Promise.race([work(), wait(silentMs)]))
    const settled = (): Promise<void> => wait(settleMs)
    // However this one ends, the next one is begun.
    queues.set(key, done.then(settled, settled))
  }
}
