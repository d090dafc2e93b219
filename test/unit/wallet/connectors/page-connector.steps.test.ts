import { beforeEach, describe, expect, test } from 'vitest'
import type { PagePorts } from '../../../../lib/wallet/connectors/page-tab.ts'
import { account, PageWorld, request } from './page-world.ts'

let world: PageWorld

/** Whether storage now holds a request whose method is being sent. */
const isSentStored = (items: object): boolean => /"sentMs":\d/.test(JSON.stringify(items))

beforeEach(async () => {
  world = await PageWorld.open()
})

test('the worker stops during a step: the next one gets the answer, and the wallet prompts once', async () => {
  const approve = world.wallet.heldSwitch()
  world.wallet.answer = () => '0x1'
  const elsewhere = request('a', { chain: { chainId: 7, add: null } })
  await world.way.request(elsewhere)
  await world.time.pass(1_000)
  const switches = (): number =>
    world.wallet.requests.filter((method) => method === 'wallet_switchEthereumChain').length
  expect([switches(), world.sends()]).toEqual([1, 0])
  world.live()
  await world.way.request(elsewhere)
  await world.time.pass(1_000)
  expect([switches(), world.sends(), world.answers]).toEqual([1, 0, []])
  approve()
  await world.time.pass(1_000)
  expect(world.answers).toMatchObject([{ requestId: 'a', kind: 'result', result: '0x1' }])
  // The tab was not brought to the front again.
  expect([switches(), world.sends(), world.extension.actions]).toEqual([1, 1, ['create 1']])
})

