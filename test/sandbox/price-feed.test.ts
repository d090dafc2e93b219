import { describe, expect, test } from 'vitest'
import type { ChainReaderWithBalances } from '../../lib/chain/chain-reader.ts'
import type { PriceFeed } from '../../lib/deployment/schema.ts'
import { accounts } from './chains/chain-book.ts'
import { chainOf, tokenOf } from './chains/test-requests.ts'
import { liveReader } from './live-reader.ts'
import { useLiveSandbox } from './use-sandbox.ts'

const { ledger, deployment } = (await useLiveSandbox()).sandbox
const harbour = chainOf(ledger, 'Harbour')

function readerOf(
  endpoints: (rpcUrls: readonly string[]) => readonly string[] = (own) => own,
): ChainReaderWithBalances {
  const chains = deployment.chains.map((chain) => ({ ...chain, rpcUrls: endpoints(chain.rpcUrls) }))
  return liveReader({ ...deployment, chains })
}

function feedOf(symbol: string): PriceFeed {
  const { priceFeed } = tokenOf(harbour, symbol)
  if (priceFeed === null) throw new Error(`no feed of ${symbol}`)
  return { address: priceFeed, decimals: 8, heartbeatSeconds: 3_600 }
}

describe('the price in a feed of the chain', () => {
  test('is read when it moved, and refused when it is stale, negative, missing or elsewhere', async () => {
    const { chainId } = harbour
    const { address } = tokenOf(harbour, 'DAI')
    const feed = feedOf('DAI')
    const read = (other: Partial<PriceFeed> = {}) => readerOf().feedPrice(chainId, { ...feed, ...other })
    const notify = (price: string | null, ageSeconds = 0) =>
      ledger.setFeed(chainId, address, price, ageSeconds)
    expect(await read()).toBe('0.9998')
    expect(await read({ decimals: 18 })).toBeNull()
    expect(await read({ address })).toBeNull()
    expect(await read({ address: accounts.person })).toBeNull()
    await notify('0.41', 3_000)
    expect(await read()).toBe('0.41')
    await notify('0.41', 4_000)
    expect(await read()).toBeNull()
    await notify('-1')
    expect(await read()).toBeNull()
    await notify(null)
    expect(await read()).toBeNull()
    await notify('0.9998')
    expect(await read()).toBe('0.9998')
    await expect(ledger.setFeed(chainId, tokenOf(harbour, 'TOLL').address, '1', 0)).rejects.toThrow(
      'no price feed',
    )
  })
})
