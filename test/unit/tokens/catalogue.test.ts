import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { dayMs, minuteMs } from '../../../lib/base/time.ts'
import { tokenKey } from '../../../lib/service/token.ts'
import { deployment, harbour as harbourConfig, tokenOf } from '../../harness/chains.ts'
import { cape, chainOf, harbour, island, listingService, tokenOn } from './listing-service.ts'

let world: ReturnType<typeof listingService>

beforeEach(() => {
  world = listingService()
})

const requestedTokens = () => world.requested.filter(([list]) => list !== 'chains').map(([, ids]) => ids)

describe('without stored lists, the catalogue', () => {
  it('waits for the first pinned chain only, and reads the others one by one in the background', async () => {
    const catalogue = world.wake()
    expect((await catalogue.find('', null, 'output')).total).toBe(2)
    const first = await catalogue.firstTokens()
    expect(first.slice(0, 2)).toEqual(
      [tokenOn(harbour, 0), tokenOn(harbour, 1)].map((token) => ({ ...token, isVerified: false })),
    )
    // The others begin with the tokens of the deployment file.
    expect(first.slice(2).every(({ chainId, isVerified }) => chainId !== harbour && isVerified)).toBe(true)
    await world.rest()
    expect(requestedTokens()).toEqual([[harbour], [island], [cape], [1], [10], [56], [100], [130], [137]])
    expect((await catalogue.find('', null, 'output')).total).toBe(18)
    expect(await catalogue.firstTokens()).toHaveLength(6)
    // Views read the list again after each pinned chain, and when all lists are read.
    expect([world.renewed, world.rests]).toEqual([3, 6])
    expect(world.failures).toEqual([])
  })

  it('waits for the list of the pinned chain that is requested', async () => {
    const catalogue = world.wake()
    const first = catalogue.find('', null, 'output')
    expect((await catalogue.find('', cape, 'output')).total).toBe(2)
    expect((await first).total).toBe(2)
    const other = listingService().wake()
    expect(await other.token(island, tokenOn(island).address)).toMatchObject({ chainId: island })
    expect(await other.addresses(cape)).toHaveLength(2)
  })

  it('rejects while the service is unreachable, and tries again at the next call', async () => {
    world.problem = new Problem('serviceUnreachable')
    const catalogue = world.wake()
    await expect(catalogue.firstTokens()).rejects.toMatchObject({ data: { code: 'serviceUnreachable' } })
    await expect(catalogue.chains()).rejects.toMatchObject({ data: { code: 'serviceUnreachable' } })
    world.problem = null
    expect((await catalogue.find('', null, 'output')).total).toBe(2)
  })

  it('coalesces concurrent reads of the lists', async () => {
    const catalogue = world.wake()
    const { firstTokens, find, token } = catalogue
    await Promise.all([firstTokens(), find('', null, 'output'), token(harbour, '0x')])
    await world.rest()
    expect(world.requested.filter(([list]) => list === 'chains')).toHaveLength(1)
    expect(requestedTokens()).toHaveLength(9)
  })
})

it('a list that is too large for one response is replaced by the short list, without an effect on other chains', async () => {
  world.tooLarge = [island]
  world.chainIds = [harbour, island, cape]
  await world.read()
  const lists = world.requested.slice(1).map(([list, [chainId]]) => `${list} ${chainId}`)
  expect(lists).toEqual([`full ${harbour}`, `full ${island}`, `short ${island}`, `full ${cape}`])
})

describe('stored lists', () => {
  it('are used offline after a restart of the worker, with their age', async () => {
    await world.read()
    world.requested.length = 0
    world.problem = new Problem('serviceUnreachable')
    const savedMs = world.nowMs
    world.nowMs += 5 * minuteMs
    const catalogue = world.wake()
    expect(await catalogue.find('', harbour, 'output')).toMatchObject({ total: 2, readMs: savedMs })
    expect((await catalogue.chains()).map(({ chainId }) => chainId)).toEqual(world.chainIds)
    expect(await catalogue.token(137, tokenOn(137).address)).not.toBeNull()
    expect(world.requested).toEqual([])
    // At any age: an old list is better than none.
    world.nowMs += 60 * dayMs
    const later = world.wake()
    expect((await later.find('T1', null, 'output')).total).toBe(9)
    expect((await later.find('', null, 'output')).readMs).toBe(savedMs)
    await world.rest()
    expect(world.failures.length).toBeGreaterThan(0)
  })

  it.each([
    ['one token', `tokens:${harbour}`, [{ ...tokenOn(harbour), symbol: 7 }], 'full'],
    ['a chain', 'chains', [{ chainId: harbour, name: 'Harbour' }], 'chains'],
    ['a list that is none', `tokens:${harbour}`, { torn: true }, 'full'],
  ])('are read again if %s cannot be read', async (_what, key, value, list) => {
    await world.read()
    await world.lists.write({ key, value, savedMs: world.nowMs, serverRequestId: null })
    world.requested.length = 0
    const catalogue = world.wake()
    // The readable lists are used meanwhile.
    expect((await catalogue.firstTokens()).every(({ symbol }) => typeof symbol === 'string')).toBe(true)
    await world.rest()
    expect(await catalogue.firstTokens()).toHaveLength(6)
    expect(world.requested.map(([name]) => name)).toEqual([list])
    expect(world.failures).toEqual([])
  })

  it('are read again after a day, while the old ones are used', async () => {
    await world.read()
    world.nowMs += dayMs + 1
    world.perChain = 3
    const catalogue = world.wake()
    expect((await catalogue.find('', null, 'output')).total).toBe(18)
    await world.rest()
    expect((await catalogue.find('', null, 'output')).total).toBe(27)
    expect((await world.wake().find('', null, 'output')).readMs).toBe(world.nowMs)
  })

  it('are read again a minute after a failed read, not at every call', async () => {
    const catalogue = await world.read()
    world.nowMs += dayMs + 1
    world.problem = new Problem('serviceFailed')
    world.requested.length = 0
    for (let look = 0; look < 5; look += 1) {
      await catalogue.find('t', null, 'output')
      await world.rest()
    }
    expect(requestedTokens()).toHaveLength(2)
    world.nowMs += minuteMs
    world.problem = null
    await catalogue.find('t', null, 'output')
    await world.rest()
    expect(requestedTokens()).toHaveLength(11)
  })

  it('are deleted when the service no longer supports the chain', async () => {
    await world.read()
    world.chainIds = [harbour, island, cape, 1]
    world.nowMs += 11 * minuteMs
    const catalogue = world.wake()
    await catalogue.chains()
    await world.rest()
    expect((await catalogue.find('', null, 'output')).total).toBe(8)
    await world.rest()
    world.chainIds = [harbour, island, cape, 1, 10]
    expect((await world.wake().find('', 10, 'output')).total).toBe(0)
  })

  it('are read again when the clock was set back before their time', async () => {
    await world.read()
    world.nowMs -= dayMs
    world.perChain = 1
    const catalogue = await world.read()
    expect((await catalogue.find('', null, 'output')).total).toBe(9)
  })
})

