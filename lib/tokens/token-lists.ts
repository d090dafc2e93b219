import { forEachInSlices, type Pause } from '../base/concurrency.ts'
import { type ChainAddressFormats, nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { type Clock, dayMs, isFresh, minuteMs } from '../base/time.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { ServiceCall } from '../service/service-call.ts'
import type { Token } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import type { ListRow } from '../storage/database.ts'
import { configureToken } from './configure-token.ts'
import { type Lists, packTokens, serviceCallOf, unpackTokens } from './stored-lists.ts'
import { type ChainTokens, indexTokens, type TokenIndex, trustRank } from './token-search.ts'

export interface TokenListPorts {
  readonly clock: Clock
  readonly lists: Lists
  /**
   * The chains whose tokens are needed: `soon` first, `later` in the background. Rejects if the list of chains is
   * unknown.
   */
  readonly chains: () => Promise<{ readonly soon: readonly number[]; readonly later: readonly number[] }>
  readonly readTokens: (
    chainIds: readonly number[],
    list: 'full' | 'trending',
    forms: ChainAddressFormats,
  ) => Promise<ServiceResponse<readonly Token[]>>
  readonly addressFormats: () => Promise<ChainAddressFormats>
  readonly deployment: Deployment
  readonly pause: Pause
  /** Waits between two requests, so that lists never delay a quote. */
  readonly waitBetweenReads: () => Promise<void>
  readonly onRenewed: () => void
  /** Called when a read failed. Older lists are still in use. */
  readonly onFailed: (thrown: unknown) => void
}

/** The reads of the pinned chains, which run one after the other. */
type PendingReads = ReadonlyMap<number, Promise<void>>

const pauseMs = minuteMs
const prefix = 'tokens:'

export function createTokenLists(ports: TokenListPorts) {
  const { clock, lists, deployment, pause } = ports
  const index = new Map<number, ChainTokens>()
  const saved = new Map<number, Omit<ListRow, 'value'>>()
  let loading: Promise<void> | null = null
  let running: PendingReads | null = null
  let pausedUntilMs = 0

  async function indexChain(chainId: number, tokens: readonly Token[]): Promise<void> {
    const named = await nameTokens(tokens, (token) => configureToken(deployment, token), pause)
    index.set(chainId, indexTokens(named))
  }

  async function load(): Promise<void> {
    try {
      for (const key of await lists.keys(prefix)) {
        const row = await lists.read(key)
        const tokens = row === null ? null : await unpackTokens(row.value, pause)
        if (row === null || tokens === null) continue
        const chainId = Number(key.slice(prefix.length))
        // The deployment may name other tokens since the list was stored.
        await indexChain(chainId, tokens)
        saved.set(chainId, { key, savedMs: row.savedMs, serverRequestId: row.serverRequestId })
      }
    } catch (thrown) {
      // Without the database, the service's answers are still used.
      ports.onFailed(thrown)
    }
  }

  function isDue(chainId: number): boolean {
    const row = saved.get(chainId)
    return row === undefined || !isFresh(row.savedMs, dayMs, clock.nowMs())
  }

  /** One chain per request. A full list is large, and a list over the limit must not fail the other chains. */
  async function readList(chainId: number): Promise<ServiceResponse<readonly Token[]>> {
    const forms = await ports.addressFormats()
    try {
      return await ports.readTokens([chainId], 'full', forms)
    } catch (thrown) {
      if (!(thrown instanceof Problem) || thrown.data.code !== 'serviceAnswerInvalid') throw thrown
      return ports.readTokens([chainId], 'trending', forms)
    }
  }

  /**
   * Reads the list of a chain and indexes it. Searches find its tokens from then on; `storeChain` stores the list for
   * the next start.
   */
  async function readChain(chainId: number): Promise<void> {
    const { result, serverRequestId } = await readList(chainId)
    await indexChain(
      chainId,
      result.filter((token) => token.chainId === chainId),
    )
    saved.set(chainId, { key: `${prefix}${chainId}`, savedMs: clock.nowMs(), serverRequestId })
  }

  async function storeChain(chainId: number): Promise<void> {
    const row = saved.get(chainId)
    if (row === undefined) return
    // A list that could not be stored is still used while the worker lives.
    await packTokens(index.get(chainId)?.tokens ?? [], pause)
      .then((value) => lists.write({ ...row, value }))
      .catch(ports.onFailed)
  }

  async function forget(chainId: number): Promise<void> {
    index.delete(chainId)
    saved.delete(chainId)
    await lists.remove(`${prefix}${chainId}`).catch(ports.onFailed)
  }

  function renew(soon: readonly number[], later: readonly number[]): PendingReads {
    const wasEmpty = saved.size === 0
    const pendingReads = new Map<number, Promise<void>>()
    let last = Promise.resolve()
    for (const chainId of soon) {
      const listed = last.then(() => readChain(chainId))
      pendingReads.set(chainId, listed)
      last = listed.then(() => storeChain(chainId))
      // Only a caller without any list awaits this. The failure of the whole renewal is reported below.
      last.catch(() => undefined)
      // A view that waited for the first list shows the others when they arrive.
      if (wasEmpty && chainId !== soon.at(-1)) listed.then(ports.onRenewed, () => undefined)
    }
    const readLater = async () => {
      for (const chainId of later) {
        await ports.waitBetweenReads()
        await readChain(chainId)
        await storeChain(chainId)
      }
    }
    last
      .then(readLater)
      .then(ports.onRenewed, (thrown) => {
        pausedUntilMs = clock.nowMs() + pauseMs
        // If no list is in use yet, the waiting caller gets the failure.
        if (!wasEmpty || saved.size > 0) ports.onFailed(thrown)
      })
      .finally(() => {
        running = null
      })
    return pendingReads
  }

  return {
    /**
     * Returns the index. Reads lists that are older than a day again, in the background. Waits only if lists are missing:
     * for the first pinned chain if no pinned chain has one, or for `chainId`.
     */
    async loadIndex(chainId: number | null = null): Promise<TokenIndex> {
      loading ??= load()
      const [, { soon, later }] = await Promise.all([loading, ports.chains()])
      const wanted = new Set([...soon, ...later])
      for (const known of index.keys()) if (!wanted.has(known)) await forget(known)
      const isEmpty = !soon.some((one) => saved.has(one))
      const due = { soon: soon.filter(isDue), later: later.filter(isDue) }
      const isPaused = clock.nowMs() < pausedUntilMs && !isEmpty
      if (running === null && !isPaused && due.soon.length + due.later.length > 0) {
        running = renew(due.soon, due.later)
      }
      const awaited = chainId ?? (isEmpty ? soon[0] : undefined)
      if (awaited !== undefined && !saved.has(awaited)) await running?.get(awaited)
      return index
    },
    /** When the oldest list of these chains was read; null if one never was. */
    readMs(chainIds: readonly number[]): number | null {
      const times = chainIds.map((chainId) => saved.get(chainId)?.savedMs ?? null)
      const known = times.filter((ms) => ms !== null)
      return known.length === 0 || known.length < times.length ? null : Math.min(...known)
    },
    async serviceCall(chainId: number): Promise<ServiceCall | null> {
      loading ??= load()
      await loading
      const row = saved.get(chainId)
      return row === undefined ? null : serviceCallOf('tokens', row)
    },
  }
}

/** Twice the longest published list of one chain (Ethereum, 5,118 tokens). */
const perChainMax = 10_000

/**
 * Names the tokens of one chain's list as Ferry shows them, in slices. If the list is too long, the most important
 * tokens are retained, wherever they are in the list.
 * @internal
 */
export async function nameTokens(
  listed: readonly Token[],
  configured: (token: Token) => Token,
  pause: Pause,
): Promise<readonly Token[]> {
  const tokens: Token[] = []
  const ranks: number[] = []
  await forEachInSlices(listed, pause, (token) => {
    const named = configured(token)
    tokens.push(named)
    ranks.push(retentionRank(token, named))
  })
  if (tokens.length <= perChainMax) return tokens
  const byRank = [...tokens.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0))
  const retained = new Set(byRank.slice(0, perChainMax))
  return tokens.filter((_, at) => retained.has(at))
}

/** The service's verified mark is good enough for this. */
function retentionRank(listed: Token, named: Token): number {
  const trust = trustRank(named)
  if (trust === 0 || named.address === nativeAddress) return 0
  if (trust === 2) return 4
  if (listed.isVerified) return 1
  return named.logoURI === null ? 3 : 2
}
