import { formatUnits, multiplyUnits } from '../base/decimal.ts'
import { maxUnits, minUnits } from '../base/decimal-math.ts'
import { decimalsData, decodeAbi } from '../base/ethereum.ts'
import { type Address, type Hex, isSameHex, nativeAddress } from '../base/hex.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment, PriceFeed } from '../deployment/schema.ts'
import { countHosts, minSources, readEachEndpoint, readLatestBlock } from './evidence.ts'
import { ethCall, type Rpc, toQuantity } from './rpc.ts'

const latestRoundData: Hex = '0xfeaf968c'
const uint = { type: 'uint256' } as const
const roundWords = [uint, { type: 'int256' }, uint, uint, uint] as const
const decimalsWord = [uint] as const

/**
 * Reads the price of a feed from all endpoints that answer, and from two hosts at least if the chain has two. All read one
 * block, the newest that each of them has, and all must agree. Null if they do not, or if the price is not credible. Rejects
 * with `rpcUnreachable` if no endpoint answers.
 */
export async function readFeedPrice(endpoints: readonly Rpc[], feed: PriceFeed): Promise<string | null> {
  const heads = await readEachEndpoint(endpoints, async (rpc) => ({ rpc, ...(await readLatestBlock(rpc)) }))
  const chainSeconds = Math.max(...heads.map(({ value }) => value.seconds))
  // One endpoint that lags would lead the others to an old price.
  const current = heads
    .map(({ value }) => value)
    .filter(({ seconds }) => seconds >= chainSeconds - marginSeconds)
  const [first = 0n, ...others] = current.map(({ number }) => number)
  const block = toQuantity(minUnits(first, ...others))
  const rounds = await readEachEndpoint(
    current.map(({ rpc }) => rpc),
    (rpc) => readRoundAt(rpc, feed.address, block),
  )
  if (countHosts(rounds) < Math.min(minSources, countHosts(endpoints))) return null
  const round = rounds[0]?.value ?? null
  if (round === null || rounds.some(({ value }) => value === null || !isSameRound(value, round))) return null
  return priceOfRound(round, feed, chainSeconds)
}

async function readRoundAt(rpc: Rpc, feed: Address, block: Hex): Promise<FeedRound | null> {
  const [round, decimals] = await Promise.all([
    ethCall(rpc, { to: feed, data: latestRoundData }, block),
    ethCall(rpc, { to: feed, data: decimalsData() }, block),
  ])
  if ('failure' in round || 'failure' in decimals) return null
  const [words, places] = [decodeAbi(roundWords, round.data), decodeAbi(decimalsWord, decimals.data)]
  // The contract is no feed.
  if (words === null || places === null) return null
  const [roundId, answer, , updatedSeconds, answeredInRound] = words
  return { roundId, answer, updatedSeconds, answeredInRound, decimals: places[0] }
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

/** The results of a feed's `latestRoundData()` and `decimals()` at one block. */
export interface FeedRound {
  readonly roundId: bigint
  readonly answer: bigint
  readonly updatedSeconds: bigint
  readonly answeredInRound: bigint
  readonly decimals: bigint
}

/** Blocks and price updates may be late by this much. A longer silence makes the price stale. */
const marginSeconds = 300

export function findPriceFeed(
  deployment: Deployment,
  token: { readonly chainId: number; readonly address: string },
): PriceFeed | null {
  const config = chainConfig(deployment, token.chainId)
  if (config === null) return null
  if (isSameHex(token.address, nativeAddress)) return config.currencyPriceFeed ?? null
  return config.verifiedTokens.find(({ address }) => isSameHex(address, token.address))?.priceFeed ?? null
}

/**
 * Returns the price of one whole token in dollars, exact decimal text, at the time `chainSeconds` of the chain's clock.
 * Null for a price that is not credible: zero or less, of an unfinished round, too old, from the future, or of a contract
 * with other decimals than the package names.
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

/** Gas that is enough for one transaction of each kind. Wallets make their own estimates. */
export const gasLimits = { approve: 80_000n, transfer: 80_000n, send: 400_000n, cancel: 80_000n } as const

export interface GasPrice {
  /** The price of one unit of gas, in smallest units of the native currency. */
  readonly perGasUnits: bigint
  /** The highest data fee that a rollup takes for one transaction, in addition to its gas. 0 on other chains. */
  readonly dataFeeUnits: bigint
}

export function gasUnits({ perGasUnits, dataFeeUnits }: GasPrice, kind: keyof typeof gasLimits): bigint {
  return gasLimits[kind] * perGasUnits + dataFeeUnits
}

/** Twice the current cost, because prices move until the wallet request. */
export function gasReserveUnits(price: GasPrice, kind: keyof typeof gasLimits): bigint {
  return gasUnits(price, kind) * 2n
}

/** The service's gas figure may reserve at most one part in this many of a balance: for *Max*, and for a typed amount. */
const maxReservedShares = { max: 2n, typed: 10n } as const

/**
 * Returns the part of a native balance that is reserved for gas: the larger of Ferry's figure and the one in the service's
 * list of chains, smallest unit. Whatever the service reports, half of the balance stays available with *Max*, and nine
 * tenths can be typed.
 */
export function reservedForGas(
  balance: bigint,
  ownUnits: bigint,
  saidUnits: bigint,
  wanted: keyof typeof maxReservedShares,
): bigint {
  return maxUnits(ownUnits, minUnits(saidUnits, balance / maxReservedShares[wanted]))
}

/**
 * Returns the most of a native balance that can be sent while its gas is still paid. Never below zero. One endpoint that
 * lies about the data fee can reserve at most half of the balance.
 */
export function maxNativeUnits(balance: bigint, price: GasPrice, saidUnits: bigint): bigint {
  const dataUnits = minUnits(price.dataFeeUnits * 2n, balance / 2n)
  const gas = gasReserveUnits({ ...price, dataFeeUnits: 0n }, 'send')
  return maxUnits(0n, balance - reservedForGas(balance, gas + dataUnits, saidUnits, 'max'))
}

export function gasInUsd(
  price: GasPrice,
  kind: keyof typeof gasLimits,
  nativePriceInUsd: string | null,
): string | null {
  return nativePriceInUsd === null ? null : multiplyUnits(gasUnits(price, kind), 18, nativePriceInUsd)
}
