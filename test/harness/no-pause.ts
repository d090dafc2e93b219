import type { Pause } from '../../lib/base/concurrency.ts'

/** A pause that runs only promises that are already resolved, so that a test decides the order. */
export const noPause: Pause = () => Promise.resolve()
