import { beforeEach, expect, test } from 'vitest'
import { pageChannel } from '../../../../lib/wallet/connectors/page-protocol.ts'
import { settled } from '../../rpc/manual-wait.ts'
import { account, connect, PageWorld, page } from './page-world.ts'

let { time, extension, answers } = {} as PageWorld

beforeEach(async () => {
  ;({ time, extension, answers } = await PageWorld.open(() => {}))
})

test('on other pages the relay is silent, and messages that a page forges are ignored', async () => {
  extension.load(7, 'https://page.example/')
  await settled()
  extension.forge(7, { kind: 'request', id: 'a' })
  await time.pass(1_000)
  expect(answers).toEqual([])
  await expect(extension.ports().tabs.sendMessage(7, {}, { frameId: 0 })).rejects.toThrow()
})

test('in the wallet page an answer without a request is not forwarded', async () => {
  extension.load(7, page)
  await settled()
  extension.forge(7, { kind: 'request', id: 'guess' })
  await time.pass(1_000)
  expect(answers).toEqual([])
})

const relay = { id: 'ferry', url: page, frameId: 0, tab: { id: 3 } }
test.each([
  ['another extension', { ...relay, id: 'other' }],
  ['another page', { ...relay, url: 'https://page.example/wallet' }],
  ['another path', { ...relay, url: `${page}/x` }],
  ['a frame', { ...relay, frameId: 2 }],
  ['a sandboxed document', { ...relay, origin: 'null' }],
  ['our own view', { id: 'ferry', url: page }],
])('ignores %s as a relay', async (_who, sender) => {
  const message = { kind: 'request', id: 'a' }
  expect(await extension.send({ channel: pageChannel, message }, sender)).toBe(undefined)
  expect(answers).toEqual([])
})

test('accepts the relay whatever follows the path', async () => {
  const message = { kind: 'request', id: 'a' }
  const sender = { ...relay, url: `${page}?auto=1#x` }
  expect(await extension.send({ channel: pageChannel, message }, sender)).toBe(true)
  // It is the answer to a step of an earlier worker, or to nothing: it wakes Ferry, and ends no request.
  expect(answers).toEqual([])
})

test('accepts few of a thousand messages of a site, and still the answer to its open request', async () => {
  const world = await PageWorld.open()
  const answer = world.wallet.held()
  await world.send(connect('a'))
  await world.time.pass(60_000)
  const { info } = world.wallet
  const flood = [
    { kind: 'event', wallet: info, name: 'chainChanged', value: '0x2' },
    { kind: 'found', id: 'none', wallet: info },
    { kind: 'request', id: 'none', wallet: info, result: 1 },
  ]
  const sender = { ...relay, tab: { id: 1 } }
  const sent = Array.from({ length: 1_000 }, (_, each) =>
    world.extension.send({ channel: pageChannel, message: flood[each % flood.length] }, sender),
  )
  expect((await Promise.all(sent)).filter((reply) => reply === true)).toHaveLength(10)
  answer([account])
  await world.time.pass(1_000)
  expect(world.answers).toMatchObject([{ requestId: 'a', kind: 'result' }])
})

test.each([
  ['is from another tab', 2, { kind: 'request', id: 'a' }],
  ['is no answer', 1, { kind: 'found', id: 'a' }],
])('counts a message that names an open request, if it %s', async (_what, tabId, message) => {
  const world = await PageWorld.open()
  world.wallet.held()
  await world.send(connect('a'))
  await world.time.pass(60_000)
  const send = (one: object) =>
    world.extension.send({ channel: pageChannel, message: one }, { ...relay, tab: { id: tabId } })
  for (let each = 0; each < 100; each += 1) await send(message)
  expect(await send({ kind: 'request', id: 'none' })).toBe(undefined)
})
