import { beforeEach, expect, test } from 'vitest'
import { Problem } from '../../../../lib/base/problem.ts'
import { settled } from '../../rpc/manual-wait.ts'
import { FakeWallet } from '../../sites/fake-wallet.ts'
import { account, connect, PageWorld, page, request, walletOf } from './page-world.ts'

let world: PageWorld
let { time, wallet, extension, answers, events, way } = {} as PageWorld

beforeEach(async () => {
  world = await PageWorld.open()
  ;({ time, wallet, extension, answers, events, way } = world)
})

test('opens the page once, connects, and brings the same tab to the front afterwards', async () => {
  wallet.answer = () => [account]
  await world.send(connect('a'))
  expect(answers).toEqual([
    {
      requestId: 'a',
      kind: 'result',
      result: [account],
      wallet: {
        connector: 'page',
        id: 'org.fake',
        name: 'Fake',
        origin: 'https://wallet.example',
        iconUrl: wallet.info.icon,
      },
    },
  ])
  await world.send(request('b'))
  expect(answers[1]).toMatchObject({ requestId: 'b', kind: 'result' })
  expect(extension.actions).toEqual(['create 1', 'front 1'])
  expect(await way.show(null)).toBe(true)
  expect(extension.actions.slice(2)).toEqual(['front 1', 'focus 9'])
})

test('a repeated id prompts once and answers twice', async () => {
  wallet.answer = () => '0x1'
  await world.send(request('a'))
  await world.send(request('a'))
  expect([answers.length, world.sends()]).toEqual([2, 1])
  expect(answers[0]).toEqual(answers[1])
})

test('a request to list a token gets an object, other methods a list (EIP-747)', async () => {
  const received: unknown[] = []
  wallet.answer = (params) => received.push(params)
  const asset = { type: 'ERC20', options: { address: account, symbol: 'USDC', decimals: 6 } }
  await way.request(request('a', { method: 'wallet_watchAsset', params: [asset] }))
  await world.send(request('b', { params: [{ to: account }] }), 3_000)
  expect(received).toEqual([asset, [{ to: account }]])
})

test('parallel requests run one after the other', async () => {
  const answer = world.wallet.held()
  await Promise.all([way.request(request('a')), way.request(request('b'))])
  await time.pass(1_000)
  expect([world.sends(), extension.actions]).toEqual([1, ['create 1']])
  answer('0x1')
  await time.pass(2_000)
  expect(world.sends()).toBe(2)
  answer('0x2')
  await time.pass(1_000)
  expect(answers.map((each) => each.requestId)).toEqual(['a', 'b'])
})

test('the worker stops during a request: the answer wakes the next one', async () => {
  const answer = world.wallet.held()
  await world.send(request('a'))
  extension.die()
  await time.pass(10_000)
  answer('0x1')
  await settled()
  way = world.live()
  await time.pass(1_000)
  expect(answers).toMatchObject([{ requestId: 'a', kind: 'result', result: '0x1' }])
  expect(world.sends()).toBe(1)
})

test('the page is reloaded or closed during a request: lost, and never sent again', async () => {
  world.wallet.held()
  await world.send(request('a'))
  extension.load(1, page)
  await time.pass(5_000)
  expect(answers).toEqual([{ requestId: 'a', kind: 'lost' }])
  await world.send(request('b'))
  extension.close(1)
  await time.pass(5_000)
  expect(answers[1]).toEqual({ requestId: 'b', kind: 'lost' })
  await world.send(request('a'), 5_000)
  expect(answers[2]).toEqual({ requestId: 'a', kind: 'lost' })
  expect(world.sends()).toBe(2)
})

test('a fetch of an unknown answer is lost and prompts no wallet', async () => {
  await way.request({ ...request('a'), onlyReplaysAnswer: true })
  await time.pass(1_000)
  expect(answers).toEqual([{ requestId: 'a', kind: 'lost' }])
  expect(world.sends()).toBe(0)
})

test('the tab closes while no worker is alive: lost at the next start', async () => {
  world.wallet.held()
  await world.send(request('a'))
  extension.die()
  extension.close(1)
  way = world.live()
  await time.pass(5_000)
  expect(answers).toEqual([{ requestId: 'a', kind: 'lost' }])
  expect(await way.show(null)).toBe(false)
})

test('a page that never loads: unreached', async () => {
  extension.isOffline = true
  await world.send(request('a'), 20_000)
  expect(answers).toEqual([{ requestId: 'a', kind: 'unreached', reason: 'noPage' }])
})

test('only the listed methods reach a wallet', async () => {
  const requesting = way.request(request('a', { method: 'eth_sign' as 'eth_accounts' }))
  await expect(requesting).rejects.toBeInstanceOf(Problem)
  expect([extension.actions, answers]).toEqual([[], []])
})

