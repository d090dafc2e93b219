import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { noFilter } from '../../lib/history/history-filter.ts'
import type { HistoryFilter } from '../../lib/history/history-filter-shape.ts'
import { viewChannel } from '../../lib/rpc/rpc-client.ts'
import { launchChromium, originOf } from '../browser/chromium.ts'
import { killWorker } from '../browser/chromium-worker.ts'
import { orderOf } from '../unit/order/order-fixture.ts'
import { median } from './first-paint.ts'

const pagedOrders = 100_000
const pageSize = 30
const rounds = 9
const dayMs = 86_400_000

/** Each is in a quarter of all rows, and no row matches. */
const neverTogether: HistoryFilter = { ...noFilter, text: 'usdc cpe' }

function filtersAt(nowMs: number): readonly [name: string, filter: HistoryFilter][] {
  const of = (part: Partial<HistoryFilter>): HistoryFilter => ({ ...noFilter, ...part })
  return [
    ['symbol', of({ text: 'usdc' })],
    ['beginning of symbols', of({ text: 'us' })],
    ['rare state', of({ group: 'refunded' })],
    ['rare state of a chain and a token', of({ group: 'refunded', chainId: 31_338, text: 'dai' })],
    ['address', of({ text: `0x${'7'.padStart(40, 'b')}` })],
    ['a month half a year ago', of({ fromMs: nowMs - 200 * dayMs, untilMs: nowMs - 170 * dayMs })],
    [
      'state in that month',
      of({ group: 'failed', fromMs: nowMs - 200 * dayMs, untilMs: nowMs - 170 * dayMs }),
    ],
    ['nothing', of({ text: 'zzz' })],
  ]
}

/** Milliseconds for a history page with 100,000 orders, from a view's request to the background's response. */
export interface PageFigures {
  readonly firstMs: number
  /** The median of the slowest filter, and its name. */
  readonly filteredMs: number
  readonly slowest: string
  readonly neverTogetherMs: number
  /** The first page of a worker that has just started. */
  readonly coldMs: number
  readonly fillSeconds: number
}

/** Measures in real Chromium, on the database of the extension in this folder. Needs no service. */
export async function orderPagesMs(folder: string, orders = pagedOrders): Promise<PageFigures> {
  const { context, close } = await launchChromium({ extensions: [resolve(folder)], headless: true })
  try {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const tab = await context.newPage()
    await tab.goto(`${originOf(worker.url())}/manifest.json`)
    const nowMs = Date.now()
    const fillMs = await tab.evaluate(
      `${await bundleFiller()}\nManyOrders.fill(${JSON.stringify(orderOf())}, ${orders}, ${nowMs})`,
    )
    await tab.goto(`${originOf(worker.url())}/popup.html`)
    const firstMs = median(await measureRequests(tab, noFilter, pageSize))
    const filtered: { name: string; ms: number }[] = []
    for (const [name, filter] of filtersAt(nowMs)) {
      filtered.push({ name, ms: median(await measureRequests(tab, filter, null)) })
    }
    const slowest = filtered.reduce((one, other) => (other.ms > one.ms ? other : one))
    const apart = median(await measureRequests(tab, neverTogether, 0))
    const death = await killWorker(context)
    const cold = await requestPage(tab, noFilter)
    await death.proveDeath()
    return {
      firstMs,
      filteredMs: slowest.ms,
      slowest: slowest.name,
      neverTogetherMs: apart,
      coldMs: cold.ms,
      fillSeconds: Number(fillMs) / 1_000,
    }
  } finally {
    await close()
  }
}

/** The filler as a single script of Ferry's own code: an extension page allows no other script. */
async function bundleFiller(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: resolve('test/bench/many-orders.ts'), formats: ['iife'], name: 'ManyOrders' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined || !('code' in chunk)) throw new Error('the filler was not bundled')
  return chunk.code
}

/** Sends one request several times. The first one warms the code and is not counted. */
async function measureRequests(
  tab: Page,
  filter: HistoryFilter,
  least: number | null,
): Promise<readonly number[]> {
  const all: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const { ms, found } = await requestPage(tab, filter)
    if (least !== null && found !== least) throw new Error(`a page of ${least} has ${found}`)
    if (round > 0) all.push(ms)
  }
  return all
}

async function requestPage(
  tab: Page,
  filter: HistoryFilter,
): Promise<{ readonly ms: number; readonly found: number }> {
  const first = JSON.stringify({ filter, after: null, floorMs: null, limit: pageSize })
  const answer = (await tab.evaluate(`(async () => {
    const { runtime } = globalThis.browser ?? globalThis.chrome
    const input = ${first}
    const startMs = performance.now()
    let found = 0
    do {
      const reply = await runtime.sendMessage({ channel: '${viewChannel}', name: 'history', input })
      if (reply?.ok !== true) return { ms: 0, found: -1, problem: reply?.problem }
      found += reply.output.entries.length
      input.after = reply.output.next
      input.limit = ${pageSize} - found
    } while (input.after !== null && input.limit > 0)
    return { ms: performance.now() - startMs, found }
  })()`)) as { ms: number; found: number; problem?: unknown }
  if (answer.found < 0) throw new Error(`no page of the history: ${JSON.stringify(answer.problem)}`)
  return answer
}
