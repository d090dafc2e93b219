import { decodeAbiParameters } from 'viem'
import { formatUnits, multiplyUnits } from '../base/decimal.ts'
import { decimalsData } from '../base/ethereum.ts'
import { type Address, type Hex, isHex, nativeAddress, sameHex } from '../base/hex.ts'
import { chainConfig, type Deployment, type PriceFeed } from '../deployment/deployment.ts'
import { everyAnswer } from './evidence.ts'
import { badAnswer, fieldsOf, isQuantity, quantity, type Rpc, resultOf } from './rpc.ts'

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

/** What `latestRoundData()` and `decimals()` of a feed say at one block. */
export interface FeedRound {
  readonly roundId: bigint
  readonly answer: bigint
  readonly updatedSeconds: bigint
  readonly answeredInRound: bigint
  readonly decimals: bigint
}

/** Blocks and keepers are late now and then; more than that is silence. */
const marginSeconds = 300

/** Returns the feed that the package names for a token or a chain's own currency; null where it names none. */
export function feedOf(
  deployment: Deployment,
  token: { readonly chainId: number; readonly address: string },
): PriceFeed | null {
  const config = chainConfig(deployment, token.chainId)
  if (config === null) return null
  if (sameHex(token.address, nativeAddress)) return config.currencyPriceFeed ?? null
  return config.verifiedTokens.find(({ address }) => sameHex(address, token.address))?.priceFeed ?? null
}

/**
 * Dollars of one whole, exact decimal text, by a round as it stood when the chain's clock showed `chainSeconds`. Null for a
 * price that nobody should believe: zero or less, of a round that is not finished, too old or from the future, or of a
 * contract that counts in other decimals than the package says.
 *
 * @internal
 */
export function priceOfRound(round: FeedRound, feed: PriceFeed, chainSeconds: number): string | null {
  const { roundId, answer, updatedSeconds, answeredInRound, decimals } = round
  if (decimals !== BigInt(feed.decimals) || answer <= 0n) return null
  if (roundId === 0n || answeredInRound < roundId) return null
  const ageSeconds = BigInt(chainSeconds) - updatedSeconds
  if (ageSeconds > BigInt(feed.heartbeatSeconds + marginSeconds) || ageSeconds < -BigInt(marginSeconds))
    return null
  return formatUnits(answer, feed.decimals)
}

/** Gas that one transaction of each kind is sure to fit in; wallets estimate for themselves. */
export const gasLimits = { approve: 80_000n, transfer: 80_000n, send: 400_000n, cancel: 80_000n } as const

/** Returns what one transaction's gas comes to at today's price, at most; smallest unit of the native asset. */
export function gasUnits(gasPriceUnits: bigint, kind: keyof typeof gasLimits): bigint {
  return gasLimits[kind] * gasPriceUnits
}

/** Returns what a review keeps back for one transaction: today's price twice, as prices move until the prompt. */
export function gasReserveUnits(gasPriceUnits: bigint, kind: keyof typeof gasLimits): bigint {
  return gasUnits(gasPriceUnits, kind) * 2n
}

/** One part in so many of what is held that the service's figure may keep back: of *Max*, and of an amount that is typed. */
const saidShares = { max: 2n, typed: 10n } as const

/**
 * Returns what is kept back of a native balance for gas: the larger of ours and what the service's list of chains says,
 * smallest unit. Whatever the service says, half of a balance stays free of it with *Max*, and nine tenths of it can be typed.
 */
export function keptForGas(
  balance: bigint,
  ownUnits: bigint,
  saidUnits: bigint,
  wanted: keyof typeof saidShares,
): bigint {
  const most = balance / saidShares[wanted]
  const said = saidUnits < most ? saidUnits : most
  return ownUnits > said ? ownUnits : said
}

/** Returns the most of a native balance that can be sent and still pay its gas; never below zero. */
export function maxNativeUnits(balance: bigint, gasPriceUnits: bigint, saidUnits: bigint): bigint {
  const kept = keptForGas(balance, gasReserveUnits(gasPriceUnits, 'send'), saidUnits, 'max')
  return balance > kept ? balance - kept : 0n
}

/** Returns what one transaction's gas comes to at today's price, at most; null where the native asset has no price. */
export function gasInUsd(
  gasPriceUnits: bigint,
  kind: keyof typeof gasLimits,
  nativePriceInUsd: string | null,
): string | null {
  return nativePriceInUsd === null ? null : multiplyUnits(gasUnits(gasPriceUnits, kind), 18, nativePriceInUsd)
}
