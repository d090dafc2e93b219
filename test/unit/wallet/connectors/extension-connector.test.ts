import { beforeEach, describe, expect, test } from 'vitest'
import { createExtensionConnector } from '../../../../lib/wallet/connectors/extension-connector.ts'
import { settled } from '../../rpc/manual-wait.ts'
import { FakeWallet } from '../../sites/fake-wallet.ts'
import { ExtensionWorld } from './extension-world.ts'
import { FakeExtensions } from './fake-ports.ts'
import { account, send } from './stream-world.ts'

let world: ExtensionWorld
let { wallet, browser, way, pass, requestFor } = {} as ExtensionWorld

const ref = () => world.ref()

beforeEach(() => {
  world = new ExtensionWorld()
  ;({ wallet, browser, way, pass, requestFor } = world)
})

describe('requests', () => {
  test("connect, then go over the same port in frames of MetaMask's stream", async () => {
    wallet.answer = () => [account]
    const request = { method: 'eth_requestAccounts', params: [], chain: null, account: null } as const
    await way.request(send(ref(), 'a', request))
    await pass(1_000)
    expect(world.answers).toEqual([{ requestId: 'a', kind: 'result', result: [account], wallet: ref() }])
    wallet.answer = () => '0x1'
    await world.send(send(ref(), 'b'))
    expect(world.answers[1]).toMatchObject({ requestId: 'b', kind: 'result', result: '0x1' })
    expect(browser.connects).toEqual(['metamask'])
    expect(new Set(browser.frames.map((frame) => Object(frame).name))).toEqual(new Set(['metamask-provider']))
  })

  test('continue after a wallet switches without an answer and reports its new chain', async () => {
    const wanted = ref()
    way.follow(wanted)
    wallet.switchTo = () => new Promise(() => undefined)
    wallet.knownChains = [1, 7]
    await world.send(send(wanted, 'a', { chain: { chainId: 7, add: null } }))
    expect(wallet.requests).not.toContain('eth_sendTransaction')
    wallet.chainId = 7
    wallet.listeners.get('chainChanged')?.('0x7')
    await pass(1_000)
    expect(wallet.requests).toContain('eth_sendTransaction')
  })

  test('are unreached where the wallet does not switch the chain', async () => {
    wallet.switchTo = () => null
    await world.send(send(ref(), 'a', { chain: { chainId: 9, add: null } }), 5_000)
    expect(world.answers).toEqual([{ requestId: 'a', kind: 'unreached', reason: 'wrongChain' }])
  })

  test('mark a failed step before the request', async () => {
    await world.send(send(ref(), 'a', { chain: { chainId: 9, add: null } }))
    expect(world.answers).toMatchObject([{ kind: 'failure', failure: { failedBeforeRequest: true } }])
    expect(wallet.requests).not.toContain('eth_sendTransaction')
  })
})

describe('interruptions of a request', () => {
  test('the worker stops after the wallet had the request: lost, and never sent again', async () => {
    wallet.held()
    await world.send(send(ref(), 'a'))
    world.answers.length = 0
    way = world.live()
    await world.send(send(ref(), 'a'))
    expect(world.answers).toEqual([{ requestId: 'a', kind: 'lost' }])
    expect(requestFor('eth_sendTransaction')).toBe(1)
  })

  test('the worker stops before the wallet had the request: unreached', async () => {
    const { request } = wallet
    const stuck = new FakeWallet()
    stuck.request = (each) => (each.method === 'eth_accounts' ? new Promise(() => {}) : request(each))
    world.browser = new FakeExtensions({ metamask: stuck })
    way = world.live()
    await world.send(send(ref(), 'a'))
    way = world.live()
    await world.send(send(ref(), 'a'))
    expect(world.answers).toEqual([{ requestId: 'a', kind: 'unreached', reason: 'noPage' }])
  })

  test('the wallet ends during a request: lost; the next request uses a new port', async () => {
    wallet.held()
    await world.send(send(ref(), 'a'))
    browser.die()
    await pass(1_000)
    expect(world.answers).toEqual([{ requestId: 'a', kind: 'lost' }])
    wallet.answer = () => '0x2'
    await world.send(send(ref(), 'b'))
    expect(world.answers[1]).toMatchObject({ requestId: 'b', kind: 'result', result: '0x2' })
    expect(browser.connects).toEqual(['metamask', 'metamask'])
  })

  test('keep the worker awake while the request is open', async () => {
    const answer = wallet.held()
    await world.send(send(ref(), 'a'), 65_000)
    expect(world.beats).toBe(3)
    answer('0x1')
    await pass(120_000)
    expect(world.beats).toBe(4)
  })
})

