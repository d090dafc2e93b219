import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { minuteMs } from '../../../lib/base/time.ts'
import type { Holding, Token } from '../../../lib/service/token.ts'
import { tokenHandlers } from '../../../lib/tokens/token-messages.ts'
import { deployment, harbour as harbourConfig, tokenOf } from '../../harness/chains.ts'
import { settled } from '../rpc/manual-wait.ts'
import { answered, harbour, island, listingService, tokenOn } from './listing-service.ts'

/** Handlers with a service whose search returns these tokens, and the texts that it was asked for. */
function searching(found: readonly Token[]) {
  const requested: string[] = []
  const forms: unknown[] = []
  const catalogue = listingService().wake()
  const handlers = tokenHandlers({
    deployment,
    catalogue,
    clock: { nowMs: () => 1 },
    service: {
      async search(text: string, given: unknown) {
        requested.push(text)
        forms.push(given)
        return answered(found)
      },
    },
  } as unknown as Parameters<typeof tokenHandlers>[0])
  return { requested: requested, forms, catalogue, find: (query: string) => handlers.searchTokens({ query }) }
}

const far = (part: Partial<Token>): Token => ({ ...tokenOn(1, 77), ...part })

describe('the service’s search', () => {
  test('gets the same text as the search of our own lists', async () => {
    const { requested, find } = searching([])
    const address = tokenOn(harbour).address
    await find(`https://explorer.example/token/${address.toUpperCase().replace('0X', '0x')}?a=1`)
    await find(' $USD₮ ')
    await find('0x0000000000000000000000000000000000000000')
    await find('usdc on island')
    expect(requested).toEqual([address, 'usdt', nativeAddress, 'usdc'])
  })

  test('leaves out tokens of our own lists, and sorts verified tokens first and imitations last', async () => {
    const usdc = tokenOf(harbourConfig, 'USDC')
    const fake = far({ symbol: 'USDC', address: `0x${'1'.repeat(40)}` })
    const unknown = far({ symbol: 'USDX', address: `0x${'2'.repeat(40)}` })
    const listed = tokenOn(harbour)
    const { find } = searching([fake, unknown, usdc, listed])
    const found = await find('T')
    expect(found.map(({ address }) => address)).toEqual([usdc.address, unknown.address, fake.address])
    expect(found.map(({ imitates }) => imitates)).toEqual([undefined, undefined, 'USDC'])
  })

  test('reads tokens with the address formats of the chain records', async () => {
    const { forms, catalogue, find } = searching([])
    await find('usdc')
    expect(forms).toEqual([await catalogue.addressFormats()])
  })

  test('returns only tokens on the chain that the text names', async () => {
    const [here, there] = [far({ chainId: harbour }), far({ chainId: island })]
    const { find } = searching([here, there])
    expect((await find('thing Island')).map(({ chainId }) => chainId)).toEqual([island])
  })
})

const holding: Holding = { chainId: 1, address: '0x1', balance: '1', balanceInUsd: '1' }

function world() {
  let nowMs = 1_000_000
  const reads: { owner: string; done: (read: readonly Holding[]) => void; failed: (why: Error) => void }[] =
    []
  let account = ''
  const { holdings } = tokenHandlers({
    deployment,
    clock: { nowMs: () => nowMs },
    knownAddress: async () => account,
    service: {
      holdings: ({ userAddress }: { userAddress: string }) =>
        new Promise((done, failed) =>
          reads.push({ owner: userAddress, done: (result) => done({ result }), failed }),
        ),
    },
  } as unknown as Parameters<typeof tokenHandlers>[0])
  const valued = (owner: string) => {
    account = owner
    return holdings(null)
  }
  return {
    valued,
    reads,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('reads an account once a minute for all views', async () => {
  const { valued, reads, pass } = world()
  const both = Promise.all([valued('a'), valued('a')])
  await settled()
  reads[0]?.done([holding])
  expect(await both).toEqual([[holding], [holding]])
  pass(minuteMs - 1)
  expect(await valued('a')).toEqual([holding])
  expect(reads).toHaveLength(1)
  pass(1)
  void valued('a')
  await settled()
  expect(reads).toHaveLength(2)
})

test('reads another account immediately, and every account when the clock was set back', async () => {
  const { valued, reads, pass } = world()
  void valued('a')
  void valued('b')
  await settled()
  expect(reads.map(({ owner }) => owner)).toEqual(['a', 'b'])
  pass(-2 * minuteMs)
  void valued('b')
  await settled()
  expect(reads).toHaveLength(3)
})

test('reads again after a failure, and leaves a newer read in the cache', async () => {
  const { valued, reads } = world()
  const first = valued('a')
  const other = valued('b')
  await settled()
  reads[0]?.failed(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  reads[1]?.done([holding])
  expect(await valued('b')).toEqual(await other)
  expect(reads).toHaveLength(2)
  const second = valued('a')
  await settled()
  reads[2]?.failed(new Error('gone again'))
  await expect(second).rejects.toThrow('gone again')
  void valued('a')
  await settled()
  expect(reads).toHaveLength(4)
})
