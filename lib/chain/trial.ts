import { allowanceData, balanceData } from '../base/ethereum.ts'
import {
  type Address,
  type Hex,
  isAddress,
  isHash,
  isHex,
  lowerHex,
  nativeAddress,
  sameHex,
} from '../base/hex.ts'
import type { AccountCall, AllowanceChange, Effects, MovedUnits, TokenSpender, Trial } from './effects.ts'
import { abiWord, fieldsOf } from './rpc.ts'
import { type Log, transferTopic } from './transactions.ts'

/** What a call of a trial came to; `word` is the first word it returned, null where it returned less. */
export interface TriedAnswer {
  readonly ok: boolean
  readonly word: bigint | null
  readonly failure: string
}

/** A trial's own calls between the reads before and after them. */
export interface TrialPlan {
  readonly calls: readonly AccountCall[]
  /** Code that stands at an address for one request only, as state overrides of the node's. */
  readonly overrides: { readonly [address: Address]: { readonly code: Hex } }
  /** What the answers, one for each call, say; null where a figure is missing. */
  effects(answers: readonly TriedAnswer[]): Omit<Effects, 'isWhole'> | null
}

/** Returns the balance of the account that it is called with: `BALANCE(calldataload(0))`. */
const balanceReaderCode: Hex = '0x6000353160005260206000f3'

/**
 * Puts a trial's calls between the reads that measure them. `reader` is where the code that reads balances stands: a contract
 * that found code at a known address would know that it is only tried.
 */
export function planTrial(
  trial: Trial,
  tokens: readonly Address[],
  lends: readonly TokenSpender[],
  reader: Address,
): TrialPlan {
  const { account, receiver } = trial
  const counted = [nativeAddress, ...tokens.filter((token) => !sameHex(token, nativeAddress))]
  const reads: readonly AccountCall[] = [
    ...counted.map((token) => balanceRead(token, account, reader)),
    ...lends.map(({ token, spender }) => read(token, allowanceData(account, spender))),
    ...(receiver === null ? [] : [balanceRead(receiver.token, receiver.address, reader)]),
  ]
  return {
    calls: [...reads, ...trial.calls, ...reads],
    overrides: { [reader]: { code: balanceReaderCode } },
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

function balanceRead(token: Address, owner: Address, reader: Address): AccountCall {
  if (sameHex(token, nativeAddress)) return read(reader, `0x${abiWord(owner)}`)
  return read(token, balanceData(owner))
}

function read(to: Address, data: Hex): AccountCall {
  return { to, data, value: 0n }
}

/** What the events of a trial tell of an account beyond the balances that are read. */
export interface LoggedTouches {
  /** Tokens that came or went, to be counted by their balances. */
  readonly tokens: readonly Address[]
  readonly lends: readonly TokenSpender[]
  /** What no balance or allowance tells: pieces of ERC-1155, leave over all of a collection, Permit2's own allowances. */
  readonly leaves: readonly MovedUnits[]
  readonly allowances: readonly AllowanceChange[]
}

const topicsOf = {
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  permit2Permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
} as const

const everything = (1n << 256n) - 1n

/** Returns the events of calls; null where one cannot be read, since it may be the one that counts. */
export function logsOf(values: readonly unknown[]): readonly Log[] | null {
  const logs: Log[] = []
  for (const value of values) {
    const { address, topics, data } = fieldsOf(value)
    if (!isAddress(address) || !Array.isArray(topics) || !topics.every(isHash) || !isHex(data)) return null
    logs.push({ address: lowerHex(address), topics: topics.map(lowerHex), data: lowerHex(data) })
  }
  return logs
}

/** Returns what events say that an account gave, got or lent. */
export function touchesOf(logs: readonly Log[], account: Address): LoggedTouches {
  const who = `0x${abiWord(account)}`
  const tokens = new Set<Address>()
  const lends: TokenSpender[] = []
  const leaves: MovedUnits[] = []
  const allowances: AllowanceChange[] = []
  for (const { address, topics, data } of logs) {
    const [topic, first, second, third] = topics
    if (topic === transferTopic && (first === who || second === who) && address !== nativeAddress) {
      tokens.add(address)
    }
    if (topic === topicsOf.approval && first === who && second !== undefined) {
      // A single piece of a collection (ERC-721) is lent by an event of the same name.
      if (topics.length === 4) allowances.push(lent(address, second))
      else lends.push({ token: address, spender: addressOf(second) })
    }
    const isSingle = topic === topicsOf.transferSingle || topic === topicsOf.transferBatch
    if (isSingle && second === who) leaves.push({ token: address, units: 1n })
    if (topic === topicsOf.approvalForAll && first === who && second !== undefined && !/^0x0*$/.test(data)) {
      allowances.push(lent(address, second))
    }
    const isPermit2 = topic === topicsOf.permit2Approval || topic === topicsOf.permit2Permit
    if (isPermit2 && first === who && second !== undefined && third !== undefined) {
      allowances.push(lent(addressOf(second), third))
    }
  }
  return { tokens: [...tokens], lends, leaves, allowances }
}

function lent(token: Address, spender: Hex): AllowanceChange {
  return { token, spender: addressOf(spender), before: 0n, after: everything }
}

function addressOf(topic: Hex): Address {
  return `0x${topic.slice(26)}`
}
