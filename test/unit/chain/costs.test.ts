import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import {
  type FeedRound,
  findPriceFeed,
  gasLimits,
  gasReserveUnits,
  maxNativeUnits,
  priceOfRound,
  reservedForGas,
} from '../../../lib/chain/costs.ts'
import type { Deployment } from '../../../lib/deployment/schema.ts'
import { harbour, deployment as packed } from '../../harness/chains.ts'

const feed = { address: `0x${'8'.repeat(40)}`, decimals: 8, heartbeatSeconds: 3_600 } as const
const chainSeconds = 1_800_000_000
const good: FeedRound = {
  roundId: 7n,
  answer: 300_012_345_678n,
  updatedSeconds: BigInt(chainSeconds - 10),
  answeredInRound: 7n,
  decimals: 8n,
}

describe('the price of a round', () => {
  test('is exact', () => {
    expect(priceOfRound(good, feed, chainSeconds)).toBe('3000.12345678')
    const one = { ...good, answer: 1n, decimals: 18n }
    expect(priceOfRound(one, { ...feed, decimals: 18 }, chainSeconds)).toBe('0.000000000000000001')
    expect(priceOfRound({ ...good, answeredInRound: 8n }, feed, chainSeconds)).not.toBeNull()
  })

  test('counts from the first round', () => {
    const first = { ...good, roundId: 1n, answeredInRound: 1n }
    expect(priceOfRound(first, feed, chainSeconds)).toBe('3000.12345678')
  })

  test.each<[string, Partial<FeedRound>]>([
    ['zero', { answer: 0n }],
    ['below zero', { answer: -1n }],
    ['of a round that was answered earlier', { answeredInRound: 6n }],
    ['of no round', { roundId: 0n }],
    ['of a round that was never updated', { updatedSeconds: 0n }],
    ['in other decimals than the package says', { decimals: 18n }],
    ['older than the heartbeat and its margin', { updatedSeconds: BigInt(chainSeconds - 3_901) }],
    ['from the future', { updatedSeconds: BigInt(chainSeconds + 301) }],
  ])('is null: %s', (_name, part) => {
    expect(priceOfRound({ ...good, ...part }, feed, chainSeconds)).toBeNull()
  })

  test.each([-300, 0, 3_600, 3_900])('counts at an age of %i seconds', (ageSeconds) => {
    const round = { ...good, updatedSeconds: BigInt(chainSeconds - ageSeconds) }
    expect(priceOfRound(round, feed, chainSeconds)).toBe('3000.12345678')
  })
})

test('a feed belongs to a verified token or to the native currency of its chain', () => {
  const [token, other] = harbour.verifiedTokens.map(({ priceFeed: _feed, ...rest }) => rest)
  if (token === undefined || other === undefined) throw new Error('no tokens')
  const own = { ...feed, decimals: 18 }
  const chain = { ...harbour, currencyPriceFeed: own, verifiedTokens: [{ ...token, priceFeed: feed }, other] }
  const deployment: Deployment = { ...packed, chains: [chain] }
  const of = (chainId: number, address: string) => findPriceFeed(deployment, { chainId, address })
  expect(of(chain.chainId, token.address)).toBe(feed)
  expect(of(chain.chainId, nativeAddress)).toBe(own)
  expect(of(chain.chainId, other.address)).toBeNull()
  expect(of(chain.chainId, `0x${'9'.repeat(40)}`)).toBeNull()
  expect(of(chain.chainId + 1, token.address)).toBeNull()
})

const priced = (perGasUnits: bigint, dataFeeUnits = 0n) => ({ perGasUnits, dataFeeUnits })

test.each<[string, bigint, bigint, bigint]>([
  ['twice the data fee', 10n ** 9n, 1_000n, 10n ** 9n - 800_000n - 2_000n],
  ['half for a data fee that is larger', 10n ** 9n, 2n ** 200n, 5n * 10n ** 8n - 800_000n],
  ['nothing if gas and data fee take the whole balance', 1_600_000n, 2n ** 200n, 0n],
])('the largest amount on a rollup leaves %s', (_name, balance, dataFeeUnits, most) => {
  expect(maxNativeUnits(balance, priced(1n, dataFeeUnits), 0n)).toBe(most)
})

test('reserves twice the current gas price', () => {
  expect(gasReserveUnits(priced(3n), 'approve')).toBe(gasLimits.approve * 6n)
  expect(gasReserveUnits(priced(3n), 'send')).toBe(gasLimits.send * 6n)
})

test.each<[string, bigint, bigint, bigint]>([
  ['what the service says', 10n ** 9n, 5_000_000n, 10n ** 9n - 5_000_000n],
  ['what it says in full, up to half', 10n ** 9n, 499_999_999n, 500_000_001n],
  ['half at most of what it says', 10n ** 9n, 2n ** 255n, 5n * 10n ** 8n],
  ['our own, where half is less', 1_200_000n, 2n ** 255n, 1_200_000n - gasReserveUnits(priced(1n), 'send')],
  ['our own, where it is more', 10n ** 9n, 1n, 10n ** 9n - gasReserveUnits(priced(1n), 'send')],
  ['everything there is', 800_000n, 0n, 0n],
  ['more than there is', 5n, 0n, 0n],
])('the largest amount leaves %s', (_name, balance, chainReserve, most) => {
  expect(maxNativeUnits(balance, priced(1n), chainReserve)).toBe(most)
})

test('whatever the service reports, Max stays as it was or at half, and nine tenths can be typed', () => {
  for (const balance of [0n, 1n, 799_999n, 800_001n, 8_000_000n, 10n ** 18n, 2n ** 200n]) {
    for (const said of [0n, 1n, balance / 20n, balance, 2n ** 256n - 1n]) {
      const most = maxNativeUnits(balance, priced(1n), said)
      const without = maxNativeUnits(balance, priced(1n), 0n)
      expect(most <= without).toBe(true)
      expect(most === without || most >= balance - balance / 2n).toBe(true)
      expect(reservedForGas(balance, 7n, said, 'typed') >= 7n).toBe(true)
      const typed = reservedForGas(balance, 0n, said, 'typed')
      expect(typed <= balance / 10n && typed <= reservedForGas(balance, 0n, said, 'max')).toBe(true)
    }
  }
})
