import * as v from 'valibot'
import { coalesce } from '../base/concurrency.ts'
import type { Clock } from '../base/time.ts'
import type { ObservedCall } from './transport.ts'

/** A logged request to the service. It has no parameters, so no address and no amount. */
export interface LoggedCall extends ObservedCall {
  readonly atMs: number
}

const maxLoggedCalls = 200

export const callLogShape: v.GenericSchema<unknown, readonly LoggedCall[]> = v.pipe(
  v.array(
    v.object({
      atMs: v.pipe(v.number(), v.finite()),
      path: v.string(),
      outcome: v.string(),
      serverRequestId: v.nullable(v.string()),
    }),
  ),
  v.maxLength(maxLoggedCalls),
)

interface CallLogPorts {
  readonly clock: Clock
  /** Survives a restart of the background and ends with the browser session. */
  readonly item: {
    get(): Promise<readonly LoggedCall[]>
    set(calls: readonly LoggedCall[]): Promise<void>
  }
  readonly onFailed: (thrown: unknown) => void
}

export interface CallLog {
  observe(seen: ObservedCall): void
  /** Oldest first. */
  calls(): Promise<readonly LoggedCall[]>
}

/** Reports storage failures to `onFailed`; the requests are not affected. */
export function createCallLog({ clock, item, onFailed }: CallLogPorts): CallLog {
  let calls: readonly LoggedCall[] = []
  const stored = item
    .get()
    .catch((thrown: unknown) => {
      onFailed(thrown)
      return []
    })
    .then((before) => {
      calls = [...before, ...calls].slice(-maxLoggedCalls)
    })
  // Many requests end at the same time, and one write stores them all.
  const store = coalesce(async () => {
    await stored
    await item.set(calls)
  })
  return {
    observe({ path, outcome, serverRequestId }) {
      calls = [...calls, { atMs: clock.nowMs(), path, outcome, serverRequestId }].slice(-maxLoggedCalls)
      store().catch(onFailed)
    },
    async calls() {
      await stored
      return calls
    },
  }
}

export function callLogText(calls: readonly LoggedCall[], version: string): string {
  const lines = calls.map(
    ({ atMs, path, outcome, serverRequestId }) =>
      `${new Date(atMs).toISOString()} ${path} ${outcome} ${serverRequestId ?? '-'}`,
  )
  return [`Ferry ${version}, last ${calls.length} requests to the swap service`, ...lines].join('\n')
}
