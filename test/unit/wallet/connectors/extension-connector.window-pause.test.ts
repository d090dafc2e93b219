import { beforeEach, expect, test } from 'vitest'
import { ExtensionWorld } from './extension-world.ts'
import { send } from './stream-world.ts'

let world: ExtensionWorld
let { wallet, pass, requestFor } = {} as ExtensionWorld

const ref = () => world.ref()

beforeEach(() => {
  world = new ExtensionWorld()
  ;({ wallet, pass, requestFor } = world)
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
