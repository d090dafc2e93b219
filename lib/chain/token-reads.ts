import { hexToString } from 'viem'
import {
  allowanceData,
  approveData,
  balanceData,
  decodeAbi,
  encodeCall,
  symbolData,
  transferData,
} from '../base/ethereum.ts'
import { type Address, type Hex, isAddress, isSameHex, lowerHex, nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { AllowanceEvidence } from './chain-views.ts'
import { countHosts, minSources, type Network } from './evidence.ts'
import { getHighestAmount, readWithQuorum } from './quorum.ts'
import { callWord, ethCall, type Rpc, requestQuantity } from './rpc.ts'
import { probeCalls } from './simulation.ts'

const tokensPerCall = 100

/** Reads the balance of one token, smallest unit. The native currency has the address 0xeee…. */
export function readBalance(rpc: Rpc, token: Address, owner: Address): Promise<bigint> {
  if (isSameHex(token, nativeAddress)) return requestQuantity(rpc, 'eth_getBalance', [owner, 'latest'])
  return callWord(rpc, token, balanceData(owner))
}

/**
 * Reads the balances of many tokens as digit strings by `chainId:address`, with the address as given. Tokens that could not
 * be read are left out. It uses Multicall3 if the chain has it. Rejects with `rpcUnreachable` only if no token could be
 * read.
 */
export async function readBalances(
  { rpc, config: { multicall3 } }: Network,
  owner: Address,
  tokens: readonly string[],
): Promise<{ readonly [tokenKey: string]: string }> {
  const readable = tokens.filter((token): token is Address => isAddress(token))
  const chunks = Array.from({ length: Math.ceil(readable.length / tokensPerCall) }, (_, at) =>
    readable.slice(at * tokensPerCall, (at + 1) * tokensPerCall),
  )
  const read = (chunk: readonly Address[]) =>
    multicall3 === null ? readEach(rpc, owner, chunk) : readByMulticall(rpc, multicall3, owner, chunk)
  const results = await Promise.all(chunks.map(read))
  return Object.fromEntries(
    results.flat().map(([token, units]) => [`${rpc.chainId}:${token}`, String(units)]),
  )
}

type Read = readonly [Address, bigint]

async function readEach(rpc: Rpc, owner: Address, tokens: readonly Address[]): Promise<readonly Read[]> {
  const reads = await Promise.allSettled(
    tokens.map(async (token): Promise<Read> => [token, await readBalance(rpc, token, owner)]),
  )
  const good = reads.flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
  const bad = reads.find((read) => read.status === 'rejected')
  if (good.length === 0 && bad !== undefined) throw bad.reason
  return good
}

/** The input and the output of `aggregate3` of Multicall3. */
const multicallCalls = {
  type: 'tuple[]',
  components: [
    { name: 'target', type: 'address' },
    { name: 'allowFailure', type: 'bool' },
    { name: 'callData', type: 'bytes' },
  ],
} as const
const multicallResults = {
  type: 'tuple[]',
  components: [
    { name: 'success', type: 'bool' },
    { name: 'returnData', type: 'bytes' },
  ],
} as const

async function readByMulticall(
  rpc: Rpc,
  multicall3: Address,
  owner: Address,
  tokens: readonly Address[],
): Promise<readonly Read[]> {
  const ofToken = balanceData(owner)
  const ofCoin = encodeCall('getEthBalance', [{ type: 'address' }], [lowerHex(owner)])
  const calls = tokens.map((token) =>
    isSameHex(token, nativeAddress)
      ? { target: multicall3, allowFailure: true, callData: ofCoin }
      : { target: lowerHex(token), allowFailure: true, callData: ofToken },
  )
  const data = encodeCall('aggregate3', [multicallCalls], [calls])
  const answer = await ethCall(rpc, { to: multicall3, data })
  const results = 'failure' in answer ? null : decodeAbi([multicallResults], answer.data)?.[0]
  // The pinned address may have another contract, or none.
  if (results == null) {
    throw new Problem('rpcUnreachable', { facts: { chain: String(rpc.chainId), method: 'aggregate3' } })
  }
  return tokens.flatMap((token, at): readonly Read[] => {
    const one = results[at]
    return one?.success && one.returnData.length >= 66 ? [[token, BigInt(one.returnData.slice(0, 66))]] : []
  })
}

export function readAllowance(rpc: Rpc, token: Address, owner: Address, spender: Address): Promise<bigint> {
  return callWord(rpc, token, allowanceData(owner, spender))
}

export async function readAllowanceEvidence(
  endpoints: readonly Rpc[],
  token: Address,
  owner: Address,
  spender: Address,
): Promise<AllowanceEvidence> {
  const seen = await readWithQuorum(endpoints, (rpc) => readAllowance(rpc, token, owner, spender))
  return { ...getHighestAmount(seen), wanted: Math.min(minSources, countHosts(endpoints)) }
}

/** True if the owner's `approve` would succeed. A token that returns nothing succeeds if it does not revert. */
export async function approveWorks(
  rpc: Rpc,
  token: Address,
  owner: Address,
  spender: Address,
  amountUnits: bigint,
): Promise<boolean> {
  const data = approveData(spender, amountUnits)
  const answer = await ethCall(rpc, { from: owner, to: token, data })
  if ('failure' in answer) return false
  return answer.data === '0x' || BigInt(answer.data.slice(0, 66)) !== 0n
}

/**
 * Reads the units that arrive at a receiver if an owner transfers so many now (L6). Null if it cannot be measured: some
 * endpoints cannot replace an account's code for a call, and some tokens refuse simulated transfers.
 */
export async function readArrivingUnits(
  rpc: Rpc,
  token: Address,
  owner: Address,
  receiver: Address,
  units: bigint,
): Promise<bigint | null> {
  const read = { to: token, data: balanceData(receiver), value: 0n }
  const transfer = { to: token, data: transferData(receiver, units), value: 0n }
  const [before, sent, after] = (await probeCalls(rpc, owner, [read, transfer, read])) ?? []
  if (!before?.ok || !sent?.ok || !after?.ok || before.word === null || after.word === null) return null
  const arrived = after.word - before.word
  return arrived >= 0n ? arrived : null
}

/** A longer answer is no symbol. */
const longestAnswer = 2 + 2 * 1_024

/**
 * Reads the symbol that a token reports: a string, or the 32 bytes of older tokens. Null if it is not readable. The text is
 * unverified and may be anything. Rejects with `rpcUnreachable`.
 */
export async function readSymbol(rpc: Rpc, token: Hex): Promise<string | null> {
  const answer = await ethCall(rpc, { to: token, data: symbolData() })
  if ('failure' in answer || answer.data.length > longestAnswer) return null
  const { data } = answer
  if (data.length === 66) return hexToString(data, { size: 32 })
  return decodeAbi([{ type: 'string' }], data)?.[0] ?? null
}
