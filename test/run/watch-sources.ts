import { watch } from 'node:fs'

export const sources = ['entrypoints', 'components', 'lib', 'public', 'wxt.config.ts']

/** An editor saves a file in several writes: merge writes within this time. */
const settleMs = 100

/** Returns a function that runs `work`, one run at a time. All calls during a run share one further run. */
export function runExclusively(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isWanted = false
  const runs = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false
      await work()
    }
  }
  return () => {
    isWanted = true
    running ??= runs().finally(() => {
      running = null
    })
    return running
  }
}

/**
 * Runs `work` after each change below `paths`, until stopped. Errors go to `failed`, and watching continues.
 */
export function watchSources(
  paths: readonly string[],
  work: () => Promise<void>,
  failed: (thrown: unknown) => void,
): () => void {
  const again = runExclusively(work)
  let timer: NodeJS.Timeout | undefined
  const watchers = paths.map((path) =>
    watch(path, { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => again().catch(failed), settleMs)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
