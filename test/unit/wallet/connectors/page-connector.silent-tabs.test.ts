import { beforeEach, describe, expect, test } from 'vitest'
import type { WalletRef } from '../../../../lib/wallet/port.ts'
import { account, connect, PageWorld, page, request } from './page-world.ts'

const site = 'https://site.example'
const ofSite: WalletRef = { connector: 'page', id: 'org.fake', name: 'Fake', origin: site, iconUrl: null }

let world: PageWorld
let { time, wallet, extension, answers, way } = {} as PageWorld

/** The wallet page is open in tab 1, and another site in tab 4. */
beforeEach(async () => {
  world = await PageWorld.open()
  ;({ time, wallet, extension, answers, way } = world)
  extension.sites = { kind: 'all', listed: [] }
  wallet.answer = () => [account]
  await world.send(connect('a'))
  extension.load(4, site)
  await way.pick({ tabId: 4, origin: site })
  wallet.answer = () => '0x1'
  answers.length = 0
  extension.actions.length = 0
})

/** Starts work, lets time pass, and returns the result; `pending` without one. */
async function resultAfter<T>(work: Promise<T>, ms: number): Promise<T | 'pending'> {
  let result: T | 'pending' = 'pending'
  void work.then((done) => (result = done))
  await time.pass(ms)
  return result
}

describe('a frozen tab', () => {
  test('comes to the front for a request, which its wallet gets one time', async () => {
    extension.silence(1, 'frozen')
    await world.send(request('b'), 5_000)
    expect(answers).toMatchObject([{ requestId: 'b', kind: 'result', result: '0x1' }])
    expect(extension.actions).toEqual(['front 1', 'focus 9', 'front 1'])
    expect(world.sends()).toBe(1)
  })

  test('is shown', async () => {
    extension.silence(1, 'frozen')
    expect(await resultAfter(way.show(null), 4_000)).toBe(true)
    expect(extension.actions.slice(0, 2)).toEqual(['front 1', 'focus 9'])
  })

  test('that has the page of another site by now gets no request, and is not the one to show', async () => {
    extension.load(4, 'https://evil.example/')
    extension.silence(4, 'frozen')
    expect(await resultAfter(way.show(ofSite), 4_000)).toBe(false)
    extension.silence(4, 'frozen')
    await world.send(request('b', { wallet: ofSite }), 10_000)
    expect(answers).toEqual([{ requestId: 'b', kind: 'unreached', reason: 'noTab' }])
    expect(world.sends()).toBe(0)
  })

  test('that froze with the request on its way comes to the front, and prompts one time', async () => {
    world.beforeSend = async () => extension.silence(1, 'frozen')
    await world.send(request('b'), 7_000)
    expect([answers, world.sends()]).toEqual([[], 0])
    await time.pass(5_000)
    expect(world.fronted).toEqual(['b'])
    expect(answers).toMatchObject([{ requestId: 'b', kind: 'result', result: '0x1' }])
    expect(world.sends()).toBe(1)
  })
})

describe('a blocked tab', () => {
  test('of the wallet page is replaced by a new one, and gets no request when it runs again', async () => {
    extension.silence(1, 'blocked')
    await world.send(request('b'), 8_000)
    expect(answers).toMatchObject([{ requestId: 'b', kind: 'result', result: '0x1' }])
    expect(extension.actions).toEqual(['front 1', 'focus 9', 'create 2'])
    extension.unsilence(1)
    await time.pass(60_000)
    expect([world.sends(), answers.length]).toEqual([1, 1])
  })

  test('of another site gets no request, not even when it runs again', async () => {
    extension.silence(4, 'blocked')
    expect(await resultAfter(way.request(request('b', { wallet: ofSite })), 7_000)).toBeUndefined()
    expect(answers).toEqual([{ requestId: 'b', kind: 'unreached', reason: 'noTab' }])
    expect(extension.actions).toEqual(['front 4', 'focus 9'])
    extension.unsilence(4)
    await time.pass(60_000)
    expect([world.sends(), answers.length]).toEqual([0, 1])
  })

  test('is shown', async () => {
    extension.silence(4, 'blocked')
    expect(await resultAfter(way.show(ofSite), 7_000)).toBe(true)
    expect(extension.actions.slice(0, 2)).toEqual(['front 4', 'focus 9'])
  })

  test('that got a request still answers it, and delays no other request', async () => {
    world.beforeSend = async () => extension.silence(4, 'blocked')
    await world.send(request('b', { wallet: ofSite }), 500)
    world.beforeSend = async () => undefined
    const next = request('c', { wallet: ofSite })
    expect(await resultAfter(way.request(next), 60_000)).toBeUndefined()
    expect(answers).toEqual([{ requestId: 'c', kind: 'unreached', reason: 'noTab' }])
    await time.pass(600_000)
    expect([answers.length, world.sends()]).toEqual([1, 0])
    extension.unsilence(4)
    await time.pass(1_000)
    expect(answers.slice(1)).toMatchObject([{ requestId: 'b', kind: 'result', result: '0x1' }])
    expect(world.sends()).toBe(1)
  })

  test('that closes with a request on its way leaves its outcome unknown', async () => {
    world.beforeSend = async () => extension.silence(4, 'blocked')
    await world.send(request('b', { wallet: ofSite }), 60_000)
    extension.close(4)
    await time.pass(5_000)
    expect(answers).toEqual([{ requestId: 'b', kind: 'lost' }])
  })

  test('that was blocked while the request waited for its turn gets no request', async () => {
    wallet.held()
    await world.send(request('b'))
    await way.request(request('c'))
    extension.silence(1, 'blocked')
    await time.pass(80_000)
    expect(answers).toEqual([{ requestId: 'c', kind: 'unreached', reason: 'noPage' }])
    extension.unsilence(1)
    await time.pass(60_000)
    expect([answers.length, world.sends()]).toEqual([1, 1])
  })
})

describe('a request whose tab was blocked when the worker started again', () => {
  let answer: (value: unknown) => void

  beforeEach(async () => {
    answer = wallet.held()
    await world.send(request('b'))
    extension.silence(1, 'blocked')
    way = world.live()
    expect(await resultAfter(way.request(request('b')), 5_000)).toBeUndefined()
    expect(answers).toEqual([])
  })

  test('gets its answer when the tab runs again', async () => {
    extension.unsilence(1)
    answer('0x2')
    await time.pass(5_000)
    expect(answers).toMatchObject([{ requestId: 'b', kind: 'result', result: '0x2' }])
    expect(world.sends()).toBe(1)
  })

  test('has an unknown outcome once the tab shows another document', async () => {
    extension.load(1, page)
    await time.pass(5_000)
    expect(answers).toEqual([{ requestId: 'b', kind: 'lost' }])
  })
})
