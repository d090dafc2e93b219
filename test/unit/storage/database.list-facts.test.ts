import { noPause } from '../../harness/no-pause.ts'
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { createCatalogue } from '../../../lib/tokens/catalogue.ts'
import { createLists } from '../../../lib/tokens/stored-lists.ts'
import { deployment } from '../../harness/chains.ts'
import { answered, chainOf, harbour, island, listingService, tokenOn } from '../tokens/listing-service.ts'

let world: ReturnType<typeof listingService>

beforeEach(() => {
  world = listingService()
})

describe('the lists of the service', () => {
  it('return the service calls that they came in, each once, also after a restart of the worker', async () => {
    const [readMs, first] = [world.nowMs, world.wake()]
    await first.firstTokens()
    const known = await first.serviceCalls([harbour, island])
    expect(known).toEqual([
      { endpoint: 'chains', atMs: readMs, outcome: 'ok', serverRequestId: expect.stringMatching(/^list-/) },
      { endpoint: 'tokens', atMs: readMs, outcome: 'ok', serverRequestId: expect.stringMatching(/^list-/) },
    ])
    expect(await world.wake().serviceCalls([harbour])).toEqual(known)
    expect(await listingService().wake().serviceCalls([harbour])).toEqual([])
  })

  it('reserve for gas the amount in the list of chains, and nothing without one', async () => {
    const catalogue = world.wake()
    expect(await catalogue.reserveUnits(harbour)).toBe(1_000_000_000_000_000n)
    expect(await catalogue.reserveUnits(4242)).toBe(0n)
    const dark = listingService()
    dark.problem = new Problem('serviceUnreachable')
    expect(await dark.wake().reserveUnits(harbour)).toBe(0n)
  })

  it('give a native currency the icon from the list of chains if the list of tokens has none', async () => {
    const [coin, drawn] = [nativeAddress, 'https://logos.example/own.png']
    const statisticsRange = {
      ...chainOf(1),
      currency: { ...chainOf(1).currency, iconUrl: 'https://logos.example/coin.png' },
    }
    const tokensOf = (logoURI: string | null) => [{ ...tokenOn(1, 1), address: coin, logoURI }, tokenOn(1, 2)]
    const pictures = async (logoURI: string | null) => {
      const catalogue = createCatalogue({
        ...{
          clock: { nowMs: () => 1 },
          lists: createLists(createDatabase(`coins-${Math.random()}`)),
          deployment,
        },
        readChains: async () => answered([chainOf(harbour), statisticsRange]),
        readTokens: async () => answered(tokensOf(logoURI)),
        ...{ pause: noPause, waitBetweenReads: async () => undefined, onRenewed() {}, onFailed() {} },
      })
      await catalogue.firstTokens()
      await world.rest()
      const { tokens } = await catalogue.find('', 1, 'output')
      return Object.fromEntries(tokens.map((token) => [token.address, token.logoURI]))
    }
    expect(await pictures(null)).toEqual({
      [coin]: 'https://logos.example/coin.png',
      [tokenOn(1, 2).address]: null,
    })
    expect((await pictures(drawn))[coin]).toBe(drawn)
  })
})
