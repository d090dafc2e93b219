import type { Pause } from '../../lib/base/concurrency.ts'

/** A pause that lets nothing run but what is promised already, so that the order of a test is its own. */
export const noPause: Pause = () => Promise.resolve()