test('reports account, chain and disconnect of the connected wallet, also after a reload, and of no other', async () => {
  wallet.answer = () => [account]
  await world.send(connect('a'))
  way.follow(walletOf())
  wallet.listeners.get('accountsChanged')?.([])
  wallet.listeners.get('chainChanged')?.('0x2')
  wallet.listeners.get('disconnect')?.(new Error('x'))
  await time.pass(1_000)
  expect(events.map((event) => event.kind)).toEqual(['accounts', 'chain', 'disconnect'])
  events.length = 0
  const before = wallet.requests.length
  extension.load(1, page)
  await time.pass(1_000)
  expect(wallet.requests.slice(before)).toEqual(['eth_chainId', 'eth_accounts'])
  expect(events).toMatchObject([
    { kind: 'chain', chainId: 1 },
    { kind: 'accounts', accounts: [account] },
  ])
  way.follow(null)
  wallet.listeners.get('chainChanged')?.('0x3')
  await time.pass(1_000)
  expect(events).toHaveLength(2)
})

test('follows the connected wallet after another wallet of the page answered late, also after a restart', async () => {
  const other = new FakeWallet()
  Object.assign(other.info, { rdns: 'org.other', uuid: 'other' })
  other.accounts = [account]
  const both = await PageWorld.open((window) => {
    both.wallet.enter(window)
    other.enter(window)
  })
  const answerLate = other.held()
  await both.send(request('late', { wallet: walletOf('org.other') }))
  both.wallet.answer = () => [account]
  await both.send({ ...connect('a'), wallet: walletOf() }, 70_000)
  both.way.follow(walletOf())
  answerLate('0x1')
  await both.time.pass(2_000)
  expect(both.answers.map(({ requestId }) => requestId)).toEqual(['a', 'late'])
  other.listeners.get('chainChanged')?.('0x3')
  both.wallet.listeners.get('chainChanged')?.('0x2')
  await both.time.pass(1_000)
  both.live()
  both.extension.load(1, page)
  await both.time.pass(1_000)
  expect(both.events).toMatchObject([
    { kind: 'chain', chainId: 2, wallet: { id: 'org.fake' } },
    { kind: 'chain', chainId: 1, wallet: { id: 'org.fake' } },
    { kind: 'accounts', accounts: [account], wallet: { id: 'org.fake' } },
  ])
})

test('reports the open request of a wallet in a page from its sending to its end', async () => {
  const approve = world.wallet.held()
  await world.send(request('a'))
  expect(world.requests).toEqual([['a', 'eth_sendTransaction']])
  approve('0x1')
  await world.time.pass(2_000)
  expect(world.requests).toEqual([
    ['a', 'eth_sendTransaction'],
    ['a', null],
  ])
})

test('reports a step only where the user is prompted: not if it is answered immediately', async () => {
  const approve = world.wallet.heldSwitch()
  await world.send(request('a', { chain: { chainId: 7, add: null } }))
  expect(world.requests).toEqual([['a', 'wallet_switchEthereumChain']])
  approve()
  await world.time.pass(3_000)
  expect(world.requests.slice(1)).toEqual([
    ['a', null],
    ['a', 'eth_sendTransaction'],
    ['a', null],
  ])
})

test('continues after a wallet that switches and never answers; its late answer hides no newer step', async () => {
  let answerSwitch: () => void = () => undefined
  world.wallet.switchTo = () => new Promise((done) => (answerSwitch = () => done(null)))
  world.wallet.answer = () => new Promise(() => undefined)
  await world.send(request('a', { chain: { chainId: 7, add: null } }))
  world.wallet.chainId = 7
  world.wallet.listeners.get('chainChanged')?.('0x7')
  await world.time.pass(3_000)
  const open = [
    ['a', 'wallet_switchEthereumChain'],
    ['a', 'eth_sendTransaction'],
  ]
  expect(world.requests).toEqual(open)
  answerSwitch()
  await world.time.pass(3_000)
  expect(world.requests).toEqual(open)
  expect(world.sends()).toBe(1)
})

test('shows no request as open that never reaches the wallet', async () => {
  world.wallet.accounts = [`0x${'cd'.repeat(20)}`]
  await world.send(request('a'))
  expect(world.answers).toMatchObject([{ requestId: 'a', kind: 'unreached', reason: 'wrongAccount' }])
  expect(world.requests).toEqual([])
})

const readOf = (id = 'org.fake') => ({
  wallet: walletOf(id),
  method: 'wallet_getCallsStatus' as const,
  params: ['calls'],
})

test('reads from a wallet of an open page, in parallel to its requests', async () => {
  const { time, wallet, way } = world
  wallet.answer = () => [account]
  await world.send(connect('a'))
  world.wallet.held()
  await world.send(request('b'), 500)
  wallet.answer = ([id]) => ({ id })
  const reading = way.read(readOf())
  await time.pass(200)
  expect(await reading).toEqual({ id: 'calls' })
  expect(world.sends()).toBe(1)
})

test('reads null from a closed page, and from a wallet that is absent, refuses, or is silent', async () => {
  const { time, wallet, way } = world
  expect(await way.read(readOf())).toBeNull()
  wallet.answer = () => [account]
  await world.send(connect('a'))
  for (const [id, answer] of [
    ['org.other', () => 1],
    ['org.fake', () => Promise.reject(new Error('no'))],
    ['org.fake', () => new Promise(() => {})],
    ['org.fake', () => 1n],
  ] as const) {
    wallet.answer = answer
    const reading = way.read(readOf(id))
    await time.pass(4_000)
    expect(await reading).toBeNull()
  }
})
