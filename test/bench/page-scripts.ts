import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { BrowserContext, CDPSession } from 'playwright-core'
import { launchChromium } from '../browser/chromium.ts'
import { median } from './first-paint.ts'
import { buildMetamask } from './metamask/build-metamask.ts'
import { contentScripts, gzipBytes } from './script-size.ts'

const rounds = 15
/**
 * Documents per opening. A throttled thread runs for 0.8 ms and pauses for 4 ms. The pause hits the scripts of
 * about half of all documents, so the median of fifteen single documents would be unstable.
 */
const documents = 10
const cpuRate = 6
/** Enough time for both worlds to find each other at a sixth of the speed. */
const quietMs = 700
/** Milliseconds for a document of which only the start is measured. */
const startOnlyMs = 60

/** In ms with a six times slower CPU. Medians of 15 openings, each the mean of ten documents. */
export interface PageScripts {
  /** Ferry's two content scripts: compiling, running, and every call into them. */
  readonly ferry: Opening
  /** The same for MetaMask's provider with a minimal relay. */
  readonly metamask: Opening
  /** A browser without any content script in the page. */
  readonly neither: { readonly pageMs: number }
  readonly metamaskBytes: number
}

/** In microseconds of thread time, independent of other load on the machine. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly tts?: number
  readonly tdur?: number
  readonly pid: number
  readonly tid: number
  readonly args?: { readonly data?: { readonly url?: string; readonly type?: string } }
}

const blank = resolve('test/bench/blank')

const scriptEvents = ['EvaluateScript', 'FunctionCall', 'v8.compile']

export async function pageScripts(ferryFolder: string): Promise<PageScripts> {
  const metamaskFolder = await buildMetamask(resolve('test-results', 'bench-metamask'))
  const server = await servePage()
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    return {
      ferry: medians(await openings([ferryFolder], url)),
      metamask: medians(await openings([metamaskFolder], url)),
      neither: { pageMs: median((await openings([blank], url)).map(({ pageMs }) => pageMs)) },
      metamaskBytes: gzipBytes(metamaskFolder, contentScripts(metamaskFolder)),
    }
  } finally {
    server.close()
  }
}

function medians(all: readonly Opening[]): Opening {
  return {
    startMs: median(all.map(({ startMs }) => startMs)),
    wholeMs: median(all.map(({ wholeMs }) => wholeMs)),
    pageMs: median(all.map(({ pageMs }) => pageMs)),
  }
}

interface Opening {
  /** Time of the extension's scripts until the document is parsed; the mean of ten documents. */
  readonly startMs: number
  /** The same until the page is idle. */
  readonly wholeMs: number
  /** Time of all scripts until then, including the page's own. */
  readonly pageMs: number
}

async function openings(extensions: readonly string[], url: string): Promise<Opening[]> {
  const { context, close } = await launchChromium({ extensions, headless: true })
  try {
    const all: Opening[] = []
    // The first opening warms the code cache and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const opening = await openTraced(context, url)
      if (round > 0) all.push(opening)
    }
    return all
  } finally {
    await close()
  }
}

async function openTraced(context: BrowserContext, url: string): Promise<Opening> {
  const tab = await context.newPage()
  try {
    // Start the origin's process before throttling it.
    await tab.goto(`${url}warm`)
    const session = await context.newCDPSession(tab)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    const open = (ms: number) =>
      traceEvents(session, async () => {
        await tab.goto(url, { waitUntil: 'load' })
        await tab.waitForTimeout(ms)
      })
    const whole = readOpening(await open(quietMs))
    let sumMs = whole.startMs
    for (let more = 1; more < documents; more += 1) sumMs += readOpening(await open(startOnlyMs)).startMs
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return { ...whole, startMs: sumMs / documents }
  } finally {
    await tab.close()
  }
}

function readOpening(events: readonly TraceEvent[]): Opening {
  const scripts = events.filter(
    ({ name, ph, args }) => ph === 'X' && scriptEvents.includes(name) && (args?.data?.url ?? '') !== '',
  )
  const theirs = scripts.filter(({ args }) => args?.data?.url?.startsWith('chrome-extension:'))
  // Unload work of the previous page does not belong to this start.
  const begins = theirs.find(({ name }) => name === 'EvaluateScript')?.tts ?? 0
  const isRead = events.find(
    ({ name, args, tts = 0 }) =>
      name === 'EventDispatch' && args?.data?.type === 'DOMContentLoaded' && tts >= begins,
  )?.tts
  if (isRead === undefined) throw new Error('the document was never read')
  const within = (all: readonly TraceEvent[], untilTts: number) =>
    coveredMs(all.filter(({ tts = 0 }) => tts >= begins && tts < untilTts))
  return {
    startMs: within(theirs, isRead),
    wholeMs: within(theirs, Number.POSITIVE_INFINITY),
    pageMs: within(scripts, Number.POSITIVE_INFINITY),
  }
}

async function traceEvents(session: CDPSession, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  const isOver = new Promise<void>((done) => session.once('Tracing.tracingComplete', () => done()))
  const includedCategories = ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile']
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories, excludedCategories: ['*'] },
  })
  await work()
  await session.send('Tracing.end')
  await isOver
  session.off('Tracing.dataCollected', collect)
  return events
}

/** Returns the time covered by at least one event, per thread: nested events count once. */
function coveredMs(events: readonly TraceEvent[]): number {
  let covered = 0
  const ends = new Map<string, number>()
  for (const { tts = 0, tdur = 0, pid, tid } of events.toSorted((a, b) => (a.tts ?? 0) - (b.tts ?? 0))) {
    const thread = `${pid}:${tid}`
    const from = Math.max(tts, ends.get(thread) ?? 0)
    if (tts + tdur <= from) continue
    covered += tts + tdur - from
    ends.set(thread, tts + tdur)
  }
  return covered / 1_000
}

function servePage(): Promise<Server> {
  const html = '<!doctype html><title>Shop</title><p>A page.</p><script>document.body.append("!")</script>'
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}
