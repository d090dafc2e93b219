import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { launchChromium } from '../browser/chromium.ts'
import { firstWorker } from '../browser/chromium-worker.ts'
import { buildExtension } from '../run/build-extension.ts'
import { folderEntries } from '../run/folder-entries.ts'
import { zipBytes } from '../run/zip-bytes.ts'
import { freePortBase } from '../sandbox/chains/free-port-base.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { checkQuoteMs } from './check-quote.ts'
import { type MeasuredPage, measurePaint, median, slowdown } from './first-paint.ts'
import { formPressesMs } from './form-presses.ts'
import { openMeasuringBrowser } from './measuring-browser.ts'
import { orderPagesMs } from './order-pages.ts'
import { pageScripts } from './page-scripts.ts'
import { realTokenLists, realTokenListsMs } from './real-token-lists.ts'
import { contentScripts, gzipBytes, staticScripts } from './script-size.ts'
import { inventedTokens, tokenSearchMs } from './token-search.ts'
import { workerHeapBytes } from './worker-heap.ts'

interface Row {
  readonly id: string
  readonly unit: 'ms' | 'bytes'
  readonly value: number
  readonly baseline: number | null
  readonly ratio: number | null
  readonly limit: number
  readonly ok: boolean
}

const rounds = 31
/** Enough for everything that the worker does at its start. */
const settlingMs = 3_000

const slowRate = 6

/** The limits are multiples of an extension's blank page with one field. */
const speeds = [
  { suffix: '', cpuRate: 1, pictureLimit: 1.35, wholeLimit: 1.6 },
  { suffix: '-cpu-6x', cpuRate: slowRate, pictureLimit: 1.3, wholeLimit: 1.7 },
] as const

function sizeRow(id: string, bytes: number, limitKilobytes: number): Row {
  const limit = limitKilobytes * 1000
  return { id, unit: 'bytes', value: bytes, baseline: null, ratio: null, limit, ok: bytes <= limit }
}

function limitRow(id: string, ms: number, limit: number): Row {
  const value = Math.round(ms * 100) / 100
  return { id, unit: 'ms', value, baseline: null, ratio: null, limit, ok: value <= limit }
}

function timeRow(id: string, value: number, baseline: number, limit: number): Row {
  const ratio = value / baseline
  const round = (figure: number) => Math.round(figure * 100) / 100
  return {
    id,
    unit: 'ms',
    value: round(value),
    baseline: round(baseline),
    ratio: round(ratio),
    limit,
    ok: ratio <= limit,
  }
}

async function timeRows(folder: string): Promise<Row[]> {
  const blankFolder = resolve('test/bench/blank')
  const browser = await openMeasuringBrowser([folder, blankFolder])
  try {
    const ferry = { ...pageOf(browser.originOf(folder), 'popup.html'), whole: 'settings-open' }
    const blank = pageOf(browser.originOf(blankFolder), 'blank.html')
    const slowedTimes = await slowdown(browser, ferry, slowRate)
    const isSlowed = slowedTimes >= slowRate / 2
    console.log(
      `CPU rate ${slowRate} slows a fixed loop ${slowedTimes.toFixed(1)} times` +
        (isSlowed ? '' : ': the throttling does not hold, and the slowed rows are left out'),
    )
    const rows: Row[] = []
    for (const { suffix, cpuRate, pictureLimit, wholeLimit } of speeds) {
      if (cpuRate === slowRate && !isSlowed) continue
      const [ours, theirs, whole]: [number[], number[], number[]] = [[], [], []]
      // The first round warms both caches and is not counted.
      for (let round = 0; round <= rounds; round++) {
        const theirPictures = await measurePaint(browser, blank, cpuRate)
        const ourPictures = await measurePaint(browser, ferry, cpuRate)
        if (round > 0) {
          theirs.push(theirPictures.fieldMs)
          ours.push(ourPictures.fieldMs)
          whole.push(ourPictures.wholeMs ?? Number.NaN)
        }
      }
      const blankMs = median(theirs)
      rows.push(
        timeRow(`popup-first-picture${suffix}`, median(ours), blankMs, pictureLimit),
        timeRow(`popup-whole-app${suffix}`, median(whole), blankMs, wholeLimit),
      )
    }
    return rows
  } finally {
    await browser.close()
  }
}

