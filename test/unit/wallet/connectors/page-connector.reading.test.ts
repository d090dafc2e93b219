import { beforeEach, expect, test } from 'vitest'
import { account, connect, PageWorld, request } from './page-world.ts'

let world: PageWorld

beforeEach(async () => {
  world = await PageWorld.open()
})

const readOf = (id = 'org.fake') => ({
  wallet: { connector: 'page' as const, id, name: 'Fake', origin: 'https://wallet.example', iconUrl: null },
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
