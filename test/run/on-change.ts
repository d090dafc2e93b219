import { watch } from 'node:fs'

/** Folders and files whose change makes another Ferry. */
export const sources = ['entrypoints', 'components', 'lib', 'public', 'wxt.config.ts']

/** An editor writes a file in several goes; what comes within this time is one change. */
const settleMs = 100

/** Gives a call that runs `work`, one run at a time: all calls during a run are answered by one more after it. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
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

/** Runs `work` after each change below `paths`, until it is stopped; what `work` throws goes to `failed`, and the watch goes on. */
export function onChange(
  paths: readonly string[],
  work: () => Promise<void>,
  failed: (thrown: unknown) => void,
): () => void {
  const again = oneAtATime(work)
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