test('a step approved while no worker is alive is not repeated', async () => {
  let approve: () => void = () => {}
  world.wallet.accounts = []
  world.wallet.answer = () =>
    new Promise((done) => {
      approve = () => {
        world.wallet.accounts = [account]
        done([account])
      }
    })
  await world.send(request('a'))
  world.die()
  approve()
  world.wallet.answer = () => '0x1'
  await world.time.pass(1_000)
  world.live()
  await world.send(request('a'))
  expect(world.wallet.requests.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
  expect(world.answers.filter(({ requestId }) => requestId === 'a')).toMatchObject([{ kind: 'result' }])
})

test('the page closes during a step: no money was requested', async () => {
  world.wallet.switchTo = () => new Promise(() => {})
  await world.send(request('a', { chain: { chainId: 7, add: null } }))
  world.extension.close(1)
  await world.time.pass(5_000)
  const unreached = { requestId: 'a', kind: 'unreached', reason: 'noPage' }
  expect(world.answers).toEqual([unreached])
  await world.way.request(request('a'))
  expect([world.answers[1], world.sends()]).toEqual([unreached, 0])
})

test('an unrecorded request is not sent, and the next one has its turn', async () => {
  const ports = world.extension.ports()
  let isFull = true
  const set: PagePorts['storage']['set'] = async (items) => {
    if (isFull && isSentStored(items)) {
      isFull = false
      throw new Error('quota exceeded')
    }
    await ports.storage.set(items)
  }
  world.live({ storage: { ...ports.storage, set } })
  await world.way.request(request('a'))
  await world.send(request('b'), 2_000)
  await world.way.request(request('a'))
  const unreached = { requestId: 'a', kind: 'unreached', reason: 'noPage' }
  expect(world.answers).toMatchObject([unreached, { requestId: 'b', kind: 'result' }, unreached])
  expect(world.sends()).toBe(1)
})

test("a new worker's request waits for an earlier worker's", async () => {
  const answer = world.wallet.held()
  await world.send(request('a'))
  world.live()
  await world.send(request('b'), 5_000)
  expect(world.sends()).toBe(1)
  answer('0x1')
  await world.time.pass(1_000)
  expect(world.sends()).toBe(2)
  answer('0x2')
  await world.time.pass(1_000)
  expect(world.answers.map((each) => each.requestId)).toEqual(['a', 'b'])
})

const stopped = (requestId: string) => ({ requestId, kind: 'unreached', reason: 'noPage' })

test('a request stopped during a chain switch is not sent, and the next one has its turn', async () => {
  const approve = world.wallet.heldSwitch()
  await world.send(request('a', { chain: { chainId: 7, add: null } }))
  world.isNeeded = false
  approve()
  await world.time.pass(2_000)
  expect([world.sends(), world.answers, world.put]).toEqual([0, [stopped('a')], []])
  world.isNeeded = true
  await world.send(request('b', { chain: { chainId: 7, add: null } }), 2_000)
  expect([world.sends(), world.put]).toEqual([1, ['b']])
})

test('a request stopped before its turn sends nothing', async () => {
  world.wallet.accounts = []
  const answer = world.wallet.held()
  await world.way.request(request('a'))
  await world.send(request('b'))
  const before = world.wallet.requests.filter((method) => method === 'eth_requestAccounts').length
  world.isNeeded = false
  answer([])
  await world.time.pass(5_000)
  const after = world.wallet.requests.filter((method) => method === 'eth_requestAccounts').length
  expect([before, after, world.sends()]).toEqual([1, 1, 0])
})

test('a request stopped while it is recorded is not sent, and no check calls it lost', async () => {
  const ports = world.extension.ports()
  const set: PagePorts['storage']['set'] = async (items) => {
    if (isSentStored(items)) world.isNeeded = false
    await ports.storage.set(items)
  }
  world.live({ storage: { ...ports.storage, set } })
  await world.send(request('a'), 2_000)
  world.live()
  await world.time.pass(5_000)
  expect([world.sends(), world.answers]).toEqual([0, [stopped('a')]])
})

describe.each(['chromium', 'firefox'] as const)(
  'Ferry is reloaded during a request to a wallet in a page, in %s',
  (browser) => {
    test('the result is unknown, once, and the same request never prompts again', async () => {
      const release = world.wallet.held()
      await world.send(request('a'))
      expect(world.sends()).toBe(1)
      world.extension.reload(browser)
      world.live()
      await world.time.pass(5_000)
      expect(world.answers).toEqual([{ requestId: 'a', kind: 'lost' }])
      // The window of the old request is still open; its answer reaches no worker.
      release('0xlate')
      await world.time.pass(30_000)
      await world.send(request('a'), 5_000)
      expect(world.answers).toEqual([
        { requestId: 'a', kind: 'lost' },
        { requestId: 'a', kind: 'lost' },
      ])
      expect(world.sends()).toBe(1)
    })

    test('a step before the method was no request: unreached, and a retry goes through', async () => {
      world.wallet.knownChains = [1, 7]
      const switchTo = world.wallet.switchTo
      world.wallet.switchTo = () => new Promise(() => {})
      const elsewhere = request('a', { chain: { chainId: 7, add: null } })
      await world.way.request(elsewhere)
      await world.time.pass(1_000)
      world.extension.reload(browser)
      world.live()
      await world.time.pass(1_000)
      await world.send(elsewhere, 10_000)
      world.wallet.switchTo = switchTo
      if (browser === 'chromium') {
        // No script of Ferry runs in that tab any more.
        expect(world.answers).toEqual([{ requestId: 'a', kind: 'unreached', reason: 'noPage' }])
      }
      expect(world.sends()).toBe(0)
      await world.send({ ...elsewhere, requestId: 'b' }, 70_000)
      expect(world.answers.at(-1)).toMatchObject({ requestId: 'b', kind: 'result' })
      expect(world.sends()).toBe(1)
    })

    test('a new request reaches the wallet, in the same tab where Ferry is in it', async () => {
      world.wallet.held()
      await world.send(request('a'))
      world.extension.reload(browser)
      world.live()
      await world.time.pass(5_000)
      world.wallet.answer = () => '0x2'
      await world.send(request('b'), 10_000)
      await world.time.pass(1_000)
      expect(world.answers).toMatchObject([
        { requestId: 'a', kind: 'lost' },
        { requestId: 'b', kind: 'result', result: '0x2' },
      ])
      expect(world.extension.actions).toEqual(
        browser === 'firefox' ? ['create 1', 'front 1'] : ['create 1', 'create 2'],
      )
    })
  },
)