function pageOf(origin: string, name: string): MeasuredPage {
  return { url: `${origin}/${name}`, warmUrl: `${origin}/manifest.json` }
}

async function searchRow(base: number, folder: string): Promise<Row> {
  const sandbox = await startSandbox({ base, inventedTokens })
  try {
    const { warmMs, worstMs, sentMs, rowsMs, coldMs, tokens } = await tokenSearchMs(folder)
    const round = (ms: number) => Math.round(ms * 10) / 10
    console.log(
      `token search among ${tokens}: from the slowest key to its question ${round(sentMs)} ms, to the background's answer ` +
        `${round(warmMs)} ms (once ${round(worstMs)} ms), to the rows in a frame ${round(rowsMs)} ms; ` +
        `first search of a new worker ${round(coldMs)} ms`,
    )
    return limitRow('token-search-100k-warm', warmMs, 16)
  } finally {
    await sandbox.stop()
  }
}

async function realListRows(base: number, folder: string): Promise<Row[]> {
  const sandbox = await startSandbox({ base, alsoListed: realTokenLists() })
  try {
    const { firstMs, blockMs, searchMs, coldMs, tokens, heapBytes } = await realTokenListsMs(folder)
    const largest = await fetch(`${sandbox.baseUrl}/api/v1/tokens/list?list=full&chainIds=31337`)
    const bytes = (await largest.arrayBuffer()).byteLength
    const round = (ms: number) => Math.round(ms * 10) / 10
    console.log(
      `real token lists, ${tokens} tokens: first ones ${round(firstMs)} ms after the first list, longest block of the ` +
        `worker ${round(blockMs)} ms, search ${round(searchMs)} ms; first search of a new worker ${round(coldMs)} ms`,
    )
    return [
      limitRow('real-token-lists-first', firstMs, 300),
      limitRow('real-token-lists-longest-block', blockMs, 50),
      limitRow('real-token-lists-search', searchMs, 16),
      // Half of the limit of a response.
      sizeRow('real-token-lists-largest-answer', bytes, 2_500),
      sizeRow('real-token-lists-worker-heap', heapBytes, 25_000),
    ]
  } finally {
    await sandbox.stop()
  }
}

async function formRows(base: number, folder: string): Promise<Row[]> {
  const sandbox = await startSandbox({ base })
  try {
    const { reviewShownMs, reviewCheckedMs, quoteSentMs } = await formPressesMs(folder, sandbox)
    console.log(`review of a swap: all checks done ${Math.round(reviewCheckedMs)} ms after the press`)
    return [
      limitRow('review-shown', reviewShownMs, 80),
      // One frame: the first key requests a quote without a pause.
      limitRow('key-to-quote-request', quoteSentMs, 16),
    ]
  } finally {
    await sandbox.stop()
  }
}

async function historyRows(folder: string): Promise<Row[]> {
  const { firstMs, filteredMs, slowest, neverTogetherMs, coldMs, fillSeconds } = await orderPagesMs(folder)
  const round = (ms: number) => Math.round(ms * 10) / 10
  console.log(
    `history of 100,000 orders (written in ${round(fillSeconds)} s): first page ${round(firstMs)} ms, slowest filter ` +
      `(${slowest}) ${round(filteredMs)} ms, two tokens never swapped for each other ${round(neverTogetherMs)} ms, ` +
      `first page of a new worker ${round(coldMs)} ms`,
  )
  return [
    limitRow('history-100k-first-page', firstMs, 100),
    limitRow('history-100k-filtered-page', filteredMs, 100),
    limitRow('history-100k-never-together', neverTogetherMs, 100),
  ]
}

