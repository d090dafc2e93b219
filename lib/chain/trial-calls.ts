import { allowanceData, balanceData } from '../base/contract-calls.ts'
import { type Address, type Hex, nativeAddress, sameHex } from '../base/hex.ts'
import type { AccountCall, AllowanceChange, Effects, MovedUnits, TokenSpender, Trial } from './effects.ts'
import { abiWord } from './read.ts'

/** What a call of a trial came to; `word` is the first word it returned, null where it returned less. */
export interface TriedAnswer {
  readonly ok: boolean
  readonly word: bigint | null
  readonly failure: string
}

/** A trial's own calls between the reads before and after them. */
export interface TrialPlan {
  readonly calls: readonly AccountCall[]
  /** What the answers, one for each call, say; null where a figure is missing. */
  effects(answers: readonly TriedAnswer[]): Omit<Effects, 'isWhole'> | null
}

/** Where, for one request only, code stands that returns the balance of the account it is called with. */
export const balanceTeller: Address = '0x00000000000000000000000000000000fe227001'
/** `BALANCE(calldataload(0))`, returned. */
export const balanceTellerCode: Hex = '0x6000353160005260206000f3'

/** Puts a trial's calls between the reads that measure them. */
export function planTrial(
  trial: Trial,
  tokens: readonly Address[],
  lends: readonly TokenSpender[],
): TrialPlan {
  const { account, receiver } = trial
  const counted = [nativeAddress, ...tokens.filter((token) => !sameHex(token, nativeAddress))]
  const reads: readonly AccountCall[] = [
    ...counted.map((token) => balanceRead(token, account)),
    ...lends.map(({ token, spender }) => read(token, allowanceData(account, spender))),
    ...(receiver === null ? [] : [balanceRead(receiver.token, receiver.address)]),
  ]
  return {
    calls: [...reads, ...trial.calls, ...reads],
    effects(answers) {
      const end = reads.length + trial.calls.length
      const failed = answers.slice(reads.length, end).find(({ ok }) => !ok)
      const none = { leaves: [], arrives: [], allowances: [], received: null }
      if (failed !== undefined) return { ...none, failure: failed.failure }
      const before = answers.slice(0, reads.length)
      const after = answers.slice(end)
      const pairs: { before: bigint; after: bigint }[] = []
      for (const [at, first] of before.entries()) {
        const last = after[at]
        if (first.word === null || !first.ok || !last?.ok || last.word === null) return null
        pairs.push({ before: first.word, after: last.word })
      }
      const gained = receiver === null ? undefined : pairs.at(-1)
      return {
        ...movedOf(counted, pairs),
        allowances: changesOf(lends, pairs.slice(counted.length)),
        received: gained === undefined ? null : gained.after - gained.before,
        failure: null,
      }
    },
  }
}

type Pair = Pick<AllowanceChange, 'before' | 'after'>

function movedOf(tokens: readonly Address[], pairs: readonly Pair[]): Pick<Effects, 'leaves' | 'arrives'> {
  const leaves: MovedUnits[] = []
  const arrives: MovedUnits[] = []
  for (const [at, token] of tokens.entries()) {
    const { before, after } = pairs[at] ?? { before: 0n, after: 0n }
    if (after < before) leaves.push({ token, units: before - after })
    if (after > before) arrives.push({ token, units: after - before })
  }
  return { leaves, arrives }
}

function changesOf(lends: readonly TokenSpender[], pairs: readonly Pair[]): readonly AllowanceChange[] {
  return lends.flatMap((lend, at) => {
    const { before, after } = pairs[at] ?? { before: 0n, after: 0n }
    return before === after ? [] : [{ ...lend, before, after }]
  })
}

function balanceRead(token: Address, owner: Address): AccountCall {
  if (sameHex(token, nativeAddress)) return read(balanceTeller, `0x${abiWord(owner)}`)
  return read(token, balanceData(owner))
}

function read(to: Address, data: Hex): AccountCall {
  return { to, data, value: 0n }
}
