import { noPause } from '../../harness/no-pause.ts'
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { dayMs, minuteMs } from '../../../lib/base/time.ts'
import { tokenKey } from '../../../lib/service/token.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { createLists } from '../../../lib/tokens/cached-list.ts'
import { createCatalogue } from '../../../lib/tokens/catalogue.ts'
import { deployment, harbour as harbourConfig, tokenOf } from '../../harness/chains.ts'
import { answered, cape, chainOf, harbour, island, listingService, tokenOn } from './listing-service.ts'

const page = { offset: 0, limit: 60 }

let world: ReturnType<typeof listingService>

beforeEach(() => {
  world = listingService()
})

const tokensAsked = () => world.asked.filter(([list]) => list !== 'chains').map(([, ids]) => ids)

describe('the first time', () => {
  it('waits for the first pinned chain only, and reads the others one by one in the background', async () => {
    const catalogue = world.wake()
    expect((await catalogue.find('', null, page)).total).toBe(2)
    expect(await catalogue.firstTokens()).toHaveLength(2)
    await world.rest()
    expect(tokensAsked()).toEqual([[harbour], [island], [cape], [1], [10], [56], [100], [130], [137]])
    expect((await catalogue.find('', null, page)).total).toBe(18)
    expect(await catalogue.firstTokens()).toHaveLength(6)
    // Views read the list again after each pinned chain, and when all are there.
    expect([world.renewed, world.rests]).toEqual([3, 6])
    expect(world.failures).toEqual([])
  })

  it('waits for the list of a pinned chain where that chain is meant', async () => {
    const catalogue = world.wake()
    const first = catalogue.find('', null, page)
    expect((await catalogue.find('', cape, page)).total).toBe(2)
    expect((await first).total).toBe(2)
    const other = listingService().wake()
    expect(await other.token(island, tokenOn(island).address)).toMatchObject({ chainId: island })
    expect(await other.addresses(cape)).toHaveLength(2)
  })

  it('tells whoever waits that the service is away, and asks again the next time', async () => {
    world.problem = new Problem('serviceUnreachable')
    const catalogue = world.wake()
    await expect(catalogue.firstTokens()).rejects.toMatchObject({ data: { code: 'serviceUnreachable' } })
    await expect(catalogue.chains()).rejects.toMatchObject({ data: { code: 'serviceUnreachable' } })
    world.problem = null
    expect(await catalogue.firstTokens()).toHaveLength(2)
  })

  it('asks once for however many that wait', async () => {
    const catalogue = world.wake()
    await Promise.all([
      catalogue.firstTokens(),
      catalogue.find('', null, page),
      catalogue.token(harbour, '0x'),
    ])
    await world.rest()
    expect(world.asked.filter(([list]) => list === 'chains')).toHaveLength(1)
    expect(tokensAsked()).toHaveLength(9)
  })
})

describe('a list that is too large for one answer', () => {
  it('is asked for as the short list, without any harm to other chains', async () => {
    world.tooLarge = [island]
    world.chainIds = [harbour, island, cape]
    await world.wake().firstTokens()
    await world.rest()
    expect(world.asked.slice(1)).toEqual([
      ['full', [harbour]],
      ['full', [island]],
      ['trending', [island]],
      ['full', [cape]],
    ])
  })
})

describe('kept lists', () => {
  it('serve after the worker died, with their age, and offline', async () => {
    await world.wake().firstTokens()
    await world.rest()
    world.asked.length = 0
    world.problem = new Problem('serviceUnreachable')
    const savedMs = world.nowMs
    world.nowMs += 5 * minuteMs
    const catalogue = world.wake()
    expect(await catalogue.find('', harbour, page)).toMatchObject({ total: 2, readMs: savedMs })
    expect((await catalogue.chains()).map(({ chainId }) => chainId)).toEqual(world.chainIds)
    expect(await catalogue.token(137, tokenOn(137).address)).not.toBeNull()
    expect(world.asked).toEqual([])
    // However old they are: something is better than nothing.
    world.nowMs += 60 * dayMs
    const later = world.wake()
    expect((await later.find('T1', null, page)).total).toBe(9)
    expect((await later.find('', null, page)).readMs).toBe(savedMs)
    await world.rest()
    expect(world.failures.length).toBeGreaterThan(0)
  })

  it.each([
    ['one token', `tokens:${harbour}`, [{ ...tokenOn(harbour), symbol: 7 }], 'full'],
    ['a chain', 'chains', [{ chainId: harbour, name: 'Harbour' }], 'chains'],
    ['a list that is none', `tokens:${harbour}`, { torn: true }, 'full'],
  ])('are read anew where %s cannot be read', async (_what, key, value, list) => {
    await world.wake().firstTokens()
    await world.rest()
    await world.lists.write({ key, value, savedMs: world.nowMs, serverRequestId: null })
    world.asked.length = 0
    const catalogue = world.wake()
    // What can be read serves meanwhile.
    expect((await catalogue.firstTokens()).every(({ symbol }) => typeof symbol === 'string')).toBe(true)
    await world.rest()
    expect(await catalogue.firstTokens()).toHaveLength(6)
    expect(world.asked.map(([name]) => name)).toEqual([list])
    expect(world.failures).toEqual([])
  })

  it('are read anew once they are a day old, while the old ones serve', async () => {
    await world.wake().firstTokens()
    await world.rest()
    world.nowMs += dayMs + 1
    world.perChain = 3
    const catalogue = world.wake()
    expect((await catalogue.find('', null, page)).total).toBe(18)
    await world.rest()
    expect((await catalogue.find('', null, page)).total).toBe(27)
    expect((await world.wake().find('', null, page)).readMs).toBe(world.nowMs)
  })

  it('are asked for again a minute after that failed, not at every look', async () => {
    const catalogue = world.wake()
    await catalogue.firstTokens()
    await world.rest()
    world.nowMs += dayMs + 1
    world.problem = new Problem('serviceFailed')
    world.asked.length = 0
    for (let look = 0; look < 5; look += 1) {
      await catalogue.find('t', null, page)
      await world.rest()
    }
    expect(tokensAsked()).toHaveLength(1)
    world.nowMs += minuteMs
    world.problem = null
    await catalogue.find('t', null, page)
    await world.rest()
    expect(tokensAsked()).toHaveLength(10)
  })

  it('go with a chain the service serves no more', async () => {
    await world.wake().firstTokens()
    await world.rest()
    world.chainIds = [harbour, island, cape, 1]
    world.nowMs += 11 * minuteMs
    const catalogue = world.wake()
    await catalogue.chains()
    await world.rest()
    expect((await catalogue.find('', null, page)).total).toBe(8)
    await world.rest()
    world.chainIds = [harbour, island, cape, 1, 10]
    expect((await world.wake().find('', 10, page)).total).toBe(0)
  })

  it('are read anew when the clock was set back below them', async () => {
    await world.wake().firstTokens()
    await world.rest()
    world.nowMs -= dayMs
    world.perChain = 1
    const catalogue = world.wake()
    await catalogue.firstTokens()
    await world.rest()
    expect((await catalogue.find('', null, page)).total).toBe(9)
  })
})

