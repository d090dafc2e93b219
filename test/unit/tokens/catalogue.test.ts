import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { dayMs, minuteMs } from '../../../lib/base/time.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { createLists } from '../../../lib/tokens/cached-list.ts'
import { createCatalogue } from '../../../lib/tokens/catalogue.ts'
import { deployment } from '../../harness/chains.ts'
import { answered, cape, chainOf, harbour, island, listingService, tokenOn } from './listing-service.ts'

const page = { offset: 0, limit: 60 }

let world: ReturnType<typeof listingService>

beforeEach(() => {
  world = listingService()
})

const tokensAsked = () => world.asked.filter(([list]) => list !== 'chains').map(([, ids]) => ids)

describe('the first time', () => {
  it('waits for the pinned chains only, and reads the others in groups behind the person', async () => {
    const catalogue = world.wake()
    const found = await catalogue.find('', null, page)
    expect(found.total).toBe(6)
    await world.rest()
    expect(tokensAsked()).toEqual([
      [harbour, island, cape],
      [1, 10, 56, 100],
      [130, 137],
    ])
    expect((await catalogue.find('', null, page)).total).toBe(18)
    expect([world.renewed, world.rests]).toEqual([1, 2])
    expect(world.failures).toEqual([])
  })

  it('tells whoever waits that the service is away, and asks again the next time', async () => {
    world.problem = new Problem('serviceUnreachable')
    const catalogue = world.wake()
    await expect(catalogue.firstTokens()).rejects.toMatchObject({ data: { code: 'serviceUnreachable' } })
    await expect(catalogue.chains()).rejects.toMatchObject({ data: { code: 'serviceUnreachable' } })
    world.problem = null
    expect(await catalogue.firstTokens()).toHaveLength(6)
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
    expect(tokensAsked()).toHaveLength(3)
  })
})

describe('a list that is too large for one answer', () => {
  it('is asked for in halves, and of a single chain as the short list', async () => {
    world.groupMax = 0
    world.chainIds = [harbour, island, cape]
    expect(await world.wake().firstTokens()).toHaveLength(6)
    expect(world.asked.slice(1)).toEqual([
      ['full', [harbour, island, cape]],
      ['full', [harbour, island]],
      ['full', [harbour]],
      ['trending', [harbour]],
      ['full', [island]],
      ['trending', [island]],
      ['full', [cape]],
      ['trending', [cape]],
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
    await world.lists.write({ key, value, savedMs: world.nowMs })
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
    expect(tokensAsked()).toHaveLength(4)
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
})
