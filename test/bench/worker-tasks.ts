import type { BrowserContext, Page } from 'playwright-core'

/** The fields of Chromium's trace events that are read here; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

const categories = ['toplevel', 'v8', 'devtools.timeline']

/**
 * Traces the tasks of Ferry's worker from now on. At the end returns the CPU time of the longest task with a
 * script, in ms. CPU time does not depend on other load.
 */
export async function traceWorkerTasks(
  context: BrowserContext,
  page: Page,
): Promise<{ longestMs(): Promise<number> }> {
  const session = await context.newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise<void>((done) => session.once('Tracing.tracingComplete', () => done()))
  const traceConfig = { includedCategories: categories, excludedCategories: ['*'] }
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  return {
    async longestMs() {
      await session.send('Tracing.end')
      await ended
      await session.detach()
      return longestScript(events) / 1_000
    },
  }
}

function longestScript(events: readonly TraceEvent[]): number {
  const thread = events.find(({ ph, args }) => ph === 'M' && args.name === 'ServiceWorker thread')
  if (thread === undefined) throw new Error('the trace has no worker')
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === thread.pid && tid === thread.tid)
  const calls = own.filter(({ name }) => name === 'v8.callFunction')
  if (calls.length === 0) throw new Error('the trace has no script of the worker')
  // Ignore tasks of the browser itself, such as its tools that store a response.
  const ran = own.filter(
    (task) =>
      task.name.endsWith('RunTask') &&
      calls.some(({ ts }) => ts >= task.ts && ts <= task.ts + (task.dur ?? 0)),
  )
  return Math.max(...ran.map(({ tdur }) => tdur ?? 0))
}
