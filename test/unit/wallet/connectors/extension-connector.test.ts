import { beforeEach, describe, expect, test } from 'vitest'
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
    await way.request(
      send(ref(), 'a', { method: 'eth_requestAccounts', params: [], chain: null, account: null }),
    )
    await pass(1_000)
    expect(world.answers).toEqual([{ requestId: 'a', kind: 'result', result: [account], wallet: ref() }])
    wallet.answer = () => '0x1'
    await world.send(send(ref(), 'b'))
    expect(world.answers[1]).toMatchObject({ requestId: 'b', kind: 'result', result: '0x1' })
    expect(browser.connects).toEqual(['metamask'])
    expect(browser.frames.every((frame) => (frame as { name: string }).name === 'metamask-provider')).toBe(
      true,
    )
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
  const read = (wallet = ref()) =>
    way.read({ wallet, method: 'wallet_getCapabilities', params: [account, ['0x1']] })

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
