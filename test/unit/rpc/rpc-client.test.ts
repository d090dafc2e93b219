import { expect, test } from 'vitest'
import type { Browser } from 'webextension-polyfill'
import { Problem } from '../../../lib/base/problem.ts'
import { messages, type ViewPush } from '../../../lib/rpc/messages.ts'
import { createRpcClient, viewChannel } from '../../../lib/rpc/rpc-client.ts'
import { type ServerRuntime, serveViews, type ViewHandlers } from '../../../lib/rpc/rpc-server.ts'
import { defaultSettings } from '../../../lib/storage/settings.ts'
import { FakeRuntime } from './fake-runtime.ts'
import { ManualWait, settled } from './manual-wait.ts'

const push: ViewPush = { kind: 'catalogue' }

/** Gives every message the same answer. */
function handlersOf(answer: (name: string, input: unknown) => Promise<null>): ViewHandlers {
  const answers = Object.keys(messages).map((name) => [name, (input: unknown) => answer(name, input)])
  return Object.fromEntries(answers) as ViewHandlers
}

function background(runtime: ServerRuntime) {
  const requested: unknown[] = []
  const counts: number[] = []
  async function answer(name: string, input: unknown): Promise<null> {
    requested.push([name, input])
    if (name === 'searchTokens') throw new Problem('serviceBusy', { retryAfterMs: 5 })
    if (name === 'markViewed') throw new TypeError('secret')
    return null
  }
  const views = serveViews(runtime, {
    handlers: async () => handlersOf(answer),
    onViewCountChange: (count) => void counts.push(count),
  })
  return { requested: requested, counts, views }
}

function view(runtime: FakeRuntime, ready = Promise.resolve()) {
  const time = new ManualWait()
  const restored: (() => void)[] = []
  const ports: { isOpen(): boolean }[] = []
  const client = createRpcClient({
    sendMessage: (call) => runtime.send(call),
    connect: () => {
      const port = runtime.connect(viewChannel)
      ports.push(port)
      return port
    },
    onRestored: (back) => void restored.push(back),
    ready,
    wait: time.wait,
  })
  return { client, time, ports, restore: () => restored.forEach((back) => void back()) }
}

/** A background with one view. */
function connected(ready?: Promise<void>) {
  const runtime = new FakeRuntime()
  return { runtime, ...background(runtime), ...view(runtime, ready) }
}

const ignore = () => {}
const anyPage = { choice: { connector: 'page', id: null } } as const

const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'fine',
    (thrown) => (thrown instanceof Problem ? thrown.data : thrown),
  )

test("the browser's own API satisfies the ports' types", () => {
  const fits = (browser: Browser, answers: ViewHandlers) =>
    serveViews(browser.runtime, { handlers: async () => answers, onViewCountChange: () => {} })
  expect(fits).toBeTypeOf('function')
})

test('a message is answered, and a problem arrives unchanged', async () => {
  const { client, requested } = connected()
  expect(await client.send('dropQuote', { viewId: 'v' })).toBe(null)
  expect(requested).toEqual([['dropQuote', { viewId: 'v' }]])
  expect(await code(client.send('searchTokens', { query: 'x' }))).toMatchObject({
    code: 'serviceBusy',
    retryAfterMs: 5,
  })
  const internal = await code(client.send('markViewed', { orderId: 'o' }))
  expect(internal).toMatchObject({ code: 'internal', facts: { kind: 'TypeError' } })
  expect(JSON.stringify(internal)).not.toContain('secret')
})

test('invalid input is refused with its path', async () => {
  const { runtime, client, requested } = connected()
  const settings = { ...defaultSettings, theme: 'pink' as 'dark' }
  expect(await code(client.send('saveSettings', { settings }))).toMatchObject({
    code: 'badMessage',
    facts: { message: 'saveSettings', path: 'settings.theme' },
  })
  for (const name of ['constructor', 'toString', '__proto__', 7, undefined]) {
    const reply = await runtime.send({ channel: viewChannel, name, input: null })
    expect(reply).toMatchObject({ ok: false, problem: { code: 'badMessage' } })
  }
  expect(requested).toEqual([])
})

