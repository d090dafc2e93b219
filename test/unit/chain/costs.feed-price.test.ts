import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { type FeedRound, findPriceFeed, priceOfRound } from '../../../lib/chain/costs.ts'
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
