import { decodeFunctionResult, encodeFunctionData, multicall3Abi } from 'viem'
import { balanceData } from '../base/contract-calls.ts'
import { type Address, type Hex, isAddress, lowerHex, nativeAddress, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { Network } from './networks.ts'
import { callWord, quantityOf, tryCall } from './read.ts'

const tokensAtOnce = 100

/** Reads what an owner has of one token, smallest unit; the native asset under 0xeee…. */
export function readBalance({ rpc }: Network, token: Address, owner: Address): Promise<bigint> {
  if (sameHex(token, nativeAddress)) return quantityOf(rpc, 'eth_getBalance', [owner, 'latest'])
  return callWord(rpc, token, balanceData(owner))
}

/**
 * Reads what an owner has of many tokens, as digit strings by `chainId:address` with the address as given; a token that
 * could not be read is left out. Through Multicall3 where the chain has it. Rejects with `rpcUnreachable` only when
 * nothing could be read.
 */
export async function readBalances(
  network: Network,
  owner: Address,
  tokens: readonly string[],
): Promise<{ readonly [tokenKey: string]: string }> {
  const readable = tokens.filter((token): token is Address => isAddress(token))
  const chunks = Array.from({ length: Math.ceil(readable.length / tokensAtOnce) }, (_, at) =>
    readable.slice(at * tokensAtOnce, (at + 1) * tokensAtOnce),
  )
  const results = await Promise.all(chunks.map((chunk) => readChunk(network, owner, chunk)))
  const { chainId } = network.rpc
  return Object.fromEntries(results.flat().map(([token, units]) => [`${chainId}:${token}`, String(units)]))
}

type Read = readonly [Address, bigint]

function readChunk(network: Network, owner: Address, tokens: readonly Address[]): Promise<readonly Read[]> {
  const { multicall3 } = network.pins
  return multicall3 === null
    ? readEach(network, owner, tokens)
    : readAtOnce(network, multicall3, owner, tokens)
}

async function readEach(
  network: Network,
  owner: Address,
  tokens: readonly Address[],
): Promise<readonly Read[]> {
  const reads = await Promise.allSettled(
    tokens.map(async (token): Promise<Read> => [token, await readBalance(network, token, owner)]),
  )
  const good = reads.flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
  const bad = reads.find((read) => read.status === 'rejected')
  if (good.length === 0 && bad !== undefined) throw bad.reason
  return good
}

async function readAtOnce(
  { rpc }: Network,
  multicall3: Address,
  owner: Address,
  tokens: readonly Address[],
): Promise<readonly Read[]> {
  const ofToken = balanceData(owner)
  const ofCoin = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'getEthBalance',
    args: [lowerHex(owner)],
  })
  const calls = tokens.map((token) =>
    sameHex(token, nativeAddress)
      ? { target: multicall3, allowFailure: true, callData: ofCoin }
      : { target: lowerHex(token), allowFailure: true, callData: ofToken },
  )
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const answer = await tryCall(rpc, { to: multicall3, data })
  const results = 'failure' in answer ? null : decoded(answer.data)
  if (results === null) {
    throw new Problem('rpcUnreachable', { facts: { chain: String(rpc.chainId), method: 'aggregate3' } })
  }
  return tokens.flatMap((token, at): readonly Read[] => {
    const one = results[at]
    return one?.success && one.returnData.length >= 66 ? [[token, BigInt(one.returnData.slice(0, 66))]] : []
  })
}

function decoded(data: Hex): readonly { success: boolean; returnData: Hex }[] | null {
  try {
    return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })
  } catch {
    // Another contract, or none, answers at the pinned address.
    return null
  }
}
