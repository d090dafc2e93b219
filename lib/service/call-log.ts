import * as v from 'valibot'
import { coalesce } from '../base/concurrency.ts'
import { countShape, type Decoded } from '../base/shapes.ts'
import type { Clock } from '../base/time.ts'

/** A logged request to the service. It has no parameters, so no address and no amount. */
const loggedCallShape = v.object({
  atMs: countShape,
  path: v.string(),
  /** `ok` or a problem code. */
  outcome: v.string(),
  serverRequestId: v.nullable(v.string()),
})

export type LoggedCall = Decoded<typeof loggedCallShape>

/** The outcome of one request, for a log. */
export type ObservedCall = Omit<LoggedCall, 'atMs'>

const maxLoggedCalls = 200

export const callLogShape = v.pipe(v.array(loggedCallShape), v.maxLength(maxLoggedCalls))

interface CallLogPorts {
  readonly clock: Clock
  /** Survives a restart of the background and ends with the browser session. */
  readonly item: {
    get(): Promise<readonly LoggedCall[]>
    set(calls: readonly LoggedCall[]): Promise<void>
  }
  readonly onFailed: (thrown: unknown) => void
}

export type CallLog = ReturnType<typeof createCallLog>

/** Reports storage failures to `onFailed`; the requests are not affected. */
export function createCallLog({ clock, item, onFailed }: CallLogPorts) {
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
    observe({ path, outcome, serverRequestId }: ObservedCall): void {
      calls = [...calls, { atMs: clock.nowMs(), path, outcome, serverRequestId }].slice(-maxLoggedCalls)
      store().catch(onFailed)
    },
    /** Oldest first. */
    async calls(): Promise<readonly LoggedCall[]> {
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