describe('the tokens of the catalogue', () => {
  it('are sorted by chain, the pinned ones first', async () => {
    const catalogue = await world.read()
    const found = await catalogue.find('t', null, 'output')
    const chainIds = found.tokens.slice(0, 6).map(({ chainId }) => chainId)
    expect(chainIds).toEqual([harbour, harbour, island, island, cape, cape])
    expect([found.total, found.tokens.length]).toEqual([18, 18])
  })

  it('have no imitation before the imitated token, with or without a query', async () => {
    const real = tokenOf(harbourConfig, 'USDC')
    const fake = { ...tokenOn(cape, 1), symbol: 'USDC', name: 'USD Coin' }
    world.chainIds = [cape, harbour, 1]
    world.listed = [fake, tokenOn(cape, 2), real, { ...fake, chainId: 1 }]
    const catalogue = await world.read()
    const first = (await catalogue.firstTokens()).map(tokenKey)
    expect(first).toContain(tokenKey(real))
    expect(first).not.toContain(tokenKey(fake))
    for (const query of ['', 'usdc', 'coin']) {
      const { tokens } = await catalogue.find(query, null, 'output')
      expect(tokens.map(({ imitates }) => imitates !== undefined).slice(-2)).toEqual([true, true])
      expect(tokens[0]).toMatchObject({ address: real.address, isVerified: true })
    }
  })

  it('are named as in the deployment file, and begin with the verified ones', async () => {
    const [known] = deployment.chains[0]?.verifiedTokens ?? []
    if (known === undefined) throw new Error('the deployment names no token')
    const named = { ...tokenOn(harbour, 500), address: known.address.toLowerCase(), symbol: known.symbol }
    const many = Array.from({ length: 400 }, (_, at) => tokenOn(harbour, at))
    world.chainIds = [harbour]
    world.listed = [...many, named]
    const catalogue = world.wake()
    const first = await catalogue.firstTokens()
    expect(first[0]).toMatchObject({ address: named.address, isVerified: true })
    expect(first).toHaveLength(120)
    expect(await catalogue.addresses(harbour)).toHaveLength(401)
    expect(world.failures).toEqual([])
  })

  it('show the native currency of a chain outside the deployment as its chain record does', async () => {
    const { currency } = chainOf(5)
    const ton = { ...currency, address: nativeAddress, symbol: 'TON', decimals: 9 }
    const record = { ...chainOf(5), addressFormat: 'unknown' as const, currency: ton }
    world.chainIds = [5, harbour]
    world.recordOf = (chainId) => (chainId === 5 ? record : chainOf(chainId))
    const coin = { address: nativeAddress, symbol: 'COIN' }
    world.listed = world.chainIds.map((chainId) => ({ ...tokenOn(chainId), ...coin }))
    const catalogue = world.wake()
    await expect.poll(() => catalogue.token(5, nativeAddress)).toMatchObject({ symbol: 'TON', decimals: 9 })
    const [pinned] = deployment.chains
    expect(await catalogue.token(harbour, nativeAddress)).toMatchObject({ symbol: pinned?.currency?.symbol })
    expect(world.forms).toContainEqual({ 5: 'unknown', [harbour]: undefined })
  })
})

describe('the lists of the service', () => {
  it('return the service calls that they came in, each once, also after a restart of the worker', async () => {
    const [readMs, first] = [world.nowMs, world.wake()]
    await first.firstTokens()
    const known = await first.serviceCalls([harbour, island])
    const call = { atMs: readMs, outcome: 'ok', serverRequestId: expect.stringMatching(/^list-/) }
    expect(known).toEqual(['chains', 'tokens'].map((endpoint) => ({ endpoint, ...call })))
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
    const record = {
      ...chainOf(1),
      currency: { ...chainOf(1).currency, iconUrl: 'https://logos.example/coin.png' },
    }
    const pictures = async (logoURI: string | null) => {
      world = listingService()
      world.chainIds = [harbour, 1]
      world.recordOf = (chainId) => (chainId === 1 ? record : chainOf(chainId))
      world.listed = [{ ...tokenOn(1, 1), address: coin, logoURI }, tokenOn(1, 2)]
      const catalogue = await world.read()
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
