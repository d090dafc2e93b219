import { computed, signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import { minuteMs } from '../base/time.ts'
import type { Balances } from '../chain/chain-reader.ts'
import { type Token, tokenKey } from '../service/token.ts'
import { createGeneration } from './generation.ts'
import type { ViewPorts } from './view-ports.ts'

export type BalancesModel = ReturnType<typeof createBalancesModel>

/**
 * Models what the connected account holds, in smallest units by token key; read in the background of everything else.
 */
export function createBalancesModel({ client, clock }: Pick<ViewPorts, 'client' | 'clock'>) {
  const amounts = signal<Amounts>({})
  const old = signal<Balances['old']>({})
  const problem = signal<ProblemData | null>(null)
  const readMs = new Map<string, number>()
  let owner: string | null = null
  /** Ends with the account. */
  const owned = createGeneration()

  async function read(chainId: number, tokens: readonly string[]): Promise<void> {
    const isCurrent = owned.join()
    try {
      const read = await client.send('balances', { chainId, tokens })
      if (!isCurrent()) return
      amounts.value = { ...amounts.value, ...read.amounts }
      old.value = { ...old.value, ...read.old }
      // The next look asks again for what could not be read.
      for (const key of Object.keys(read.old)) readMs.delete(key)
      problem.value = null
    } catch (thrown) {
      if (!isCurrent()) return
      for (const address of tokens) readMs.delete(`${chainId}:${address}`)
      problem.value = problemData(thrown)
    }
  }

  return {
    amounts,
    /** To be looked at: what was read just now, else what was read last. */
    shown: computed(() => ({ ...lastUnits(old.value), ...amounts.value })),
    /** When the oldest of what is shown was read; null where all is new. */
    oldMs: computed(() => oldestMs(old.value, amounts.value)),
    /** What was read last where nothing newer could be read. */
    old,
    /** Why the last balances could not be read; the form goes on without them. */
    problem,
    /** Another account, or none: nothing that was read counts any more. */
    setOwner(address: string | null): void {
      if (address === owner) return
      owner = address
      owned.end()
      amounts.value = {}
      old.value = {}
      readMs.clear()
    },
    /** Reads the tokens whose balance is not known or older than a minute. */
    want(tokens: readonly Token[]): void {
      if (owner === null) return
      const byChain = new Map<number, string[]>()
      for (const token of tokens) {
        const key = tokenKey(token)
        if (clock.nowMs() - (readMs.get(key) ?? 0) < minuteMs) continue
        readMs.set(key, clock.nowMs())
        byChain.set(token.chainId, [...(byChain.get(token.chainId) ?? []), token.address])
      }
      for (const [chainId, addresses] of byChain) void read(chainId, addresses)
    },
    /** After a swap moved something: the next `want` reads everything again. */
    spoil(): void {
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
