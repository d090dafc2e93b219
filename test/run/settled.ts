import type { TrueRequest } from '../sandbox/service/truth.ts'
import type { Stage } from './stage.ts'

/** Waits until the oracle has one more request and that has settled: money may be there before the solver has closed its books. */
export async function settled({ sandbox }: Stage, seen: number): Promise<TrueRequest> {
  for (let look = 0; look < 60; look++) {
    const { requests } = await sandbox.control.truth()
    const request = requests[seen]
    if (request?.status === 'SETTLED') return request
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error('the sandbox did not settle the swap')
}
