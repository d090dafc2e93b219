import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { dayMs, hourMs, minuteMs } from '../../../lib/base/time.ts'
import { tokenKey } from '../../../lib/service/token.ts'
import type { Catalogue } from '../../../lib/tokens/catalogue.ts'
import { harbour as harbourConfig, island as islandConfig, tokenOf } from '../../harness/chains.ts'
import { cape, farIds, harbour, island, listingService, tokenOn } from './listing-service.ts'

let world: ReturnType<typeof listingService>

beforeEach(() => {
  world = listingService()
})

const failed = new Problem('serviceFailed', { facts: { status: '500' } })
const isFailed = { data: { code: 'serviceFailed' } }
const all = [harbour, island, cape, 1, 10, 56, 100, 130, 137]

const requestedIds = () => world.requested.filter(([list]) => list !== 'chains').flatMap(([, ids]) => ids)

const breakLists = (...ids: number[]) => Object.fromEntries(ids.map((id) => [id, failed]))

/** An open view reads the lists at its start and after each report of a change. */
async function openView(catalogue: Catalogue) {
  const shown: (number | string)[] = []
  const load = () =>
    catalogue.firstTokens().then(
      (tokens) => shown.push(tokens.length),
      (thrown) => shown.push(thrown.data.code),
    )
  world.onRenewed = () => void load()
  await load()
  await world.rest()
  return shown
}

describe('while the list of one network fails', () => {
  it.each([
    ['the first pinned network', harbour],
    ['another pinned network', island],
    ['the last pinned network', cape],
    ['the first other network', 1],
    ['the last other network', 137],
  ])('reads the lists of all others if it is %s', async (_what, broken) => {
    world.broken = breakLists(broken)
    const catalogue = await world.read()
    expect(requestedIds()).toEqual(all)
    expect((await catalogue.find('', null, 'output')).total).toBe(16)
    expect(world.failures).toEqual([failed])
  })

  it.each(['serviceTimeout', 'serviceRefused'] as const)(
    'uses the short list for an hour where there is none after %s, and not in place of a full one',
    async (code) => {
      world.perChain = 3
      world.tooSlow = { [island]: new Problem(code) }
      const catalogue = await world.read()
      expect((await catalogue.find('', island, 'output')).total).toBe(1)
      world.tooSlow = {}
      world.nowMs += hourMs
      await catalogue.firstTokens()
      await world.rest()
      expect((await catalogue.find('', island, 'output')).total).toBe(3)
      world.tooSlow = { [island]: new Problem(code) }
      world.nowMs += dayMs
      await catalogue.firstTokens()
      await world.rest()
      expect((await catalogue.find('', island, 'output')).total).toBe(3)
      expect((await (await world.read()).find('', island, 'output')).total).toBe(3)
    },
  )

  it.each(['serviceAnswerInvalid', 'serviceTimeout', 'serviceRefused'] as const)(
    'replaces a full list by the short one after %s, and continues if that one cannot be read either',
    async (code) => {
      world.broken = { [island]: new Problem(code) }
      const catalogue = await world.read()
      expect(world.requested.filter(([, ids]) => ids.includes(island)).map(([list]) => list)).toEqual([
        'full',
        'short',
      ])
      expect((await catalogue.find('', null, 'output')).total).toBe(16)
    },
  )

  it('reads only that list again, a minute later, and shows it when it is there', async () => {
    world.broken = breakLists(island)
    const catalogue = world.wake()
    await openView(catalogue)
    world.requested.length = 0
    await world.pass(minuteMs / 2)
    expect(requestedIds()).toEqual([])
    await world.pass(minuteMs)
    expect(requestedIds()).toEqual([island])
    world.broken = {}
    await world.pass(2 * minuteMs)
    expect(requestedIds()).toEqual([island, island])
    expect((await catalogue.find('', null, 'output')).total).toBe(18)
    await world.pass(2 * minuteMs)
    expect(requestedIds()).toEqual([island, island])
  })

  it('starts with the tokens of the deployment file for that network', async () => {
    world.broken = breakLists(harbour)
    const catalogue = await world.read()
    const first = await catalogue.firstTokens()
    const own = first.filter(({ chainId }) => chainId === harbour)
    expect(own.length).toBe(harbourConfig.verifiedTokens.length + 1)
    expect(own[0]).toMatchObject({ address: nativeAddress, symbol: harbourConfig.currency?.symbol })
    const usdc = tokenOf(harbourConfig, 'USDC')
    expect(own).toContainEqual({ ...usdc, address: usdc.address.toLowerCase() })
    expect(first.filter(({ chainId }) => chainId === island)).toHaveLength(2)
    expect(await catalogue.token(harbour, usdc.address.toLowerCase())).toMatchObject({ symbol: 'USDC' })
    // The service may know this one: it is not called unknown.
    await expect(catalogue.token(harbour, tokenOn(harbour).address)).rejects.toMatchObject(isFailed)
  })

  it('shows a token of the deployment file only as listed where the service has a list', async () => {
    const catalogue = await world.read()
    expect(await catalogue.firstTokens()).toHaveLength(6)
    expect(await catalogue.token(harbour, tokenOf(harbourConfig, 'USDC').address.toLowerCase())).toBeNull()
    world.chainIds = [harbour]
    world.perChain = 0
    world.nowMs += dayMs
    const empty = await world.read()
    expect(await empty.firstTokens()).toEqual([])
  })

  it('says why where only that network is searched, also before the next read', async () => {
    world.broken = breakLists(island)
    const catalogue = await world.read()
    world.requested.length = 0
    for (let times = 0; times < 3; times += 1) {
      await expect(catalogue.find('', island, 'output')).rejects.toMatchObject(isFailed)
    }
    expect(requestedIds()).toEqual([])
    // A receiver is compared with the whole list of its network.
    await expect(catalogue.addresses(island)).rejects.toMatchObject(isFailed)
    expect((await catalogue.find('', harbour, 'output')).total).toBe(2)
    world.nowMs += 10_000
    world.broken = {}
    expect((await catalogue.find('', island, 'output')).total).toBe(2)
  })

  it('reads it next where the person tries again while others are read', async () => {
    world.broken = breakLists(island)
    const pause = Promise.withResolvers<void>()
    world.waiting = pause.promise
    const catalogue = world.wake()
    const search = () => catalogue.find('', island, 'output')
    await expect(search()).rejects.toMatchObject(isFailed)
    await world.rest()
    expect(requestedIds()).toEqual([harbour, island, cape])
    await expect(search()).rejects.toMatchObject(isFailed)
    world.nowMs += 10_000
    world.broken = {}
    const found = search().then(({ total }) => total)
    pause.resolve()
    expect(await found).toBe(2)
    await world.rest()
    expect(requestedIds()).toEqual([harbour, island, cape, 1, island, ...farIds.slice(1)])
  })

  it('finds the tokens of the next network if the first one fails', async () => {
    world.broken = breakLists(harbour)
    const catalogue = world.wake()
    expect((await catalogue.find('', null, 'output')).total).toBe(2)
    expect(await catalogue.filterUnlisted(await catalogue.parseQuery('t'), [tokenOn(harbour)])).toHaveLength(
      1,
    )
  })

  it('does not delay the others when the list is renewed every day', async () => {
    await world.read()
    world.broken = breakLists(harbour)
    world.nowMs += dayMs + 1
    world.perChain = 3
    const catalogue = await world.read()
    expect((await catalogue.find('', null, 'output')).total).toBe(2 + 8 * 3)
  })
})

