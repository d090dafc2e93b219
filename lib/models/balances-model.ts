import { computed, signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { minuteMs } from '../base/time.ts'
import type { Balances } from '../chain/chain-reader.ts'
import { type Holding, type Token, tokenKey } from '../service/token.ts'
import { createGeneration } from './generation.ts'
import type { ViewPorts } from './view-ports.ts'

export type BalancesModel = ReturnType<typeof createBalancesModel>

/** Balances are in smallest units by token key, and read in parallel to everything else. */
export function createBalancesModel({ client, clock }: ViewPorts) {
  const amounts = signal<Amounts>({})
  const old = signal<Balances['old']>({})
  /** The service's valuation of the account's tokens, as last read. */
  const holdings = signal<readonly Holding[]>([])
  const problem = signal<ProblemData | null>(null)
  /** Keys of the tokens whose last read brought no balance. */
  const missing = signal<ReadonlySet<string>>(new Set())
  const readMs = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let owner: string | null = null
  /** Ends with the account. */
  const owned = createGeneration()

  async function read(chainId: number, tokens: readonly string[]): Promise<void> {
    const isCurrent = owned.join()
    const keys = tokens.map((address) => `${chainId}:${address}`)
    const setMissing = (now: readonly string[]) => {
      missing.value = new Set([...missing.value].filter((key) => !keys.includes(key)).concat(now))
    }
    try {
      const read = await client.send('balances', { chainId, tokens })
      if (!isCurrent()) return
      amounts.value = { ...amounts.value, ...read.amounts }
      old.value = { ...old.value, ...read.old }
      // Balances that could not be read are read again with the next `want`.
      for (const key of Object.keys(read.old)) readMs.delete(key)
      setMissing(keys.filter((key) => read.amounts[key] === undefined && read.old[key] === undefined))
      problem.value = null
    } catch (thrown) {
      if (!isCurrent()) return
      for (const key of keys) readMs.delete(key)
      setMissing(keys)
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
    setOwner(address: string | null): void {
      if (address === owner) return
      owner = address
      owned.end()
      amounts.value = {}
      old.value = {}
      holdings.value = []
      missing.value = new Set()
      readMs.clear()
    },
    /** Reads the tokens whose balance is unknown or older than a minute. Settles after all running reads, and never rejects. */
    async requestBalances(tokens: readonly Pick<Token, 'chainId' | 'address'>[]): Promise<void> {
      if (owner === null) return
      const byChain = new Map<number, string[]>()
      for (const token of tokens) {
        const key = tokenKey(token)
        if (clock.nowMs() - (readMs.get(key) ?? 0) < minuteMs) continue
        readMs.set(key, clock.nowMs())
        byChain.set(token.chainId, [...(byChain.get(token.chainId) ?? []), token.address])
      }
      for (const [chainId, addresses] of byChain) {
        const reading = read(chainId, addresses).finally(() => running.delete(reading))
        running.add(reading)
      }
      await Promise.all(running)
    },
    /** Call it after a swap moved funds: the next `want` reads everything again. */
    invalidate(): void {
      readMs.clear()
    },
  }
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
