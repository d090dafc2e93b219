import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import uniswap from '@uniswap/default-token-list' with { type: 'json' }
import { viewChannel } from '../../lib/rpc/rpc-client.ts'
import { launchChromium, originOf } from '../browser/chromium.ts'
import { firstWorker, killWorker } from '../browser/chromium-worker.ts'
import oddTokens from '../fixtures/real/odd-tokens.json' with { type: 'json' }
import type { ListedToken } from '../sandbox/service/listed-token.ts'
import { median } from './first-paint.ts'
import { workerHeapBytes } from './worker-heap.ts'
import { traceWorkerTasks } from './worker-tasks.ts'

/** List length per chain: three pinned chains, then four others. Published lists have up to 5,118 tokens. */
const realListSizes: readonly (readonly [chainId: number, tokens: number])[] = [
  [31337, 7_000],
  [31338, 6_000],
  [31339, 4_000],
  [137, 3_000],
  [42161, 2_200],
  [43114, 1_600],
  [10, 1_200],
]

const realTokenCount = realListSizes.reduce((sum, [, count]) => sum + count, 0)

interface NamedRecord {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/**
 * The lists of seven chains. The npm package has about 1,700 tokens, so each list repeats them and numbers the
 * repeated names. Unusual tokens of other public lists come first. Addresses are hashes of chain and position.
 * Nothing is random: every run has the same lists.
 */
export function realTokenLists(): readonly ListedToken[] {
  return realListSizes.flatMap(([chainId, count]) =>
    Array.from({ length: count }, (_, at) => listedToken(chainId, at)),
  )
}

function listedToken(chainId: number, at: number): ListedToken {
  const place = at - oddTokens.length
  const round = Math.floor(place / uniswap.tokens.length)
  const record: NamedRecord | undefined =
    place < 0 ? oddTokens[at] : uniswap.tokens[place % uniswap.tokens.length]
  if (record === undefined) throw new Error(`there is no token ${at}`)
  const { name, symbol, decimals } = record
  return {
    chainId,
    address: `0x${createHash('sha256').update(`${chainId}:${at}`).digest('hex').slice(0, 40)}`,
    name: round > 0 ? `${name} ${round}` : name,
    symbol,
    decimals,
    verified: at % 3 !== 0,
    shortListed: false,
  }
}

/** Evaluated in the worker: when the first list was complete, in ms since 1970. */
const firstListMs = `(() => {
  const [first] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/tokens/list'))
  return first === undefined ? null : performance.timeOrigin + first.responseEnd
})()`

/** Evaluated in a view: requests tokens. Returns their count, the start and the duration. */
function searchExpression(query: string): string {
  const input = { chainId: null, query, side: 'output' }
  const message = JSON.stringify({ channel: viewChannel, name: 'tokens', input })
  return `(async () => {
    const startMs = performance.now()
    const reply = await (globalThis.browser ?? globalThis.chrome).runtime.sendMessage(${message})
    const endMs = performance.now()
    return { total: reply?.output?.total ?? 0, ms: endMs - startMs, atMs: performance.timeOrigin + endMs }
  })()`
}

interface Reply {
  readonly total: number
  readonly ms: number
  readonly atMs: number
}

export interface RealListFigures {
  /** From the last byte of the first list to the view's first tokens. */
  readonly firstMs: number
  /** The worker's longest task by CPU time, until all lists are loaded. */
  readonly blockMs: number
  readonly searchMs: number
  /** The first search of a new worker, which reads all lists from the database. */
  readonly coldMs: number
  readonly tokens: number
  /** The worker's heap with all lists loaded. */
  readonly heapBytes: number
}

export async function realTokenListsMs(folder: string): Promise<RealListFigures> {
  const { context, close } = await launchChromium({ extensions: [resolve(folder)], headless: true })
  try {
    const worker = await firstWorker(context)
    const tab = await context.newPage()
    const tasks = await traceWorkerTasks(context, tab)
    await tab.goto(`${originOf(worker.url())}/popup.html`)
    const first = (await tab.evaluate(searchExpression(''))) as Reply
    const listMs = (await worker.evaluate(firstListMs)) as number | null
    if (listMs === null || first.total === 0) throw new Error('Ferry read no list')
    let all = first
    for (let look = 0; all.total < realTokenCount; look += 1) {
      if (look === 240) throw new Error(`Ferry never listed ${realTokenCount} tokens`)
      await tab.waitForTimeout(500)
      all = (await tab.evaluate(searchExpression(''))) as Reply
    }
    const blockMs = await tasks.longestMs()
    const searches: number[] = []
    for (const query of ['usdc', 'uni', 'wrapped', '0x1234', 'usdc polygon', 'e', 'zzz']) {
      searches.push(((await tab.evaluate(searchExpression(query))) as Reply).ms)
    }
    const heapBytes = await workerHeapBytes(context)
    const death = await killWorker(context)
    const { ms: coldMs } = (await tab.evaluate(searchExpression('usdc'))) as Reply
    await death.proveDeath()
    return {
      firstMs: first.atMs - listMs,
      blockMs,
      searchMs: median(searches),
      coldMs,
      tokens: all.total,
      heapBytes,
    }
  } finally {
    await close()
  }
}
