import { allowanceData, balanceData } from '../base/ethereum.ts'
import { type Address, type Hex, isSameHex, nativeAddress } from '../base/hex.ts'
import type {
  AccountCall,
  AllowanceChange,
  Effects,
  MovedUnits,
  Simulation,
  TokenSpender,
} from './effects.ts'
import { encodeAbiWord } from './rpc.ts'
import { type Log, parseLog, transferTopic } from './transactions.ts'

/** The result of a simulated call. `word` is the first word that it returned. Null if it returned less. */
export interface SimulatedAnswer {
  readonly ok: boolean
  readonly word: bigint | null
  readonly failure: string
}

export type SimulationPlan = ReturnType<typeof planSimulation>

/** Returns the balance of the account in its calldata: `BALANCE(calldataload(0))`. */
const balanceReaderCode: Hex = '0x6000353160005260206000f3'

/**
 * Puts the calls of a simulation between the reads that measure them. `reader` is the address of the code that reads
 * balances. It must be random: a contract that finds code at a known address would recognise the simulation.
 */
export function planSimulation(
  simulation: Simulation,
  tokens: readonly Address[],
  grants: readonly TokenSpender[],
  reader: Address,
) {
  const { account, receiver } = simulation
  const counted = [nativeAddress, ...tokens.filter((token) => !isSameHex(token, nativeAddress))]
  const reads: readonly AccountCall[] = [
    ...counted.map((token) => createBalanceRead(token, account, reader)),
    ...grants.map(({ token, spender }) => createRead(token, allowanceData(account, spender))),
    ...(receiver === null ? [] : [createBalanceRead(receiver.token, receiver.address, reader)]),
  ]
  return {
    calls: [...reads, ...simulation.calls, ...reads],
    /** Code that an address has for one request only, as the endpoint's state overrides. */
    overrides: { [reader]: { code: balanceReaderCode } },
    /** Computes the effects from the answers, one for each call. Null if a figure is missing. */
    effects(answers: readonly SimulatedAnswer[]): Omit<Effects, 'isWhole'> | null {
      const end = reads.length + simulation.calls.length
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
        ...computeMoves(counted, pairs),
        allowances: computeAllowanceChanges(grants, pairs.slice(counted.length)),
        received: gained === undefined ? null : gained.after - gained.before,
        failure: null,
      }
    },
  }
}

type Pair = Pick<AllowanceChange, 'before' | 'after'>

function computeMoves(
  tokens: readonly Address[],
  pairs: readonly Pair[],
): Pick<Effects, 'leaves' | 'arrives'> {
  const leaves: MovedUnits[] = []
  const arrives: MovedUnits[] = []
  for (const [at, token] of tokens.entries()) {
    const { before, after } = pairs[at] ?? { before: 0n, after: 0n }
    if (after < before) leaves.push({ token, units: before - after })
    if (after > before) arrives.push({ token, units: after - before })
  }
  return { leaves, arrives }
}

function computeAllowanceChanges(
  grants: readonly TokenSpender[],
  pairs: readonly Pair[],
): readonly AllowanceChange[] {
  return grants.flatMap((lend, at) => {
    const { before, after } = pairs[at] ?? { before: 0n, after: 0n }
    return before === after ? [] : [{ ...lend, before, after }]
  })
}

function createBalanceRead(token: Address, owner: Address, reader: Address): AccountCall {
  if (isSameHex(token, nativeAddress)) return createRead(reader, `0x${encodeAbiWord(owner)}`)
  return createRead(token, balanceData(owner))
}

function createRead(to: Address, data: Hex): AccountCall {
  return { to, data, value: 0n }
}

const topicsOf = {
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  permit2Permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
} as const

const maxUint256 = (1n << 256n) - 1n

/** Returns the events of calls. Null if one cannot be read, because it may be the important one. */
export function parseLogs(values: readonly unknown[]): readonly Log[] | null {
  const logs = values.map(parseLog)
  return logs.every((log) => log !== null) ? logs : null
}

/** Returns the effects on an account that only the events of a simulation show. */
export function readLoggedEffects(logs: readonly Log[], account: Address) {
  const who = `0x${encodeAbiWord(account)}`
  /** Tokens that were moved. Their balances must be counted. */
  const tokens = new Set<Address>()
  const spenders: TokenSpender[] = []
  // Effects that no balance or allowance shows: ERC-1155 items, approval for a whole collection, Permit2's own allowances.
  const leaves: MovedUnits[] = []
  const allowances: AllowanceChange[] = []
  for (const { address, topics, data } of logs) {
    const [topic, first, second, third] = topics
    if (topic === transferTopic && (first === who || second === who) && address !== nativeAddress) {
      tokens.add(address)
    }
    if (topic === topicsOf.approval && first === who && second !== undefined) {
      // An ERC-721 token has an approval event of the same name, with one more topic.
      if (topics.length === 4) allowances.push(createUnlimitedAllowance(address, second))
      else spenders.push({ token: address, spender: addressOf(second) })
    }
    const isSingle = topic === topicsOf.transferSingle || topic === topicsOf.transferBatch
    if (isSingle && second === who) leaves.push({ token: address, units: 1n })
    if (topic === topicsOf.approvalForAll && first === who && second !== undefined && !/^0x0*$/.test(data)) {
      allowances.push(createUnlimitedAllowance(address, second))
    }
    const isPermit2 = topic === topicsOf.permit2Approval || topic === topicsOf.permit2Permit
    if (isPermit2 && first === who && second !== undefined && third !== undefined) {
      allowances.push(createUnlimitedAllowance(addressOf(second), third))
    }
  }
  return { tokens: [...tokens], spenders, leaves, allowances }
}

function createUnlimitedAllowance(token: Address, spender: Hex): AllowanceChange {
  return { token, spender: addressOf(spender), before: 0n, after: maxUint256 }
}

function addressOf(topic: Hex): Address {
  return `0x${topic.slice(26)}`
}