async function pageRow(folder: string): Promise<Row> {
  const { ferry, metamask, neither, metamaskBytes } = await pageScripts(folder)
  const round = (ms: number) => Math.round(ms * 10) / 10
  console.log(
    `scripts in a page, CPU slowed six times, until it is quiet: Ferry ${round(ferry.wholeMs)} ms, ` +
      `@metamask/providers (${metamaskBytes} bytes gzipped) ${round(metamask.wholeMs)} ms; with the page's own ` +
      `${round(ferry.pageMs)} ms with Ferry, ${round(neither.pageMs)} ms without an extension`,
  )
  return timeRow('content-scripts-start-cpu-6x', ferry.startMs, metamask.startMs, 0.1)
}

async function pictureRows(
  base: number,
  isWanted: boolean,
): Promise<{ readonly folder: string; readonly rows: readonly Row[] }> {
  const sandbox = await startSandbox({ base })
  try {
    const folder = await buildExtension(resolve('test-results', 'build-bench'), sandbox.deployment)
    return { folder, rows: isWanted ? await timeRows(folder) : [] }
  } finally {
    await sandbox.stop()
  }
}

/** The worker has started, no view is open, and no list is loaded. */
async function restingHeapBytes(folder: string): Promise<number> {
  const { context, close } = await launchChromium({ extensions: [folder], headless: true })
  try {
    await firstWorker(context)
    await new Promise((done) => setTimeout(done, settlingMs))
    return await workerHeapBytes(context)
  } finally {
    await close()
  }
}

/** Parts that run separately: `npm run bench -- search history`. */
const parts = ['pictures', 'form', 'search', 'lists', 'history', 'sizes', 'pages', 'check'] as const

function selectParts(names: readonly string[]): ReadonlySet<string> {
  const unknown = names.find((name) => !parts.some((part) => part === name))
  if (unknown !== undefined) throw new Error(`there is no ${unknown}, only ${parts.join(', ')}`)
  return new Set(names.length === 0 ? parts : names)
}

async function bench(wanted: ReadonlySet<string>): Promise<void> {
  const base = await freePortBase()
  const { folder, rows: pictures } = await pictureRows(base, wanted.has('pictures'))
  const rows: Row[] = [...pictures]
  if (wanted.has('form')) rows.push(...(await formRows(base, folder)))
  if (wanted.has('search')) rows.push(await searchRow(base, folder))
  if (wanted.has('lists')) rows.push(...(await realListRows(base, folder)))
  if (wanted.has('history')) rows.push(...(await historyRows(folder)))
  if (wanted.has('sizes')) {
    rows.push(
      sizeRow('popup-static-script-gz', gzipBytes(folder, staticScripts(folder, 'popup.html')), 28),
      sizeRow('content-scripts-gz', gzipBytes(folder, contentScripts(folder)), 3.6),
      sizeRow('chrome-zip', zipBytes(folderEntries(folder)).length, 300),
      sizeRow('worker-heap-at-rest', await restingHeapBytes(folder), 3_000),
    )
  }
  if (wanted.has('pages')) rows.push(await pageRow(folder))
  if (wanted.has('check')) rows.push(limitRow('check-one-quote', checkQuoteMs(), 5))
  mkdirSync('test-results', { recursive: true })
  writeFileSync('test-results/bench.json', `${JSON.stringify({ schema: 1, rows }, null, 2)}\n`)
  for (const row of rows) {
    const measured = row.ratio === null ? '' : ` against ${row.baseline} ${row.unit}: ${row.ratio} times`
    console.log(
      `${row.ok ? 'ok  ' : 'MISS'} ${row.id}: ${row.value} ${row.unit}${measured}, limit ${row.limit}`,
    )
  }
  console.log(`bench: ${rows.filter((row) => row.ok).length} of ${rows.length} within goal`)
}

await bench(selectParts(process.argv.slice(2)))