it('several failing networks delay the others by some pauses, not for good', async () => {
  world.broken = breakLists(harbour, island, cape, 10)
  const catalogue = world.wake()
  await openView(catalogue)
  await world.pass(2 * minuteMs)
  await expect(catalogue.find('', null, 'output')).rejects.toMatchObject(isFailed)
  for (const id of [1, 56, 100, 130, 137])
    expect(await catalogue.token(id, tokenOn(id).address)).not.toBeNull()
  // After that, two requests a minute.
  world.requested.length = 0
  await world.pass(2 * minuteMs)
  await world.pass(2 * minuteMs)
  expect(requestedIds().toSorted((a, b) => a - b)).toEqual([10, harbour, island, cape])
})

describe('while every list fails on a new profile', () => {
  beforeEach(() => {
    world.problem = null
    world.broken = breakLists(...all)
  })

  it('starts with the tokens of the deployment file, and reports the problem', async () => {
    const catalogue = await world.read()
    const first = (await catalogue.firstTokens()).map(tokenKey)
    const [usdc, other] = [tokenOf(harbourConfig, 'USDC'), tokenOf(islandConfig, 'USDC')]
    for (const { chainId, address } of [usdc, other])
      expect(first).toContain(tokenKey({ chainId, address: address.toLowerCase() }))
    expect(world.failures).toEqual([failed])
    await expect(catalogue.find('', null, 'output')).rejects.toMatchObject(isFailed)
    expect((await catalogue.serviceCalls([harbour])).map(({ endpoint }) => endpoint)).toEqual(['chains'])
  })

  it('sends two requests per pause while a view is open, and none without a view', async () => {
    await openView(world.wake())
    expect(requestedIds()).toEqual([harbour, island])
    await world.pass(2 * minuteMs)
    expect(requestedIds().slice(2)).toEqual([cape, 1])
    world.onRenewed = () => undefined
    await world.pass(2 * minuteMs)
    await world.pass(2 * minuteMs)
    expect(requestedIds()).toHaveLength(4)
  })

  it('reads again when the person tries again, but not at each keystroke', async () => {
    const catalogue = await world.read()
    for (let times = 0; times < 5; times += 1) {
      await expect(catalogue.find('t', null, 'output')).rejects.toMatchObject(isFailed)
      await world.rest()
    }
    expect(requestedIds()).toEqual([harbour, island])
    world.nowMs += 10_000
    world.broken = {}
    expect((await catalogue.find('t', null, 'output')).total).toBeGreaterThan(0)
  })

  it('recovers by itself: each list is read one time, the pinned networks right after the first answer', async () => {
    const catalogue = world.wake()
    const shown = await openView(catalogue)
    await world.pass(2 * minuteMs)
    world.requested.length = 0
    world.broken = {}
    await world.pass(2 * minuteMs)
    expect(requestedIds()).toEqual([10, harbour, island, cape, 1, 56, 100, 130, 137])
    expect(shown.at(-1)).toBe(6)
    expect((await catalogue.find('', null, 'output')).total).toBe(18)
    world.requested.length = 0
    await world.pass(2 * minuteMs)
    expect(requestedIds()).toEqual([])
  })

  it('recovers by itself if the list of networks fails, too', async () => {
    world.problem = new Problem('serviceUnreachable')
    world.broken = {}
    const shown = await openView(world.wake())
    expect(shown).toEqual(['serviceUnreachable'])
    await world.pass(2 * minuteMs)
    expect(shown).toEqual(['serviceUnreachable', 'serviceUnreachable'])
    world.problem = null
    await world.pass(2 * minuteMs)
    expect(shown.at(-1)).toBe(6)
  })
})
