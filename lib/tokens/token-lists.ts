import { forEachInSlices, type Pause } from '../base/concurrency.ts'
import { type ChainAddressFormats, nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { type Clock, dayMs, hourMs, isFresh, minuteMs, secondMs } from '../base/time.ts'
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
    list: 'full' | 'short',
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
  /** Lets open views read the lists again when the pause is over. */
  readonly retryLater: () => void
}

interface Round {
  /** The chains to read, the next one first. */
  readonly left: number[]
  /** The reads of the chains that callers need. They resolve when a read has ended, also without a list. */
  readonly reads: Map<number, PromiseWithResolvers<void>>
}

/** After a failure. */
export const pauseMs = minuteMs
/** After a failure, while a caller has no list at all: the person may press a button that tries again. */
const shortPauseMs = 5 * secondMs
/** If this many reads fail before one succeeds, the service may be down. */
const maxProbes = 2
const prefix = 'tokens:'

export function createTokenLists(ports: TokenListPorts) {
  const { clock, lists, deployment, pause } = ports
  const index = new Map<number, ChainTokens>()
  /** `isShort`: read instead of a full list that the service did not give. It is used for an hour, and not stored. */
  const saved = new Map<number, Omit<ListRow, 'value'> & { readonly isShort?: boolean }>()
  let loading: Promise<void> | null = null
  let running: Round | null = null
  /** Why and when the newest read of a chain failed, the oldest failure first. */
  const failures = new Map<number, { readonly thrown: unknown; readonly atMs: number }>()
  let failedMs = Number.NEGATIVE_INFINITY

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
    return row === undefined || !isFresh(row.savedMs, row.isShort === true ? hourMs : dayMs, clock.nowMs())
  }

  /**
   * One chain per request. A full list is large, and a list over the limit must not fail the other chains. Where the service
   * refuses it or is too slow for it, the short one replaces no list, only a missing one.
   */
  async function readList(
    chainId: number,
  ): Promise<ServiceResponse<readonly Token[]> & { readonly isShort: boolean }> {
    const forms = await ports.addressFormats()
    try {
      return { ...(await ports.readTokens([chainId], 'full', forms)), isShort: false }
    } catch (thrown) {
      const code = thrown instanceof Problem ? thrown.data.code : null
      const isTooLong = code === 'serviceAnswerInvalid'
      // While nothing is listed, a silent service may be down.
      const isRefused = code === 'serviceRefused' || (code === 'serviceTimeout' && saved.size > 0)
      const isStored = saved.has(chainId) && saved.get(chainId)?.isShort !== true
      if (!isTooLong && (!isRefused || isStored)) throw thrown
      return { ...(await ports.readTokens([chainId], 'short', forms)), isShort: !isTooLong }
    }
  }

  /**
   * Reads the list of a chain and indexes it. Searches find its tokens from then on; `storeChain` stores the list for
   * the next start.
   */
  async function readChain(chainId: number): Promise<void> {
    const { result, serverRequestId, isShort } = await readList(chainId)
    await indexChain(
      chainId,
      result.filter((token) => token.chainId === chainId),
    )
    saved.set(chainId, { key: `${prefix}${chainId}`, savedMs: clock.nowMs(), serverRequestId, isShort })
  }

  async function storeChain(chainId: number): Promise<void> {
    const stored = saved.get(chainId)
    if (stored === undefined || stored.isShort === true) return
    const { isShort: _isShort, ...row } = stored
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

  const newestFailure = () => [...failures.values()].at(-1)?.thrown

  async function tryChain(chainId: number): Promise<boolean> {
    failures.delete(chainId)
    try {
      await readChain(chainId)
      return true
    } catch (thrown) {
      failures.set(chainId, { thrown, atMs: clock.nowMs() })
      return false
    }
  }

  /**
   * Reads the lists one after the other. A failure concerns its own chain only. But while the service may be down, it gets
   * few requests: the next renewal begins with other chains, so that no chain waits for good.
   */
  async function renew({ left, reads }: Round): Promise<void> {
    const wasEmpty = saved.size === 0
    const order = [...left]
    const failed = [...failures.keys()]
    left.sort((one, other) => failed.indexOf(one) - failed.indexOf(other))
    let [listedCount, failedCount, isChanged] = [0, 0, false]
    while (listedCount > 0 || failedCount < maxProbes) {
      const chainId = left.shift()
      if (chainId === undefined) break
      const read = reads.get(chainId)
      if (read === undefined) await ports.waitBetweenReads()
      const isListed = await tryChain(chainId)
      read?.resolve()
      if (!isListed) {
        failedCount += 1
        continue
      }
      // A view that waited for the first list shows the others when they arrive.
      const isShown = wasEmpty && read !== undefined && listedCount + failedCount > 0
      if (isShown) ports.onRenewed()
      isChanged = !isShown
      listedCount += 1
      // The service answers: from now on the pinned chains come first.
      left.sort((one, other) => order.indexOf(one) - order.indexOf(other))
      await storeChain(chainId)
    }
    for (const { resolve } of reads.values()) resolve()
    running = null
    if (isChanged) ports.onRenewed()
    if (failedCount === 0) return
    failedMs = clock.nowMs()
    ports.onFailed(newestFailure())
    ports.retryLater()
  }

  /**
   * Renews, in the background, lists that are older than a day. Returns the pinned chains that a caller needs, if none of
   * them has a list. A null `chainId` means any pinned chain.
   */
  async function findMissing(chainId: number | null): Promise<readonly number[]> {
    loading ??= load()
    const [, { soon, later }] = await Promise.all([loading, ports.chains()])
    const wanted = new Set([...soon, ...later])
    for (const known of index.keys()) if (!wanted.has(known)) await forget(known)
    const needed = soon.filter((one) => chainId === null || one === chainId)
    const missing = needed.some((one) => saved.has(one)) ? [] : needed
    const due = [...soon, ...later].filter(isDue)
    const isPaused = isFresh(failedMs, missing.length > 0 ? shortPauseMs : pauseMs, clock.nowMs())
    if (running === null && !isPaused && due.length > 0) {
      const pinned = due.filter((one) => soon.includes(one))
      running = { left: due, reads: new Map(pinned.map((one) => [one, Promise.withResolvers<void>()])) }
      void renew(running)
    }
    return missing
  }

  /** Reads the chains that failed in this round before the others that are left: the person may have tried again. */
  function readNext({ left, reads }: Round, missing: readonly number[]): void {
    const failed = missing.filter((one) => {
      const failure = failures.get(one)
      return (
        failure !== undefined && !left.includes(one) && !isFresh(failure.atMs, shortPauseMs, clock.nowMs())
      )
    })
    left.unshift(...failed)
    for (const chainId of failed) reads.set(chainId, Promise.withResolvers())
  }

  return {
    /**
     * Returns the index. If lists are missing, waits for one read, of `chainId` or of the first pinned chain. If that
     * fails, the index is without them.
     */
    async loadIndex(chainId: number | null = null): Promise<TokenIndex> {
      const missing = await findMissing(chainId)
      const reads = missing.flatMap((one) => running?.reads.get(one)?.promise ?? [])
      if (reads.length > 0) await Promise.race(reads)
      return index
    },
    /** Waits until there is a list of `chainId`, or of any pinned chain. Rejects with the reason why there is none. */
    async requireIndex(chainId: number | null): Promise<TokenIndex> {
      const missing = await findMissing(chainId)
      if (running !== null) readNext(running, missing)
      for (const one of missing) {
        await running?.reads.get(one)?.promise
        if (saved.has(one)) return index
      }
      if (missing.length === 0 || failures.size === 0) return index
      throw (chainId === null ? undefined : failures.get(chainId)?.thrown) ?? newestFailure()
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
