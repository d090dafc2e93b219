import type { Random } from './random.ts'

/**
 * What ends the background under a running swap. `worker`: it is stopped alone. `alone`: it is stopped while no view is
 * open, and nobody but its alarm wakes it. `browser`: SIGKILL, and a new start on the same profile. `freeze`: every process
 * of the browser is stopped for a while. `update`: the extension is replaced by a newer build.
 */
export const killKinds = ['worker', 'alone', 'browser', 'freeze', 'update'] as const

export type KillKind = (typeof killKinds)[number]

/** Shares in a hundred; what is left over is `worker`. */
const shares: { readonly [kind in Exclude<KillKind, 'worker'>]: number } = {
  alone: 5,
  browser: 15,
  freeze: 10,
  update: 10,
}

/** So many kills by their shares, each kind at least once where there is room, in an order of chance. */
export function plannedKills(count: number, random: Random): readonly KillKind[] {
  const rare = killKinds.flatMap((kind) =>
    kind === 'worker'
      ? []
      : Array<KillKind>(Math.max(1, Math.round((count * shares[kind]) / 100))).fill(kind),
  )
  const workers = Array<KillKind>(Math.max(0, count - rare.length)).fill('worker')
  return random.shuffled([...workers, ...rare].slice(0, count))
}
