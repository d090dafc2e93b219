import type { Random } from './random.ts'

/**
 * The events that end the background during a swap. `worker`: only the worker is stopped. `alone`: it is
 * stopped while no view is open, and only its alarm wakes it. `browser`: SIGKILL and a new start with the
 * same profile. `freeze`: each process of the browser is stopped for a while. `update`: a newer build
 * replaces the extension.
 */
export const killKinds = ['worker', 'alone', 'browser', 'freeze', 'update'] as const

export type KillKind = (typeof killKinds)[number]

/** Percentages. The remainder is `worker`. */
const shares: { readonly [kind in Exclude<KillKind, 'worker'>]: number } = {
  alone: 5,
  browser: 15,
  freeze: 10,
  update: 10,
}

/** In random order. Each kind occurs at least once if there is room. */
export function planKills(count: number, random: Random): readonly KillKind[] {
  const rare = killKinds.flatMap((kind) =>
    kind === 'worker'
      ? []
      : Array<KillKind>(Math.max(1, Math.round((count * shares[kind]) / 100))).fill(kind),
  )
  const workers = Array<KillKind>(Math.max(0, count - rare.length)).fill('worker')
  return random.shuffled([...workers, ...rare].slice(0, count))
}
