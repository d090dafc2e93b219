import { type Address, type Hex, isAddress, isHash, isHex, lowerHex, nativeAddress } from '../base/hex.ts'
import type { AllowanceChange, MovedUnits, TokenSpender } from './effects.ts'
import { abiWord, fieldsOf } from './read.ts'
import { type Log, transferTopic } from './receipt.ts'

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
