import type { Wait } from '../../base/time.ts'

/** A wallet that never answers must not keep the next swap waiting for ever. */
export const silentMs = 60_000
/** What is answered sooner was answered without a window: no person is that quick. */
const windowMs = 300

/** One request at a time for each wallet, or page; `first` is what the very first one there waits for. */
export function createQueue<Key>(
  wait: Wait,
  /** What a wallet's window takes to close after an answer. Some refuse, or never show, what comes before. */
  quietMs: number,
  first: (key: Key) => Promise<unknown> = () => Promise.resolve(),
): (key: Key, work: () => Promise<void>) => void {
  const queues = new Map<Key, Promise<unknown>>()
  return (key, work) => {
    const last = queues.get(key) ?? first(key)
    const done = last.then(() => Promise.race([work(), wait(silentMs)]))
    const settled = (): Promise<void> => wait(quietMs)
    // However this one ends, the next one is begun.
    queues.set(key, done.then(settled, settled))
  }
}

/** Passes a result on once the window that a person may have answered in is closed; rejects at once. */
export async function whenQuiet<T>(answer: Promise<T>, wait: Wait, quietMs: number): Promise<T> {
  const quick = answer.then(
    () => true,
    () => true,
  )
  const isQuick = Promise.race([quick, wait(windowMs).then(() => false)])
  const result = await answer
  if (!(await isQuick)) await wait(quietMs)
  return result
}
