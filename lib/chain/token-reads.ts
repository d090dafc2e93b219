import { hexToString } from 'viem'
import {
  allowanceData,
  approveData,
  balanceData,
  decodeAbi,
  encodeCall,
  symbolData,
} from '../base/ethereum.ts'
import { type Address, type Hex, isAddress, isSameHex, lowerHex, nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { AllowanceEvidence } from './chain-views.ts'
import { countHosts, minSources, type Network } from './evidence.ts'
import { getHighestAmount, readWithQuorum } from './quorum.ts'
import {
  callWord,
  encodeAbiWord,
  ethCall,
  nullIfUnreachable,
  type Rpc,
  requestQuantity,
  toQuantity,
} from './rpc.ts'

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
  network: Network,
  owner: Address,
  tokens: readonly string[],
): Promise<{ readonly [tokenKey: string]: string }> {
  const readable = tokens.filter((token): token is Address => isAddress(token))
  const chunks = Array.from({ length: Math.ceil(readable.length / tokensPerCall) }, (_, at) =>
    readable.slice(at * tokensPerCall, (at + 1) * tokensPerCall),
  )
  const results = await Promise.all(chunks.map((chunk) => readChunk(network, owner, chunk)))
  const { chainId } = network.rpc
  return Object.fromEntries(results.flat().map(([token, units]) => [`${chainId}:${token}`, String(units)]))
}

type Read = readonly [Address, bigint]

function readChunk(network: Network, owner: Address, tokens: readonly Address[]): Promise<readonly Read[]> {
  const { multicall3 } = network.config
  return multicall3 === null
    ? readEach(network.rpc, owner, tokens)
    : readByMulticall(network.rpc, multicall3, owner, tokens)
}

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
 * Code that replaces the owner's in one `eth_call` and is never deployed. It reads the receiver's balance, transfers, reads
 * again, and returns both balances and whether all three calls succeeded. Its input is token, receiver, amount.
 */
const probe = [
  // balanceOf(receiver) into 0x80
  ...['0x6370a0823160e01b600052', '602035600452', '60206080602460006000355afa'],
  // transfer(receiver, amount)
  ...['63a9059cbb60e01b600052', '602035600452', '604035602452', '600060006044600060006000355af1'],
  // balanceOf(receiver) into 0xa0
  ...['6370a0823160e01b600052', '602035600452', '602060a0602460006000355afa'],
  // all succeeded: into 0xc0; return 0x80 to 0xe0
  ...['1616', '60c052', '60606080f3'],
].join('')

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
  const data = `0x${encodeAbiWord(token)}${encodeAbiWord(receiver)}${encodeAbiWord(units)}`
  const params = [{ to: owner, data, gas: toQuantity(1_000_000n) }, 'latest', { [owner]: { code: probe } }]
  // Some endpoints do not support this call but answer all others.
  const answer = await nullIfUnreachable(rpc.request('eth_call', params))
  const said = answer !== null && 'result' in answer ? String(answer.result) : ''
  const [, before = '', after = '', went] = /^0x([0-9a-f]{64})([0-9a-f]{64})0{63}([01])$/i.exec(said) ?? []
  if (went !== '1') return null
  const arrived = BigInt(`0x${after}`) - BigInt(`0x${before}`)
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
