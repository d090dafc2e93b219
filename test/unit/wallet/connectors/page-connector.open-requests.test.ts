import { beforeEach, expect, test } from 'vitest'
import { PageWorld, request } from './page-world.ts'

let world: PageWorld

beforeEach(async () => {
  world = await PageWorld.open()
  world.wallet.answer = () => '0x1'
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
