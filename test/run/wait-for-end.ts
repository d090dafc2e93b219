import type { TrueRequest } from '../sandbox/service/truth.ts'
import type { LiveHarness } from './live-harness.ts'

/**
 * Waits until the sandbox lists one more request and it has ended: the money may arrive before the solver
 * updates its records.
 */
export async function waitForEnd(
  { sandbox }: LiveHarness,
  seen: number,
  wanted: 'SETTLED' | 'REFUNDED',
): Promise<TrueRequest> {
  for (let look = 0; look < 60; look++) {
    const { requests } = await sandbox.control.truth()
    const request = requests[seen]
    if (request?.status === wanted) return request
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error(`the swap was never ${wanted}`)
}
