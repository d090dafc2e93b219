import { nonceBitmapData } from '../base/contract-calls.ts'
import type { Address, Hex } from '../base/hex.ts'
import type { MissingEvidence, NonceEvidence } from './chain-port.ts'
import type { ChainHead } from './evidence.ts'
import { hostsOf } from './networks.ts'
import { badAnswer, callWord, fieldsOf, isQuantity, quantityOf, type Rpc, resultOf } from './rpc.ts'

/** Returns an account's next transaction nonce, after what is mined or also after what waits. */
export async function accountNonce(rpc: Rpc, owner: Address, tag: 'latest' | 'pending'): Promise<number> {
  return Number(await quantityOf(rpc, 'eth_getTransactionCount', [owner, tag]))
}

/** Tells whether Permit2's unordered nonce is used or invalidated: its bit in `nonceBitmap(owner, nonce >> 8)`. */
export async function nonceUsed(rpc: Rpc, permit2: Address, owner: Address, nonce: bigint): Promise<boolean> {
  return isSet(await callWord(rpc, permit2, nonceBitmapData(owner, nonce)), nonce)
}

/** Tells whether a word of the bitmap, or of a mask over it, has the nonce's bit. */
export function isSet(word: bigint, nonce: bigint): boolean {
  return ((word >> (nonce & 0xffn)) & 1n) === 1n
}

/**
 * Returns the nonce as each endpoint sees it (`NonceEvidence`). The block is read first, so that the bit is at least as
 * new.
 */
export async function nonceEvidence(
  endpoints: readonly Rpc[],
  permit2: Address,
  owner: Address,
  nonce: bigint,
): Promise<NonceEvidence> {
  const seen = await everyAnswer(endpoints, async (rpc) => {
    const blockSeconds = await latestBlockSeconds(rpc)
    return { rpc, blockSeconds, used: await nonceUsed(rpc, permit2, owner, nonce) }
  })
  return {
    sources: hostsOf(seen.map(({ rpc }) => rpc)),
    used: seen.some(({ used }) => used),
    blockSeconds: Math.min(...seen.map(({ blockSeconds }) => blockSeconds)),
  }
}

/**
 * Returns a lost transaction as each endpoint sees it (`MissingEvidence`). The nonce is read first, so that what used
 * it is known.
 */
export async function missingEvidence(
  endpoints: readonly Rpc[],
  owner: Address,
  nonce: number,
  hash: Hex,
): Promise<MissingEvidence> {
  const seen = await everyAnswer(endpoints, async (rpc) => {
    const isNonceUsed = (await accountNonce(rpc, owner, 'latest')) > nonce
    return { isNonceUsed, isKnown: (await resultOf(rpc, 'eth_getTransactionByHash', [hash])) !== null }
  })
  return {
    isKnown: seen.some(({ isKnown }) => isKnown),
    isNonceUsed: seen.every(({ isNonceUsed }) => isNonceUsed),
  }
}

/** Returns what those endpoints say that answer; rejects as the first one did where none does. */
export async function everyAnswer<T>(
  endpoints: readonly Rpc[],
  read: (rpc: Rpc) => Promise<T>,
): Promise<readonly T[]> {
  const reads = await Promise.allSettled(endpoints.map(read))
  const seen = reads.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = reads.find((one) => one.status === 'rejected')
  if (seen.length === 0) throw failed?.reason
  return seen
}

/** Returns the newest block that any of the endpoints knows. */
export async function headOf(endpoints: readonly Rpc[]): Promise<ChainHead> {
  const seen = await everyAnswer(endpoints, latestBlock)
  const newest = seen.reduce((kept, one) => (one.number > kept.number ? one : kept))
  return {
    chainId: endpoints[0]?.chainId ?? 0,
    blockNumber: newest.number.toString(),
    blockSeconds: newest.seconds,
  }
}

/** Returns when an endpoint's latest block was made, Unix seconds by the chain's own clock. */
export async function latestBlockSeconds(rpc: Rpc): Promise<number> {
  return (await latestBlock(rpc)).seconds
}

async function latestBlock(rpc: Rpc): Promise<{ readonly number: bigint; readonly seconds: number }> {
  const { timestamp, number } = fieldsOf(await resultOf(rpc, 'eth_getBlockByNumber', ['latest', false]))
  const seconds = isQuantity(timestamp) ? Number(timestamp) : Number.NaN
  if (!Number.isSafeInteger(seconds)) throw badAnswer(rpc, 'eth_getBlockByNumber')
  return { number: isQuantity(number) ? BigInt(number) : 0n, seconds }
}