test.each([
  ['a content script', { id: 'ferry', url: 'https://page.example/', frameId: 0 }],
  ['another extension', { id: 'other', url: 'chrome-extension://other/x.html' }],
  ['a look-alike url', { id: 'ferry', url: 'https://chrome-extension://ferry/' }],
  ['a frame', { id: 'ferry', url: 'chrome-extension://ferry/popup.html', frameId: 3 }],
  ['nobody', {}],
])('%s is not served (X2)', async (_who, sender) => {
  const runtime = new FakeRuntime()
  const { requested, counts } = background(runtime)
  const reply = await runtime.send({ channel: viewChannel, name: 'start', input: null }, sender)
  expect(reply).toMatchObject({ ok: false, problem: { code: 'notAllowed' } })
  const port = runtime.connect(viewChannel, sender)
  await settled()
  expect([requested, counts, port.isOpen()]).toEqual([[], [], false])
})

test('our page in a tab is a view too; messages and ports of other channels are ignored', async () => {
  const runtime = new FakeRuntime()
  const { requested, counts } = background(runtime)
  await runtime.send(
    { channel: viewChannel, name: 'start', input: null },
    { id: 'ferry', url: 'chrome-extension://ferry/popup.html?tab', frameId: 0 },
  )
  expect(requested).toHaveLength(1)
  expect(await runtime.send({ channel: 'ferry:wallet' })).toBe(undefined)
  expect(await runtime.send(null)).toBe(undefined)
  runtime.connect('ferry:wallet')
  await settled()
  expect(counts).toEqual([])
})

test('retries while a worker starts; a once-only message only if it never arrived', async () => {
  const runtime = new FakeRuntime()
  const { client, time } = view(runtime)
  const starting = client.send('start', null)
  const connecting = client.sendOnce('connectWallet', anyPage)
  await settled()
  const { requested } = background(runtime)
  await time.pass(50)
  await Promise.all([starting, connecting])
  expect(requested).toHaveLength(2)

  runtime.die()
  const mute = new FakeRuntime()
  let tries = 0
  mute.onMessage.addListener(() => {
    tries += 1
    return Promise.reject(new Error('The message channel closed before a response was received.'))
  })
  const other = view(mute)
  const confirming = code(other.client.send('confirm', { reviewKey: 'r' }))
  await other.time.pass(10_000)
  expect([await confirming, tries]).toMatchObject([{ code: 'internal', facts: { kind: 'noAnswer' } }, 5])
  expect(await code(other.client.sendOnce('connectWallet', anyPage))).toMatchObject({ code: 'internal' })
  expect(tries).toBe(6)
})

test('pushes arrive; a closed view is removed', async () => {
  const runtime = new FakeRuntime()
  const { views, counts } = background(runtime)
  const first = view(runtime)
  const second = view(runtime)
  const received: unknown[] = []
  const stop = first.client.subscribe((said) => received.push(['first', said]), ignore)
  second.client.subscribe((said) => received.push(['second', said]), ignore)
  await settled()
  views.push(push)
  expect(received).toEqual([
    ['first', push],
    ['second', push],
  ])
  stop()
  views.push(push)
  expect(received).toHaveLength(3)
  expect([counts, views.viewCount()]).toEqual([[1, 2, 1], 1])
})

test('sends nothing before the page is ready, then opens the port before the first message', async () => {
  const ready = Promise.withResolvers<void>()
  const { requested, counts, views, client, ports } = connected(ready.promise)
  const received: unknown[] = []
  const answer = client.send('dropQuote', { viewId: 'v' })
  const stop = client.subscribe(() => received.push('left'), ignore)
  stop()
  client.subscribe((said) => received.push(said), ignore)
  await settled()
  expect([requested, counts, ports]).toEqual([[], [], []])
  // The view also receives pushes while the background handles the first message.
  ready.resolve()
  await Promise.resolve()
  expect([requested.length, ports.length]).toEqual([0, 1])
  expect(await answer).toBe(null)
  views.push(push)
  expect([received, ports.length]).toEqual([[push], 1])
})

test('reconnects and calls onReconnect if the worker dies', async () => {
  const { runtime, client, time } = connected()
  const received: unknown[] = []
  client.subscribe(
    (said) => received.push(said),
    () => received.push('back'),
  )
  await settled()
  runtime.die()
  const { views } = background(runtime)
  await time.pass(100)
  views.push(push)
  expect(received).toEqual(['back', push])
})

test('opens one new port after the back/forward cache, and no second one', async () => {
  const { client, time, ports, restore, views } = connected()
  let backs = 0
  const stop = client.subscribe(ignore, () => {
    backs += 1
  })
  await settled()
  restore()
  restore()
  await time.pass(1_000)
  expect([backs, ports.length]).toEqual([1, 2])
  stop()
  restore()
  await time.pass(1_000)
  expect([backs, ports.length]).toEqual([1, 2])
  expect(views.viewCount()).toBe(1)
})
