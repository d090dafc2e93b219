import { beforeEach, expect, test } from 'vitest'
import { pageChannel } from '../../../../lib/wallet/connectors/page-protocol.ts'
import { settled } from '../../rpc/manual-wait.ts'
import { PageWorld, page, request } from './page-world.ts'

let world: PageWorld

beforeEach(async () => {
  world = await PageWorld.open()
})

/** A message of the relay in a tab of the wallet page. */
const sender = (tabId: number) => ({ id: 'ferry', url: page, frameId: 0, tab: { id: tabId } })
const say = (message: object, tabId = 1) =>
  world.extension.send({ channel: pageChannel, message }, sender(tabId))
const error = { code: 4001, message: 'User rejected the request' }
const rejects = (kind: 'request' | 'read') => ({ kind, id: 'a', wallet: world.wallet.info, error })

/** The wallet's answer to the request `a`. Returns whether Ferry has acknowledged it by now. */
function sayResult(): () => boolean {
  let isAcknowledged = false
  const message = { kind: 'request', id: 'a', wallet: world.wallet.info, result: '0x1' }
  void say(message).then((reply) => (isAcknowledged = reply === true))
  return () => isAcknowledged
}

async function isRecorded(): Promise<boolean> {
  return JSON.stringify(await world.extension.storage.get('walletRequests')).includes('"isAnswered":true')
}

test('a page that says it called no wallet, after the wallet got the request, proves nothing', async () => {
  world.wallet.held()
  await world.send(request('a'))
  expect(world.sends()).toBe(1)
  await say({ kind: 'request', id: 'a' })
  await world.time.pass(1_000)
  expect(world.answers).toEqual([{ requestId: 'a', kind: 'lost' }])
})

test('the same from a page of an earlier life of the worker', async () => {
  world.wallet.held()
  await world.send(request('a'))
  world.live()
  await settled()
  await say({ kind: 'request', id: 'a' })
  await world.time.pass(1_000)
  expect(world.answers).toEqual([{ requestId: 'a', kind: 'lost' }])
})

test('another tab of the wallet page answers no request, and the answer of the own one counts', async () => {
  const answer = world.wallet.held()
  await world.send(request('a'))
  expect(await say(rejects('request'), 2)).toBeUndefined()
  expect(world.answers).toEqual([])
  answer('0x1')
  await world.time.pass(1_000)
  expect(world.answers).toMatchObject([{ requestId: 'a', kind: 'result', result: '0x1' }])
})

test("the wallet's answer counts after Ferry gave the request up", async () => {
  const answer = world.wallet.held()
  await world.send(request('a'))
  const { requests } = world
  expect(requests.at(-1)).toEqual(['a', 'eth_sendTransaction'])
  await world.deliverAnswer({ requestId: 'a', kind: 'lost' })
  answer('0x1')
  await world.time.pass(1_000)
  expect(world.answers).toMatchObject([{ kind: 'lost' }, { kind: 'result', result: '0x1' }])
})

test('a page cannot answer a request while Ferry stores that it is being sent', async () => {
  let isStored: () => void = () => undefined
  world.beforeSend = () => new Promise((done) => (isStored = done))
  await world.send(request('a'))
  expect(world.put).toEqual(['a'])
  // The relay passes on reads that it did not get.
  expect(await say(rejects('read'))).toBeUndefined()
  expect([world.answers, world.sends()]).toEqual([[], 0])
  // An answer that is settled nevertheless stops the request.
  await world.deliverAnswer({ requestId: 'a', kind: 'lost' })
  isStored()
  await world.time.pass(1_000)
  expect([world.answers.length, world.sends()]).toEqual([1, 0])
})

test('an answer is acknowledged only after it is stored', async () => {
  const answer = world.wallet.held()
  await world.send(request('a'))
  let store: () => void = () => undefined
  const { set } = world.extension.storage
  world.extension.storage.set = async (items) => {
    if (JSON.stringify(items).includes('"isAnswered":true')) await new Promise<void>((done) => (store = done))
    await set(items)
  }
  const isAcknowledged = sayResult()
  await world.time.pass(1_000)
  expect([world.answers.length, isAcknowledged()]).toEqual([1, false])
  store()
  await world.time.pass(1_000)
  expect(isAcknowledged()).toBe(true)
  answer('0x1')
})

test('an answer is neither recorded nor acknowledged before its order is stored', async () => {
  const answer = world.wallet.held()
  await world.send(request('a'))
  const { promise: stored, resolve: store } = Promise.withResolvers<void>()
  world.onAnswer = (received) => {
    world.answers.push(received)
    return stored
  }
  const isAcknowledged = sayResult()
  await world.time.pass(1_000)
  expect([world.answers.length, await isRecorded(), isAcknowledged()]).toEqual([1, false, false])
  store()
  await world.time.pass(1_000)
  expect([await isRecorded(), isAcknowledged()]).toEqual([true, true])
  answer('0x1')
})

test('an answer whose order could not be stored is stored again until it succeeds, and only then acknowledged', async () => {
  const answer = world.wallet.held()
  await world.send(request('a'))
  let isDiskFull = true
  world.onAnswer = async (received) => {
    if (isDiskFull) throw new Error('the disk is full')
    world.answers.push(received)
  }
  const isAcknowledged = sayResult()
  await world.time.pass(20_000)
  expect([world.answers.length, await isRecorded(), isAcknowledged()]).toEqual([0, false, false])
  isDiskFull = false
  await world.time.pass(5_000)
  expect(world.answers).toMatchObject([{ requestId: 'a', kind: 'result', result: '0x1' }])
  expect([await isRecorded(), isAcknowledged()]).toEqual([true, true])
  answer('0x1')
})

test.each([
  ['a locked wallet', { code: 4100, message: 'The wallet is locked' }, 4100],
  ['a request that is open already', { code: -32002, message: 'already pending' }, -32002],
  ['a nested code', { code: -32603, message: 'no', data: { originalError: { code: 4001 } } }, 4001],
  ['an error without a code', new Error('odd'), null],
])('%s is returned with its code, as the answer to a request that was sent', async (_name, error, code) => {
  world.wallet.answer = () => Promise.reject(error)
  await world.send(request('a'), 5_000)
  const failure = expect.not.objectContaining({ failedBeforeRequest: true })
  expect(world.answers).toMatchObject([{ kind: 'failure', failure: { code } }])
  expect(world.answers).toMatchObject([{ failure }])
})
