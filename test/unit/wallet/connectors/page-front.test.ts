import { beforeEach, describe, expect, test } from 'vitest'
import { PageWorld, request } from './page-world.ts'

const front = ['front 1', 'focus 9']

let world: PageWorld

/** A wallet that waits until its page is visible, as Rabby's provider does, in a hidden page. */
beforeEach(async () => {
  world = await PageWorld.open()
  world.wallet.answer = () => new Promise(() => undefined)
  await world.send(request('a'), 500)
  world.extension.isVisible = false
  world.extension.actions.length = 0
})

const seen = () => [world.extension.actions, world.fronted]

describe('a hidden page of a silent wallet', () => {
  test('comes to the front after eight seconds, one time', async () => {
    await world.time.pass(7_000)
    expect(seen()).toEqual([[], []])
    await world.time.pass(1_000)
    expect(seen()).toEqual([front, ['a']])
    world.extension.isVisible = false
    await world.time.pass(60_000)
    expect(seen()).toEqual([front, ['a']])
  })

  test('comes to the front when it is due, though the worker stopped meanwhile, and never again', async () => {
    await world.time.pass(2_000)
    world.live()
    await world.time.pass(4_000)
    expect(seen()).toEqual([[], []])
    await world.time.pass(3_000)
    expect(seen()).toEqual([front, ['a']])
    world.extension.isVisible = false
    world.live()
    await world.time.pass(60_000)
    expect(seen()).toEqual([front, ['a']])
  })

  test('comes to the front though Ferry itself has a popup window in front of it', async () => {
    const own = { id: 4, focused: true, tabs: [{ url: 'chrome-extension://ferry/popup.html#/order/1' }] }
    world.extension.popups = [own]
    await world.time.pass(8_000)
    expect(seen()).toEqual([front, ['a']])
  })
})

test.each<[string, () => void]>([
  ['can be seen', () => Object.assign(world.extension, { isVisible: true })],
  ['has a new window', () => Object.assign(world.extension, { popups: [{ id: 3, focused: false }] })],
  ['is closed', () => world.extension.close(1)],
  ['has a request that was stopped', () => Object.assign(world, { isNeeded: false })],
])('a page that %s stays where it is', async (_what, change) => {
  change()
  await world.time.pass(60_000)
  expect(seen()).toEqual([[], []])
})

test('a page whose wallet answers in time stays where it is', async () => {
  const answer = world.wallet.held()
  await world.way.request(request('b'))
  // The first request is silent for a minute; then the next one has its turn.
  world.extension.isVisible = true
  await world.time.pass(62_000)
  world.extension.isVisible = false
  answer('0x1')
  await world.time.pass(60_000)
  expect(seen()).toEqual([['front 1'], []])
})

test('an earlier popup window does not matter, unless the wallet brought it to the front', async () => {
  world = await PageWorld.open()
  world.wallet.answer = () => new Promise(() => undefined)
  world.extension.popups = [{ id: 3, focused: false }]
  await world.way.request(request('a'))
  await world.send(request('b'), 500)
  Object.assign(world.extension, { isVisible: false, popups: [{ id: 3, focused: true }] })
  await world.time.pass(8_000)
  expect(world.fronted).toEqual([])
  world.extension.popups = [{ id: 3, focused: false }]
  await world.time.pass(62_000)
  expect(world.fronted).toEqual(['b'])
})

test('an unanswered step before the request brings the page to the front too, one time in all', async () => {
  world = await PageWorld.open()
  // The wallet answers not even a read while the page is hidden.
  const { request: quoteRequest } = world.wallet as unknown as {
    request: (requested: unknown) => Promise<unknown>
  }
  let show: () => void = () => undefined
  const isShown = new Promise<void>((done) => (show = done))
  Reflect.set(world.wallet, 'request', async (requested: unknown) => {
    await isShown
    return quoteRequest.call(world.wallet, requested)
  })
  world.wallet.answer = () => new Promise(() => undefined)
  world.extension.isVisible = false
  await world.send(request('a'), 9_000)
  expect(world.fronted).toEqual(['a'])
  show()
  await world.time.pass(1_000)
  expect(world.sends()).toBe(1)
  world.extension.isVisible = false
  await world.time.pass(60_000)
  expect(world.fronted).toEqual(['a'])
})