describe('what is shown of them', () => {
  it('goes page by page, the pinned chains first', async () => {
    const catalogue = world.wake()
    await catalogue.firstTokens()
    await world.rest()
    const first = await catalogue.find('t', null, { offset: 0, limit: 7 })
    const second = await catalogue.find('t', null, { offset: 7, limit: 60 })
    expect(first.tokens.slice(0, 6).map(({ chainId }) => chainId)).toEqual([
      harbour,
      harbour,
      island,
      island,
      cape,
      cape,
    ])
    expect([first.total, first.tokens.length, second.tokens.length]).toEqual([18, 7, 11])
  })

  it('has no imitation before what it imitates, typed for or not', async () => {
    const real = tokenOf(harbourConfig, 'USDC')
    const fake = { ...tokenOn(cape, 1), symbol: 'USDC', name: 'USD Coin' }
    world.chainIds = [cape, harbour, 1]
    world.listed = [fake, tokenOn(cape, 2), real, { ...fake, chainId: 1 }]
    const catalogue = world.wake()
    await catalogue.firstTokens()
    await world.rest()
    const first = (await catalogue.firstTokens()).map(tokenKey)
    expect(first).toContain(tokenKey(real))
    expect(first).not.toContain(tokenKey(fake))
    for (const query of ['', 'usdc', 'coin']) {
      const { tokens } = await catalogue.find(query, null, page)
      expect(tokens.map(({ imitates }) => imitates !== undefined).slice(-2)).toEqual([true, true])
      expect(tokens[0]).toMatchObject({ address: real.address, isVerified: true })
    }
  })

  it('bears the word of the deployment file, and begins with what that names', async () => {
    const [known] = deployment.chains[0]?.verifiedTokens ?? []
    if (known === undefined) throw new Error('the deployment names no token')
    const named = { ...tokenOn(harbour, 500), address: known.address.toLowerCase(), symbol: known.symbol }
    const many = Array.from({ length: 400 }, (_, at) => tokenOn(harbour, at))
    const lists = createLists(createDatabase(`catalogue-${Math.random()}`))
    const catalogue = createCatalogue({
      clock: { nowMs: () => 1 },
      lists,
      deployment,
      readChains: async () => answered([chainOf(harbour)]),
      readTokens: async () => answered([...many, named]),
      pause: noPause,
      rest: () => Promise.resolve(),
      renewed() {},
      failed(thrown) {
        throw thrown
      },
    })
    const first = await catalogue.firstTokens()
    expect(first[0]).toMatchObject({ address: named.address, isVerified: true })
    expect(first).toHaveLength(120)
    expect(await catalogue.addresses(harbour)).toHaveLength(401)
  })

  it('shows the coin of a chain outside the package as the record of its chain does', async () => {
    const record = {
      ...chainOf(5),
      addressForm: 'unknown' as const,
      currency: { ...chainOf(5).currency, address: nativeAddress, symbol: 'TON', decimals: 9 },
    }
    const asked: unknown[] = []
    const catalogue = createCatalogue({
      clock: { nowMs: () => 1 },
      lists: createLists(createDatabase(`catalogue-${Math.random()}`)),
      deployment,
      readChains: async () => answered([record, chainOf(harbour)]),
      readTokens: async ([chainId = 0], _list, forms) => {
        asked.push(forms)
        return answered([{ ...tokenOn(chainId), address: nativeAddress, symbol: 'COIN', decimals: 18 }])
      },
      pause: noPause,
      rest: () => Promise.resolve(),
      renewed() {},
      failed(thrown) {
        throw thrown
      },
    })
    await expect.poll(() => catalogue.token(5, nativeAddress)).toMatchObject({ symbol: 'TON', decimals: 9 })
    const [pinned] = deployment.chains
    expect(await catalogue.token(harbour, nativeAddress)).toMatchObject({ symbol: pinned?.currency?.symbol })
    expect(asked).toContainEqual({ 5: 'unknown', [harbour]: undefined })
  })
})
