import { Problem } from '../base/problem.ts'
import { type Clock, dayMs, minuteMs } from '../base/time.ts'
import type { ServiceCall } from '../order/order.ts'
import type { Token } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import type { ListRow } from '../storage/database.ts'
import { answerOf, isListedToken, type Lists, listRow, storedItems } from './cached-list.ts'
import { createTokenIndex, type TokenIndex } from './token-index.ts'

export interface TokenListPorts {
  readonly clock: Clock
  readonly lists: Lists
  /** The chains whose tokens are wanted, those that cannot wait first. Rejects where nobody knows them yet. */
  readonly chains: () => Promise<{ readonly soon: readonly number[]; readonly later: readonly number[] }>
  readonly readTokens: (
    chainIds: readonly number[],
    list: 'full' | 'trending',
  ) => Promise<ServiceResponse<readonly Token[]>>
  /** Rests between two requests, so that lists never stand in the way of a quote. */
  readonly rest: () => Promise<void>
  /** Told when lists were read anew in the background. */
  readonly renewed: () => void
  /** Reading them failed while older ones serve on. */
  readonly failed: (thrown: unknown) => void
}

/** The service's tokens, chain by chain, each list with its age. */
interface TokenLists {
  /** What there is; older than a day it is read anew behind the user's back. Waits only where there is nothing yet. */
  ready(): Promise<TokenIndex>
  /** When the oldest list of these chains was read; null where one never was. */
  readMs(chainIds: readonly number[]): number | null
  /** The answer that a chain's tokens came in; null where there is none yet. */
  answer(chainId: number): Promise<ServiceCall | null>
}

interface Renewal {
  /** The chains that cannot wait. */
  readonly first: Promise<void>
  readonly all: Promise<void>
}

/** One answer, and the chains it was asked for. */
type GroupAnswer = ServiceResponse<readonly Token[]> & { readonly chainIds: readonly number[] }

const freshMs = dayMs
const pauseMs = minuteMs
/** So many chains go into one request: a full list is heavy. */
const groupSize = 4
const prefix = 'tokens:'

export function createTokenLists(ports: TokenListPorts): TokenLists {
  const { clock, lists } = ports
  const index = createTokenIndex()
  const saved = new Map<number, Omit<ListRow, 'value'>>()
  let loading: Promise<void> | null = null
  let running: Renewal | null = null
  let pausedUntilMs = 0

  async function load(): Promise<void> {
    try {
      for (const row of await lists.readAll(prefix)) {
        const tokens = storedItems(row, isListedToken)
        if (tokens === null) continue
        const chainId = Number(row.key.slice(prefix.length))
        index.put(chainId, tokens)
        saved.set(chainId, withoutValue(row))
      }
    } catch (thrown) {
      // Without the database the service's own answers still serve.
      ports.failed(thrown)
    }
  }

  function isDue(chainId: number): boolean {
    const ageMs = clock.nowMs() - (saved.get(chainId)?.savedMs ?? Number.NEGATIVE_INFINITY)
    // Younger than nothing: the clock was set back since.
    return ageMs > freshMs || ageMs < 0
  }

  /** The answers that these chains' tokens came in. */
  async function readGroup(chainIds: readonly number[]): Promise<readonly GroupAnswer[]> {
    const read = async (list: 'full' | 'trending') => [
      { chainIds, ...(await ports.readTokens(chainIds, list)) },
    ]
    try {
      return await read('full')
    } catch (thrown) {
      if (!(thrown instanceof Problem) || thrown.data.code !== 'serviceTooLarge') throw thrown
      if (chainIds.length === 1) return read('trending')
      const half = Math.ceil(chainIds.length / 2)
      return [...(await readGroup(chainIds.slice(0, half))), ...(await readGroup(chainIds.slice(half)))]
    }
  }

  async function renewGroup(group: readonly number[]): Promise<void> {
    for (const { chainIds, result, serverRequestId } of await readGroup(group)) {
      for (const chainId of chainIds) {
        const value = result.filter((token) => token.chainId === chainId)
        const row = listRow(`${prefix}${chainId}`, value, clock.nowMs(), serverRequestId)
        index.put(chainId, value)
        saved.set(chainId, withoutValue(row))
        // A list that cannot be kept still serves while the worker lives.
        await lists.write(row).catch(ports.failed)
      }
    }
  }

  async function forget(chainId: number): Promise<void> {
    index.remove(chainId)
    saved.delete(chainId)
    await lists.remove(`${prefix}${chainId}`).catch(ports.failed)
  }

  function renew(soon: readonly number[], later: readonly number[]): Renewal {
    const hadNone = saved.size === 0
    const inTurn = async (groups: readonly (readonly number[])[]) => {
      for (const group of groups) await renewGroup(group)
    }
    const behind = async () => {
      for (const group of groupsOf(later)) {
        await ports.rest()
        await renewGroup(group)
      }
    }
    const first = inTurn(groupsOf(soon))
    const all = first.then(behind)
    all
      .then(ports.renewed, (thrown) => {
        pausedUntilMs = clock.nowMs() + pauseMs
        // Where nothing serves yet, whoever waits for it is told.
        if (!hadNone || saved.size > 0) ports.failed(thrown)
      })
      .finally(() => {
        running = null
      })
    return { first, all }
  }

  return {
    async ready() {
      loading ??= load()
      const [, { soon, later }] = await Promise.all([loading, ports.chains()])
      const wanted = new Set([...soon, ...later])
      for (const chainId of index.chainIds()) if (!wanted.has(chainId)) await forget(chainId)
      const isEmpty = !soon.some((chainId) => saved.has(chainId))
      const due = { soon: soon.filter(isDue), later: later.filter(isDue) }
      const isPaused = clock.nowMs() < pausedUntilMs && !isEmpty
      if (running === null && !isPaused && due.soon.length + due.later.length > 0) {
        running = renew(due.soon, due.later)
      }
      if (isEmpty && running !== null) await running.first
      return index
    },
    readMs(chainIds) {
      const known = chainIds.map((chainId) => saved.get(chainId)?.savedMs ?? null)
      return known.reduce(
        (oldest, ms) => (oldest === null || ms === null ? null : Math.min(oldest, ms)),
        known[0] ?? null,
      )
    },
    async answer(chainId) {
      loading ??= load()
      await loading
      const row = saved.get(chainId)
      return row === undefined ? null : answerOf('tokens', row)
    },
  }
}

function withoutValue({ value: _value, ...row }: ListRow): Omit<ListRow, 'value'> {
  return row
}

function groupsOf(chainIds: readonly number[]): readonly (readonly number[])[] {
  return chainIds.flatMap((_, at) => (at % groupSize === 0 ? [chainIds.slice(at, at + groupSize)] : []))
}
