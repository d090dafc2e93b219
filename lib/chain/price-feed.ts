import { decodeAbiParameters } from 'viem'
import { decimalsData } from '../base/contract-calls.ts'
import { type Address, type Hex, isHex } from '../base/hex.ts'
import type { PriceFeed } from '../deployment/deployment.ts'
import { type FeedRound, priceOfRound } from './feed-price.ts'
import { everyAnswer } from './nonce.ts'
import { badAnswer, fieldsOf, isQuantity, quantity, resultOf } from './read.ts'
import type { Rpc } from './rpc.ts'

const latestRoundData: Hex = '0xfeaf968c'
const uint = { type: 'uint256' } as const
const roundWords = [uint, { type: 'int256' }, uint, uint, uint] as const
const decimalsWord = [uint] as const

/**
 * Reads what a feed of the chain costs its token at, by as many endpoints as answer, and by two at least where there
 * are two: all at one block, the newest that each of them has, and all the same. Null where that is no price to
 * believe. Rejects with `rpcUnreachable` when nobody answers.
 */
export async function readFeedPrice(endpoints: readonly Rpc[], feed: PriceFeed): Promise<string | null> {
  const heads = await everyAnswer(endpoints, headOf)
  const block = quantity(Math.min(...heads.map(({ number }) => number)))
  const chainSeconds = Math.max(...heads.map(({ seconds }) => seconds))
  const rounds = await everyAnswer(
    heads.map(({ rpc }) => rpc),
    (rpc) => roundAt(rpc, feed.address, block),
  )
  if (rounds.length < Math.min(2, endpoints.length)) return null
  const [first, ...others] = rounds
  if (first === undefined || first === null) return null
  if (others.some((one) => one === null || !isSameRound(one, first))) return null
  return priceOfRound(first, feed, chainSeconds)
}

async function headOf(
  rpc: Rpc,
): Promise<{ readonly rpc: Rpc; readonly number: number; readonly seconds: number }> {
  const { number, timestamp } = fieldsOf(await resultOf(rpc, 'eth_getBlockByNumber', ['latest', false]))
  const height = isQuantity(number) ? Number(number) : Number.NaN
  const seconds = isQuantity(timestamp) ? Number(timestamp) : Number.NaN
  if (!Number.isSafeInteger(height) || !Number.isSafeInteger(seconds))
    throw badAnswer(rpc, 'eth_getBlockByNumber')
  return { rpc, number: height, seconds }
}

/** What the feed says at a block; null where it reverts or is no feed. */
async function roundAt(rpc: Rpc, feed: Address, block: Hex): Promise<FeedRound | null> {
  const [round, decimals] = await Promise.all([
    saidAt(rpc, feed, latestRoundData, block),
    saidAt(rpc, feed, decimalsData(), block),
  ])
  try {
    const [roundId, answer, , updatedSeconds, answeredInRound] = decodeAbiParameters(roundWords, round)
    const [places] = decodeAbiParameters(decimalsWord, decimals)
    return { roundId, answer, updatedSeconds, answeredInRound, decimals: places }
  } catch {
    // Whatever says too little is no feed.
    return null
  }
}

/** What a contract says at a block; nothing where it reverts. */
async function saidAt(rpc: Rpc, to: Address, data: Hex, block: Hex): Promise<Hex> {
  const answer = await rpc.ask('eth_call', [{ to, data }, block])
  if ('failure' in answer) return '0x'
  if (!isHex(answer.result)) throw badAnswer(rpc, 'eth_call')
  return answer.result
}

function isSameRound(one: FeedRound, other: FeedRound): boolean {
  return (
    one.roundId === other.roundId &&
    one.answer === other.answer &&
    one.updatedSeconds === other.updatedSeconds &&
    one.answeredInRound === other.answeredInRound &&
    one.decimals === other.decimals
  )
}
