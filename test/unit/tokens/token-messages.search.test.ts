import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { Token } from '../../../lib/service/token.ts'
import { tokenHandlers } from '../../../lib/tokens/token-messages.ts'
import { deployment, harbour as harbourConfig, tokenOf } from '../../harness/chains.ts'
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
