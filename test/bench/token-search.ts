import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { viewChannel } from '../../lib/rpc/rpc-client.ts'
import { launchChromium, originOf } from '../browser/chromium.ts'
import { killWorker } from '../browser/chromium-worker.ts'
import { testIdSelector } from '../browser/driver.ts'
import { median } from './first-paint.ts'

/** Invented tokens per far chain of the sandbox: 100,000 in total. */
const searchedTokens = 100_000
export const inventedTokens = 3_700

const rounds = 7
/** Between two keys: a fast typist. */
const keyPauseMs = 80
/** Typed key by key: many matches, few, one, none, the start of an address. */
const queries = ['usdc', 'lantern', 'amber gull', 'jlan39', 'zzz', '0x12345678']

/**
 * Runs before the page's own code. For each key it stores when the request left for the background, when the
 * response came, and when the first frame with the matching rows began.
 */
const observer = `(() => {
  let keyMs = null
  let tell = () => undefined
  globalThis.__expectAnswer = () => {
    globalThis.__times = new Promise((done) => { tell = done })
  }
  addEventListener('keydown', (event) => { keyMs = event.timeStamp }, true)
  const { runtime } = globalThis.browser ?? globalThis.chrome
  const send = runtime.sendMessage.bind(runtime)
  const answered = (from, sentMs) => {
    if (from === null) return
    const answerMs = performance.now()
    // Promises and microtasks render the response: all are done when the next task begins.
    setTimeout(() => requestAnimationFrame(() => {
      tell({ sent: sentMs - from, answer: answerMs - from, rows: performance.now() - from })
    }))
  }
  runtime.sendMessage = (message, ...others) => {
    if (message?.name !== 'tokens') return send(message, ...others)
    const from = keyMs
    keyMs = null
    const sentMs = performance.now()
    const back = others.at(-1)
    if (typeof back !== 'function') {
      return send(message, ...others).then((reply) => { answered(from, sentMs); return reply })
    }
    return send(message, (reply) => { answered(from, sentMs); back(reply) })
  }
})()`

/** Evaluated in the worker: the index's response and its duration in milliseconds. */
const indexExpression = `(async () => {
  const startMs = performance.now()
  const input = { chainId: null, query: 'usdc', side: 'output' }
  const message = { channel: ${JSON.stringify(viewChannel)}, name: 'tokens', input }
  const reply = await (globalThis.browser ?? globalThis.chrome).runtime.sendMessage(message)
  const ms = performance.now() - startMs
  const all = await (globalThis.browser ?? globalThis.chrome).runtime.sendMessage(
    { ...message, input: { ...input, query: '' } })
  return { ms, found: reply?.output?.total ?? 0, total: all?.output?.total ?? 0 }
})()`

interface IndexAnswer {
  readonly ms: number
  readonly found: number
  readonly total: number
}

/** Milliseconds from the key press. */
interface KeyTimes {
  readonly sent: number
  readonly answer: number
  readonly rows: number
}

/** From key to response with a warm index, and the first search of a new worker. */
export interface SearchFigures {
  /** The median of the slowest key. */
  readonly warmMs: number
  /** The slowest of all rounds. */
  readonly worstMs: number
  /** Like `warmMs`: until the request left the view, and until the matching rows are in a frame. */
  readonly sentMs: number
  readonly rowsMs: number
  readonly coldMs: number
  readonly tokens: number
}

/** Types into the real picker of the extension in this folder. Its service must list this many tokens. */
export async function tokenSearchMs(folder: string): Promise<SearchFigures> {
  const { context, close } = await launchChromium({ extensions: [resolve(folder)], headless: true })
  try {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const tab = await context.newPage()
    await tab.addInitScript(observer)
    await tab.goto(`${originOf(worker.url())}/popup.html`)
    const { total: tokens } = await waitForLists(tab)
    await tab.click(testIdSelector('to-token'))
    await tab.waitForSelector(testIdSelector('token-search'))
    const perKey: KeyTimes[][] = []
    let key = 0
    // The first round warms the code and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      key = 0
      for (const query of queries) {
        for (const times of await typeText(tab, query)) {
          if (round > 0) perKey[key] = [...(perKey[key] ?? []), times]
          key += 1
        }
      }
    }
    const death = await killWorker(context)
    const { ms: coldMs } = (await tab.evaluate(indexExpression)) as IndexAnswer
    await death.proveDeath()
    const slowest = (of: keyof KeyTimes) =>
      Math.max(...perKey.map((rounds) => median(rounds.map((one) => one[of]))))
    return {
      warmMs: slowest('answer'),
      worstMs: Math.max(...perKey.flat().map(({ answer }) => answer)),
      sentMs: slowest('sent'),
      rowsMs: slowest('rows'),
      coldMs,
      tokens,
    }
  } finally {
    await close()
  }
}

/** Waits for the last list: lists load in the background. */
async function waitForLists(tab: Page): Promise<IndexAnswer> {
  for (let look = 0; look < 240; look += 1) {
    const answer = (await tab.evaluate(indexExpression)) as IndexAnswer
    if (answer.total >= searchedTokens) return answer
    await tab.waitForTimeout(500)
  }
  throw new Error(`Ferry never listed ${searchedTokens} tokens`)
}

/** Each key a while after the previous response. Returns the times of each key. */
async function typeText(tab: Page, text: string): Promise<readonly KeyTimes[]> {
  const field = tab.locator(testIdSelector('token-search'))
  await field.fill('')
  const answers: KeyTimes[] = []
  for (const letter of text) {
    await tab.waitForTimeout(keyPauseMs)
    if (letter === ' ') {
      // A trailing space starts no new search.
      await field.press('Space')
      continue
    }
    await tab.evaluate('globalThis.__expectAnswer()')
    await field.press(letter)
    answers.push((await tab.evaluate('globalThis.__times')) as KeyTimes)
  }
  return answers
}
