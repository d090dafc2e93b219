import { watch } from 'node:fs'
import { coalesce } from '../../lib/base/concurrency.ts'

export const sources = ['entrypoints', 'components', 'lib', 'public', 'wxt.config.ts']

/** An editor saves a file in several writes: merge writes within this time. */
const settleMs = 100

/**
 * Runs `work` after each change below `paths`, until stopped. Errors go to `failed`, and watching continues.
 */
export function watchSources(
  paths: readonly string[],
  work: () => Promise<void>,
  failed: (thrown: unknown) => void,
): () => void {
  const again = coalesce(work)
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
