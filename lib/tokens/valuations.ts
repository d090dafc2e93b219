import { type Clock, minuteMs } from '../base/time.ts'
import type { Holding } from '../service/holding.ts'

/**
 * Values what an account's holdings are worth, read at most once a minute for the account that asked last: the answer
 * is the whole token list. A read that fails is not kept.
 */
export function createValuations(
  clock: Clock,
  read: (owner: string) => Promise<readonly Holding[]>,
): (owner: string) => Promise<readonly Holding[]> {
  let last: {
    readonly owner: string
    readonly ms: number
    readonly holdings: Promise<readonly Holding[]>
  } | null = null
  return (owner) => {
    const nowMs = clock.nowMs()
    if (last !== null && last.owner === owner && nowMs - last.ms < minuteMs && nowMs >= last.ms) {
      return last.holdings
    }
    const mine = { owner, ms: nowMs, holdings: read(owner) }
    last = mine
    mine.holdings.catch(() => {
      if (last === mine) last = null
    })
    return mine.holdings
  }
}
