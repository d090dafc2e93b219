import { beforeEach, describe, expect, test } from 'vitest'
import { account, PageWorld } from './page-world.ts'

const page = 'https://wallet.example/wallet'
const site = 'https://site.example'

let world: PageWorld

beforeEach(async () => {
  world = await PageWorld.open()
  world.extension.sites = { kind: 'all', listed: [] }
})

describe('the wallet of a page', () => {
  async function connectedIn(tab: { tabId: number; origin: string }) {
    const found = world.way.findConnected(tab)
    await world.time.pass(5_000)
    return (await found).map(({ wallet: { origin, id } }) => [origin, id])
  }

  test('is there when it shows an account to that page, without a prompt', async () => {
    world.extension.load(4, `${site}/swap`)
    expect(await connectedIn({ tabId: 4, origin: site })).toEqual([[site, 'org.fake']])
    expect([world.wallet.requests, world.extension.actions]).toEqual([['eth_accounts'], []])
    expect(world.wallet.listeners.size).toBe(0)
  })

  test.each<[string, () => void]>([
    ['that shows no account', () => Object.assign(world.wallet, { accounts: [] })],
    ['that shows what is none', () => Object.assign(world.wallet, { accounts: ['0x1'] })],
    ['that refuses', () => Reflect.set(world.wallet, 'request', () => Promise.reject(new Error('locked')))],
    ['that is silent', () => Reflect.set(world.wallet, 'request', () => new Promise(() => {}))],
  ])('a wallet %s is not connected', async (_what, bend) => {
    bend()
    world.extension.load(4, site)
    expect(await connectedIn({ tabId: 4, origin: site })).toEqual([])
  })

  test('is not there in another tab, on another site, or in the wallet page itself', async () => {
    world.extension.load(3, page)
    world.extension.load(4, 'https://other.example/')
    expect(await connectedIn({ tabId: 9, origin: site })).toEqual([])
    expect(await connectedIn({ tabId: 4, origin: site })).toEqual([])
    expect(await connectedIn({ tabId: 3, origin: 'https://wallet.example' })).toEqual([])
    expect(world.wallet.requests).toEqual([])
  })

  test('is not there on a site that the user excludes from Ferry', async () => {
    world.extension.sites = { kind: 'listed', listed: ['https://other.example'] }
    world.extension.load(4, site)
    expect(await connectedIn({ tabId: 4, origin: site })).toEqual([])
    expect(world.wallet.requests).toEqual([])
  })

  test('is found without a wallet page', async () => {
    world.walletPage = null
    Object.assign(world, { way: world.live() })
    world.extension.load(4, site)
    expect(await connectedIn({ tabId: 4, origin: site })).toEqual([[site, 'org.fake']])
  })
})

describe('a page that was left', () => {
  const request = {
    requestId: 'a',
    wallet: { connector: 'page', id: 'org.fake', name: 'Fake', origin: site, iconUrl: null },
    method: 'eth_sendTransaction',
    params: [{ to: account }],
    chain: { chainId: 1, add: null },
    account,
  } as const
  const left = { requestId: 'a', kind: 'unreached', reason: 'noTab' }

  test('while the wallet switches the chain: unreached, and no money was requested', async () => {
    world.wallet.switchTo = () => new Promise(() => {})
    world.extension.load(4, site)
    await world.way.pick({ tabId: 4, origin: site })
    await world.way.request({ ...request, chain: { chainId: 7, add: null } })
    await world.time.pass(1_000)
    world.extension.close(4)
    await world.time.pass(5_000)
    expect([world.answers, world.sends()]).toEqual([[left], 0])
  })
})
