import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { viewChannel } from '../../lib/rpc/rpc-client.ts'
import { launchChromium, originOf } from '../browser/chromium.ts'
import { killWorker } from '../browser/chromium-worker.ts'
import { testIdSelector } from '../browser/driver.ts'
import { median } from './first-picture.ts'

/** Made-up tokens of each of the sandbox's far chains, so that there are this many in all. */
const searchedTokens = 100_000
export const madeUpTokens = 3_700

const rounds = 7
/** Between two keys, as somebody types who is quick. */
const keyPauseMs = 80
/** Typed key by key: many hits, few, one, none, a beginning of an address. */
const queries = ['usdc', 'lantern', 'amber gull', 'jlan39', 'zzz', '0x12345678']

/**
 * Runs before the page's own code. From the moment a key went down it keeps when the question left for the background, when
 * the answer was there, and when the first frame began whose rows are the answer's.
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
    // What the answer changes is drawn by promises and microtasks, all of them done when a task begins.
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

/** An expression: what our own index answers, with the milliseconds that took. */
const askIndex = `(async () => {
  const startMs = performance.now()
  const input = { chainId: null, query: 'usdc', offset: 0, limit: 30, side: 'output', except: [] }
  const message = { channel: ${JSON.stringify(viewChannel)}, name: 'tokens', input }
  const reply = await (globalThis.browser ?? globalThis.chrome).runtime.sendMessage(message)
  const ms = performance.now() - startMs
  const all = await (globalThis.browser ?? globalThis.chrome).runtime.sendMessage(
    { ...message, input: { ...input, query: '', limit: 1 } })
  return { ms, found: reply?.output?.total ?? 0, total: all?.output?.total ?? 0 }
})()`

interface IndexAnswer {
  readonly ms: number
  readonly found: number
  readonly total: number
}

/** Of one key, in ms from when it went down. */
interface KeyTimes {
  readonly sent: number
  readonly answer: number
  readonly rows: number
}

/** What a search among 100,000 tokens takes, in ms: from key to answer with a warm index, and the first one of a new worker. */
export interface SearchFigures {
  /** Of the slowest key, the median of its rounds. */
  readonly warmMs: number
  /** The slowest of all. */
  readonly worstMs: number
  /** The same as `warmMs` until the question left the view, and until the answer's rows are in a frame. */
  readonly sentMs: number
  readonly rowsMs: number
  readonly coldMs: number
  readonly tokens: number
}

/** Types into the real picker of the extension in this folder; its service has to list that many tokens. */
export async function tokenSearchMs(folder: string): Promise<SearchFigures> {
  const { context, close } = await launchChromium({ extensions: [resolve(folder)], headless: true })
  try {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const tab = await context.newPage()
    await tab.addInitScript(observer)
    await tab.goto(`${originOf(worker.url())}/popup.html`)
    const { total: tokens } = await allListed(tab)
    await tab.click(testIdSelector('to-token'))
    await tab.waitForSelector(testIdSelector('token-search'))
    const perKey: KeyTimes[][] = []
    let key = 0
    // The first round warms the code and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      key = 0
      for (const query of queries) {
        for (const times of await typed(tab, query)) {
          if (round > 0) perKey[key] = [...(perKey[key] ?? []), times]
          key += 1
        }
      }
    }
    const death = await killWorker(context)
    const { ms: coldMs } = (await tab.evaluate(askIndex)) as IndexAnswer
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

/** The lists are read behind the person's back; waits for the last of them. */
async function allListed(tab: Page): Promise<IndexAnswer> {
  for (let look = 0; look < 240; look += 1) {
    const answer = (await tab.evaluate(askIndex)) as IndexAnswer
    if (answer.total >= searchedTokens) return answer
    await tab.waitForTimeout(500)
  }
  throw new Error(`Ferry never listed ${searchedTokens} tokens`)
}

/** Types a text key by key into the empty field, each a while after the answer to the one before; gives what each took. */
async function typed(tab: Page, text: string): Promise<readonly KeyTimes[]> {
  const field = tab.locator(testIdSelector('token-search'))
  await field.fill('')
  const answers: KeyTimes[] = []
  for (const letter of text) {
    await tab.waitForTimeout(keyPauseMs)
    if (letter === ' ') {
      // A space at the end asks nothing new.
      await field.press('Space')
      continue
    }
    await tab.evaluate('globalThis.__expectAnswer()')
    await field.press(letter)
    answers.push((await tab.evaluate('globalThis.__times')) as KeyTimes)
  }
  return answers
}