describe('reading', () => {
  const params = [account, ['0x1']]
  const read = (wallet = ref()) => way.read({ wallet, method: 'wallet_getCapabilities', params })

  test("returns the wallet's answer, and records no request", async () => {
    wallet.answer = ([owner]) => ({ of: owner })
    expect(await read()).toEqual({ of: account })
    expect(world.storage.rows).toEqual({ 'walletAnswered:extension': ['metamask'] })
    expect(world.answers).toEqual([])
  })

  test('returns null where the wallet refuses, is not there, or is too slow', async () => {
    wallet.answer = () => Promise.reject({ code: -32603, message: 'no' })
    expect(await read()).toBeNull()
    const nobody = read(world.ref('flask'))
    await pass(3_000)
    expect(await nobody).toBeNull()
    wallet.held()
    const slow = read()
    await pass(3_000)
    expect(await slow).toBeNull()
  })
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
  const ports = { ...world.ports(), runtime: browserWith }
  const here = createExtensionConnector(() => added, world.begin(), ports)
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

test('the next request waits until the window of the last one is closed', async () => {
  const answer = wallet.held()
  await world.way.request(send(ref(), 'a'))
  await world.send(send(ref(), 'b'), 5_000)
  answer('0x1')
  await pass(900)
  expect(requestFor('eth_sendTransaction')).toBe(1)
  await pass(200)
  expect(requestFor('eth_sendTransaction')).toBe(2)
})

test('a stopped and unanswered request does not block the next one', async () => {
  wallet.held()
  await world.send(send(ref(), 'a'), 5_000)
  world.stopped.add('a')
  await world.send(send(ref(), 'b'), 900)
  expect(requestFor('eth_sendTransaction')).toBe(1)
  await pass(200)
  expect(requestFor('eth_sendTransaction')).toBe(2)
})

test('an open request keeps its turn until it was silent for a minute', async () => {
  wallet.held()
  await world.way.request(send(ref(), 'a'))
  await world.send(send(ref(), 'b'), 59_000)
  expect(requestFor('eth_sendTransaction')).toBe(1)
  await pass(5_000)
  expect(requestFor('eth_sendTransaction')).toBe(2)
})

/** A wallet that prompts before it adds a chain; gives the user's answer. */
function askingToAdd(): () => void {
  const { request } = wallet
  let isApproved = (): void => undefined
  wallet.request = async (one) => {
    if (one.method === 'wallet_addEthereumChain') await new Promise<void>((done) => (isApproved = done))
    return request(one)
  }
  return () => isApproved()
}

test('the request after a chain was added in a window waits too', async () => {
  const isApproved = askingToAdd()
  await world.send(send(ref(), 'a', { chain: { chainId: 7, add: { chainId: '0x7' } } }), 4_000)
  isApproved()
  await pass(900)
  expect(requestFor('wallet_switchEthereumChain')).toBe(1)
  await pass(200)
  expect([requestFor('wallet_switchEthereumChain'), requestFor('eth_sendTransaction')]).toEqual([2, 1])
})

test('the next request follows immediately after an answer without a window', async () => {
  wallet.knownChains.push(7)
  await world.send(send(ref(), 'a', { chain: { chainId: 7, add: null } }), 0)
  expect([requestFor('eth_sendTransaction'), world.put]).toEqual([1, ['a']])
})
