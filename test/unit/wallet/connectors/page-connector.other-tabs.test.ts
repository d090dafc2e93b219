import { beforeEach, describe, expect, test } from 'vitest'
import { pageChannel } from '../../../../lib/wallet/connectors/page-protocol.ts'
import type { WalletRef, WalletRequest } from '../../../../lib/wallet/port.ts'
import { account, connect, PageWorld, page, request as toSend } from './page-world.ts'

const site = 'https://site.example'

let world: PageWorld
let { time, wallet, extension, answers, events, way } = {} as PageWorld

beforeEach(async () => {
  world = await PageWorld.open()
  ;({ time, wallet, extension, answers, events, way } = world)
  extension.sites = { kind: 'all', listed: [] }
})

const ref: WalletRef = {
  connector: 'page',
  id: 'org.fake',
  name: 'site.example',
  origin: site,
  iconUrl: null,
}
/** Opens the site in a tab, and picks it. */
async function pick(tabId = 4): Promise<void> {
  extension.load(tabId, site)
  await way.pick({ tabId, origin: site })
}
const noTab = { requestId: 'a', kind: 'unreached', reason: 'noTab' }

const request = (requestId: string, changes: Partial<WalletRequest> = {}): WalletRequest =>
  toSend(requestId, { wallet: ref, ...changes })

describe('a picked tab', () => {
  test('gets the request in front of its window and opens no page; its answer names its site', async () => {
    wallet.answer = () => '0x1'
    await pick()
    await world.send(request('a'))
    const named = { ...ref, name: 'Fake', iconUrl: wallet.info.icon }
    expect(answers).toEqual([{ requestId: 'a', kind: 'result', result: '0x1', wallet: named }])
    expect(extension.actions).toEqual(['front 4'])
    expect(await way.show(ref)).toBe(true)
    expect(extension.actions.slice(1)).toEqual(['front 4', 'focus 9'])
    const read = way.read({ wallet: ref, method: 'wallet_getCapabilities', params: [] })
    await time.pass(1_000)
    expect(await read).toBe('0x1')
  })

  test('is required: another tab gets no request, even if it is open', async () => {
    extension.load(4, site)
    await world.send(request('a'), 5_000)
    expect(answers).toEqual([noTab])
    expect([wallet.requests, extension.actions]).toEqual([[], []])
    expect(await way.show(ref)).toBe(false)
    expect(await way.read({ wallet: ref, method: 'wallet_getCapabilities', params: [] })).toBeNull()
  })

  test('that was closed is unreached, and no other is opened', async () => {
    await way.pick({ tabId: 4, origin: site })
    await world.send(request('a'), 5_000)
    expect(answers).toEqual([noTab])
    expect(extension.actions).toEqual([])
  })

  test.each([
    ['another site', 'https://evil.example/'],
    ['the wallet page', page],
  ])('that shows %s by now gets no request', async (_what, url) => {
    await pick()
    extension.load(4, url)
    await world.send(request('a'), 5_000)
    expect(answers).toEqual([noTab])
    expect(wallet.requests).toEqual([])
    const read = way.read({ wallet: ref, method: 'wallet_getCapabilities', params: [] })
    await time.pass(5_000)
    expect([await read, wallet.requests]).toEqual([null, []])
  })

  test('answers a worker that started after the request', async () => {
    const release = wallet.held()
    await pick()
    await world.send(request('a'))
    way = world.live()
    await time.pass(1_000)
    expect(answers).toEqual([])
    release('0x2')
    await time.pass(1_000)
    expect(answers).toMatchObject([{ requestId: 'a', kind: 'result', result: '0x2' }])
    expect(world.sends()).toBe(1)
  })

  test('still answers after another tab of its site was picked', async () => {
    const release = wallet.held()
    await pick()
    await world.send(request('a'))
    await pick(6)
    release('0x2')
    await time.pass(1_000)
    expect(answers).toMatchObject([{ requestId: 'a', kind: 'result', result: '0x2' }])
    wallet.answer = () => '0x3'
    await world.send(request('b'))
    expect(extension.actions).toEqual(['front 4', 'front 6'])
  })

  test('that goes to another site under an open request leaves its outcome unknown', async () => {
    wallet.held()
    await pick()
    await world.send(request('a'))
    extension.load(4, 'https://evil.example/')
    await time.pass(5_000)
    expect(answers).toEqual([{ requestId: 'a', kind: 'lost' }])
    expect(world.sends()).toBe(1)
  })

  test('is followed after it was connected; events of the same wallet elsewhere are ignored', async () => {
    wallet.answer = () => [account]
    await pick()
    await way.request({ ...connect('a'), wallet: ref })
    await time.pass(1_000)
    expect(answers).toMatchObject([{ requestId: 'a', kind: 'result', result: [account] }])
    way.follow(ref)
    wallet.listeners.get('chainChanged')?.('0x5')
    await time.pass(1_000)
    expect(events).toMatchObject([{ kind: 'chain', chainId: 5, wallet: { origin: site } }])
  })
})

test('a message for a request of another tab is ignored', async () => {
  wallet.held()
  await pick()
  await way.pick({ tabId: 5, origin: 'https://other.example' })
  await world.send(request('a'))
  const message = { kind: 'request', id: 'a', wallet: wallet.info, result: '0xbad' }
  const sender = { id: 'ferry', url: 'https://other.example/', frameId: 0, tab: { id: 5 } }
  expect(await extension.send({ channel: pageChannel, message }, sender)).toBeUndefined()
  const here = { ...sender, url: 'https://evil.example/', tab: { id: 4 } }
  expect(await extension.send({ channel: pageChannel, message }, here)).toBe(true)
  expect(answers).toEqual([{ requestId: 'a', kind: 'lost' }])
})

describe('the tab of the wallet page that shows another site by now', () => {
  const evil = 'https://evil.example/'
  /** Everything that Ferry passed on to the wallets of the tab's document. */
  const jobs = () =>
    extension
      .window(1)
      .channelMessages.filter(({ name, text }) => name.includes('to-page') && text.includes('"kind"'))

  beforeEach(async () => {
    wallet.answer = () => [account]
    await world.send(connect('a'))
    extension.actions.length = 0
  })

  test('gets no request, is not listed, and does not replace the wallet page', async () => {
    extension.load(1, evil)
    const found = way.find()
    await time.pass(5_000)
    expect(await found).toEqual([])
    expect(await way.show(null)).toBe(false)
    await world.send(connect('b'), 5_000)
    expect(jobs()).toEqual([])
    expect(extension.actions).toEqual(['create 2'])
    expect(answers[1]).toMatchObject({ kind: 'result', wallet: { origin: 'https://wallet.example' } })
  })

  test('gets no transaction of a request that began in the wallet page', async () => {
    const approve = wallet.heldSwitch()
    await world.send(toSend('b', { chain: { chainId: 7, add: null } }))
    approve()
    // The pause in which the window of the wallet closes.
    await time.pass(300)
    extension.load(1, evil)
    await time.pass(5_000)
    expect([jobs(), world.sends()]).toEqual([[], 0])
    expect(answers[1]).toEqual({ requestId: 'b', kind: 'unreached', reason: 'noPage' })
  })
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
  test('while the wallet switches the chain: unreached, and no money was requested', async () => {
    world.wallet.switchTo = () => new Promise(() => {})
    await pick()
    await world.way.request(request('a', { chain: { chainId: 7, add: null } }))
    await world.time.pass(1_000)
    world.extension.close(4)
    await world.time.pass(5_000)
    expect([world.answers, world.sends()]).toEqual([[noTab], 0])
  })
})
