import { computed, signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { dayMs, minuteMs } from '../base/time.ts'
import type { Balances } from '../chain/chain-reader.ts'
import { type Holding, type Token, tokenKey, valueByHolding } from '../service/token.ts'
import { createGeneration } from './generation.ts'
import type { Lifetime } from './lifetime.ts'
import type { StartModel } from './start-model.ts'
import { localKeys, readLocal, type ViewPorts, writeLocal } from './view-ports.ts'

/** The last valuation that the service sent, for the next opening of a view. It goes with the account. */
interface StoredValues {
  readonly owner: string
  readonly readMs: number
  readonly holdings: readonly Holding[]
}

export type BalancesModel = ReturnType<typeof createBalancesModel>

/**
 * Creates the balances of the account, in smallest units by token key, and their values. They are read in parallel to
 * everything else.
 */
export function createBalancesModel(
  { client, clock, storage }: ViewPorts,
  start: StartModel,
  life: Lifetime,
) {
  const amounts = signal<Amounts>({})
  const old = signal<Balances['old']>({})
  /** The service's valuation of the account's tokens, as last read. */
  const holdings = signal<readonly Holding[]>([])
  const problem = signal<ProblemData | null>(null)
  /** Keys of the tokens whose last read brought no balance. */
  const missing = signal<ReadonlySet<string>>(new Set())
  /** The newest read of each token, while it counts as fresh. */
  const newest = new Map<string, { readonly startedMs: number }>()
  const movements = signal(0)
  const running = new Set<Promise<void>>()
  /** Undefined until the account is known. */
  let owner: string | null | undefined
  /** Ends with the account. */
  const owned = createGeneration()

  const forgetStoredValues = () => writeLocal(storage, localKeys.values, null)

  /** The stored valuation, if it is of this account and at most a day old. That of another account is deleted. */
  function storedHoldings(): readonly Holding[] {
    const stored = readLocal<StoredValues>(storage, localKeys.values)
    if (stored === null) return []
    if (stored.owner !== owner) forgetStoredValues()
    return stored.owner === owner && clock.nowMs() - stored.readMs < dayMs ? stored.holdings : []
  }

  /** Starts again for another account. */
  function followAccount(): void {
    const account = start.view.peek()?.account
    const address = account === null ? null : account?.address
    if (address === undefined || address === owner) return
    owner = address
    owned.end()
    amounts.value = {}
    old.value = {}
    holdings.value = storedHoldings()
    missing.value = new Set()
    newest.clear()
  }
  life.watch(() => start.view.value?.account, followAccount)

  async function read(chainId: number, tokens: readonly string[]): Promise<void> {
    const isCurrent = owned.join()
    const mine = { startedMs: clock.nowMs() }
    const requested = tokens.map((address) => `${chainId}:${address}`)
    for (const key of requested) newest.set(key, mine)
    /** The tokens without a newer read, whose answer counts. */
    const keysLeft = () => requested.filter((key) => (newest.get(key) ?? mine) === mine)
    const setMissing = (keys: readonly string[], now: readonly string[]) => {
      missing.value = new Set([...missing.value].filter((key) => !keys.includes(key)).concat(now))
    }
    try {
      const read = await client.send('balances', { chainId, tokens })
      if (!isCurrent()) return
      const keys = keysLeft()
      const isTaken = ([key]: readonly [string, unknown]) => keys.includes(key)
      const aged = Object.entries(read.old).filter(isTaken)
      // An earlier value of this view is no newer than that one, and has no age.
      const others = Object.entries(amounts.value).filter(([key]) => !aged.some(([one]) => one === key))
      const fresh = Object.entries(read.amounts).filter(isTaken)
      amounts.value = Object.fromEntries([...others, ...fresh])
      old.value = { ...old.value, ...Object.fromEntries(aged) }
      // Balances that could not be read are read again with the next `requestBalances`.
      for (const [key] of aged) newest.delete(key)
      setMissing(
        keys,
        keys.filter((key) => read.amounts[key] === undefined && read.old[key] === undefined),
      )
      problem.value = null
    } catch (thrown) {
      if (!isCurrent()) return
      const keys = keysLeft()
      for (const key of keys) newest.delete(key)
      setMissing(keys, keys)
      problem.value = toProblemData(thrown)
    }
  }

  return {
    amounts,
    shown: computed(() => ({ ...lastUnits(old.value), ...amounts.value })),
    /** Time of the oldest displayed balance; null where all are current. */
    oldMs: computed(() => oldestMs(old.value, amounts.value)),
    /** The last known balances of tokens whose newer read failed. */
    old,
    holdings,
    problem,
    missing,
    /** In dollars; null without a valuation. */
    valueInUsd: (token: Token, units: bigint) => tokenValue(holdings.value, token, units),
    /** Takes the service's valuation of this account's tokens. */
    takeHoldings(of: string, next: readonly Holding[]): void {
      holdings.value = next
      const stored: StoredValues = { owner: of, readMs: clock.nowMs(), holdings: next }
      writeLocal(storage, localKeys.values, stored)
    },
    forgetStoredValues,
    /** Reads the tokens whose balance is unknown or older than a minute. Settles after all running reads, and never rejects. */
    async requestBalances(tokens: readonly Pick<Token, 'chainId' | 'address'>[]): Promise<void> {
      // Another subscriber of the account may run before `followAccount`.
      followAccount()
      if (owner == null) return
      const byChain = new Map<number, string[]>()
      for (const token of tokens) {
        const key = tokenKey(token)
        if (clock.nowMs() - (newest.get(key)?.startedMs ?? 0) < minuteMs) continue
        byChain.set(token.chainId, [...(byChain.get(token.chainId) ?? []), token.address])
      }
      for (const [chainId, addresses] of byChain) {
        const reading = read(chainId, addresses).finally(() => running.delete(reading))
        running.add(reading)
      }
      await Promise.all(running)
    },
    /**
     * Counts the calls of `invalidate`, and the minutes of a visible view. A screen with balances requests them again
     * after each.
     */
    movements,
    /** Call it after a swap moved funds: the screens that follow `movements` then read their balances again. */
    invalidate(): void {
      newest.clear()
      movements.value += 1
    },
  }
}

/**
 * Returns the value of token units by the list's own valuation; null without one. A token that is not verified has no
 * price, because its sender could invent one.
 *
 * @internal
 */
export function tokenValue(holdings: readonly Holding[], token: Token, units: bigint): string | null {
  return token.isVerified ? valueByHolding(holdings, token, String(units)) : null
}

interface Amounts {
  readonly [tokenKey: string]: string
}

function lastUnits(old: Balances['old']): Amounts {
  return Object.fromEntries(Object.entries(old).map(([key, { units }]) => [key, units]))
}

function oldestMs(old: Balances['old'], amounts: Amounts): number | null {
  const times = Object.entries(old).flatMap(([key, { readMs }]) => (amounts[key] ? [] : [readMs]))
  return times.length === 0 ? null : Math.min(...times)
}
