import type { Address } from '../base/hex.ts'
import { type Clock, dayMs } from '../base/time.ts'
import type { ExpiringStore } from '../storage/expiring-store.ts'
import type { ChainDesk } from './chain-reader.ts'

interface LastBalancesPorts {
  readonly chain: Pick<ChainDesk, 'balances'>
  readonly kept: Pick<ExpiringStore, 'get' | 'put'>
  readonly clock: Clock
  /** Told of a store that does not keep or give them; the chain's answer counts all the same. */
  readonly failed: (thrown: unknown) => void
}

type KeptBalances = { readonly [tokenKey: string]: OldBalance }

const lifeMs = 30 * dayMs

export type LastBalances = ReturnType<typeof createLastBalances>

/**
 * Reads balances and keeps each for a month, by account and chain. Rejects as the chain does where nothing was ever
 * read.
 */
export function createLastBalances({ chain, kept, clock, failed }: LastBalancesPorts) {
  const last = async (key: string): Promise<KeptBalances> => {
    try {
      return ((await kept.get(key))?.value ?? {}) as KeptBalances
    } catch (thrown) {
      failed(thrown)
      return {}
    }
  }

  return async (chainId: number, owner: Address, tokens: readonly string[]): Promise<Balances> => {
    const key = `balances:${chainId}:${owner.toLowerCase()}`
    const [read, before] = await Promise.allSettled([chain.balances(chainId, owner, tokens), last(key)])
    const known = before.status === 'fulfilled' ? before.value : {}
    const amounts = read.status === 'fulfilled' ? read.value : {}
    const old = Object.fromEntries(
      tokens.flatMap((token) => {
        const tokenKey = `${chainId}:${token}`
        const one = known[tokenKey]
        return one === undefined || amounts[tokenKey] !== undefined ? [] : [[tokenKey, one]]
      }),
    )
    if (read.status === 'rejected' && Object.keys(old).length === 0) throw read.reason
    const readMs = clock.nowMs()
    const now = Object.entries(amounts).map(([tokenKey, units]) => [tokenKey, { units, readMs }])
    if (now.length > 0) kept.put(key, { ...known, ...Object.fromEntries(now) }, lifeMs).catch(failed)
    return { amounts, old }
  }
}

/** Smallest units as a digit string, and when they were read. */
interface OldBalance {
  readonly units: string
  readonly readMs: number
}

/** What an account holds, by `chainId:address`; a token in neither was never read. */
export interface Balances {
  /** Read just now. */
  readonly amounts: { readonly [tokenKey: string]: string }
  /** What could not be read now, as it was read last. Good to be looked at with its age; nothing is decided by it. */
  readonly old: { readonly [tokenKey: string]: OldBalance }
}
