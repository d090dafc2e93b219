import { beforeEach, describe, expect, test } from 'vitest'
import { createExtensionConnector } from '../../../../lib/wallet/connectors/extension-connector.ts'
import { settled } from '../../rpc/manual-wait.ts'
import { ExtensionWorld } from './extension-world.ts'
import { FakeExtensions } from './fake-ports.ts'
import { account } from './stream-world.ts'

let world: ExtensionWorld
let { wallet, browser, way, pass, requestFor } = {} as ExtensionWorld

const ref = () => world.ref()

beforeEach(() => {
  world = new ExtensionWorld()
  ;({ wallet, browser, way, pass, requestFor } = world)
})

describe('finding', () => {
  test('finds only installed wallets, without a prompt; the bare id is the displayed origin', async () => {
    const found = way.find(300)
    await pass(300)
    expect(await found).toEqual([{ wallet: ref(), state: 'there' }])
    expect(ref()).toEqual({
      connector: 'extension',
      id: 'metamask',
      name: 'MetaMask',
      origin: 'ferryid',
      iconUrl: null,
    })
    expect(wallet.requests).toEqual(['eth_chainId'])
    expect(new Set(browser.connects)).toEqual(new Set(['metamask', 'flask']))
    // A wallet that answers is connected once; a silent one may be asleep, and is retried.
    expect(browser.connects.filter((id) => id === 'metamask')).toHaveLength(1)
  })

  test('a wallet that accepts the port and stays silent is not there', async () => {
    wallet.request = () => new Promise(() => {})
    world.browser = new FakeExtensions({ metamask: wallet })
    way = world.live()
    const found = way.find(300)
    await pass(10_000)
    expect(await found).toEqual([])
  })

  test('a wallet that refuses even a read is there', async () => {
    wallet.request = () => Promise.reject({ code: 4100, message: 'locked' })
    world.browser = new FakeExtensions({ metamask: wallet })
    way = world.live()
    const found = way.find(300)
    await pass(300)
    expect(await found).toHaveLength(1)
  })
})

describe('following', () => {
  test('reports account and chain immediately, and reads them again over a new port; nothing prompts', async () => {
    way.follow(ref())
    await pass(0)
    expect(world.events).toMatchObject([
      { kind: 'chain', chainId: 1 },
      { kind: 'accounts', accounts: [account] },
    ])
    wallet.listeners.get('chainChanged')?.('0x2')
    wallet.listeners.get('accountsChanged')?.([])
    await settled()
    expect(world.events.slice(2)).toMatchObject([
      { kind: 'chain', chainId: 2 },
      { kind: 'accounts', accounts: [] },
    ])
    browser.die()
    await pass(1_000)
    expect(world.events.slice(4)).toMatchObject([{ kind: 'chain' }, { kind: 'accounts' }])
    expect(new Set(wallet.requests)).toEqual(new Set(['eth_chainId', 'eth_accounts']))
  })

  test('without an open view a cut stream stays cut', async () => {
    way.follow(ref())
    await pass(0)
    world.isSeen = false
    browser.die()
    await pass(60_000)
    expect(browser.connects).toEqual(['metamask'])
  })

  test('a disconnect is final: the permission ends and later events are ignored', async () => {
    way.follow(ref())
    await pass(0)
    await way.forget(ref())
    expect(requestFor('wallet_revokePermissions')).toBe(1)
    world.events.length = 0
    wallet.listeners.get('accountsChanged')?.([account])
    await pass(1_000)
    expect(world.events).toEqual([])
  })
})

test('finds an extension that the user adds, and never Ferry itself', async () => {
  const added: { id: string; name: string }[] = []
  const browserWith = new FakeExtensions({ mine: wallet, ferryid: wallet })
  const here = createExtensionConnector(() => added, world.begin(), {
    ...world.ports(),
    runtime: browserWith,
  })
  const find = async () => {
    const found = here.find(300)
    await pass(10_000)
    return (await found).map(({ wallet: { id } }) => id)
  }
  expect(await find()).toEqual([])
  added.push({ id: 'mine', name: 'mine' }, { id: 'ferryid', name: 'ferryid' })
  expect(await find()).toEqual(['mine'])
  expect(here.refOf('ferryid')).toBeNull()
})
