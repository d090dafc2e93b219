import { describe, expect, it } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { createAccessModel, createStartModel } from '../../../lib/models/start-model.ts'
import type { StartView } from '../../../lib/rpc/messages.ts'
import type { Settings } from '../../../lib/storage/settings-shape.ts'
import { type Answers, createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

/** The start of a view whose background gives these answers. */
function createStart(answers: Partial<Answers> = {}) {
  const { ports, client, settle, pass, sent } = createFakePorts(() => createFakeClient({ answers }))
  const start = createStartModel(ports)
  client.subscribe(start.onPush, () => undefined)
  return { start, ports, client, settle, pass, sent }
}

/** The same with reads of the start that the test answers. */
function createHeldStart() {
  const reads: PromiseWithResolvers<StartView>[] = []
  const held = createStart({
    start: () => {
      const read = Promise.withResolvers<StartView>()
      reads.push(read)
      return read.promise
    },
  })
  return {
    ...held,
    reply: (part: Partial<StartView> = {}) => reads.at(-1)?.resolve({ ...data.start, ...part }),
  }
}

it('reads the start again when the background reports lists, also after a read that failed', async () => {
  let isDown = true
  const { start, client, settle } = createStart({
    start() {
      if (isDown) throw new Problem('serviceUnreachable')
      return data.start
    },
  })
  await start.load()
  expect(start.problem.value?.code).toBe('serviceUnreachable')
  isDown = false
  client.push({ kind: 'catalogue' })
  await settle()
  expect([start.problem.value, start.isFresh.value]).toEqual([null, true])
})

describe('whether no money is real', () => {
  it.each([
    ['sandbox', true],
    ['frontend', false],
    ['relay', false],
  ] as const)('is known for a %s, from the first frame of the next view', async (serviceKind, isSandbox) => {
    const { start, ports } = createStart({ start: () => ({ ...data.start, serviceKind }) })
    expect(start.isSandbox.value).toBe(false)
    await start.load()
    expect(start.isSandbox.value).toBe(isSandbox)
    expect(createStartModel(ports).isSandbox.value).toBe(isSandbox)
  })
})

describe('a push or a change during a read or an older save', () => {
  it('keeps an account that was pushed while an older read was running', async () => {
    const { start, client, reply } = createHeldStart()
    const loaded = start.load()
    client.push({ kind: 'account', account: null, problem: null })
    reply()
    await loaded
    expect([start.account.value, start.isFresh.value]).toEqual([null, true])
  })

  it('shows the newest setting while older answers arrive, and the stored one where it fails', async () => {
    const saves: PromiseWithResolvers<Settings>[] = []
    const { start } = createStart({
      saveSettings: () => {
        const save = Promise.withResolvers<Settings>()
        saves.push(save)
        return save.promise
      },
    })
    await start.load()
    const first = start.saveSettings({ slippagePercent: '1' })
    const second = start.saveSettings({ slippagePercent: '2' })
    const one = { ...data.start.settings, slippagePercent: '1' }
    saves[0]?.resolve(one)
    await first
    start.onPush({ kind: 'settings', settings: one })
    expect(start.settings.value.slippagePercent).toBe('2')
    saves[1]?.reject(new Error('full'))
    await second
    expect([start.settings.value.slippagePercent, start.ownProblem.value?.code]).toEqual(['1', 'internal'])
  })
})

it('saves only what changed, also before the settings are known', async () => {
  const { start, sent } = createStart()
  await start.saveSettings({ theme: 'dark' })
  expect(sent('saveSettings')).toEqual([{ settings: { theme: 'dark' } }])
})

it('shows the failed read of the start after a save that succeeded', async () => {
  const { start } = createStart({ start: () => Promise.reject(new Problem('serviceUnreachable')) })
  await start.load()
  await start.saveSettings({ slippagePercent: '1' })
  expect(start.problem.value?.code).toBe('serviceUnreachable')
})

it('shows no dismissed problem again, except of another order or of a new attempt of the user', async () => {
  const { start } = createStart({ saveSettings: () => Promise.reject(new Problem('storageFailed')) })
  const problem = new Problem('storageFailed').data
  const push = (orderId: string | null) =>
    start.onPush({ kind: 'problem', problem, ...(orderId === null ? {} : { orderId }) })
  push('order-1')
  start.dismissPushed()
  push('order-1')
  expect(start.pushedProblem.value).toBeNull()
  push('order-2')
  expect([start.pushedProblem.value?.code, start.pushedOrderId.value]).toEqual(['storageFailed', 'order-2'])
  push(null)
  start.dismissPushed()
  await start.saveSettings({ slippagePercent: '1' })
  expect([start.pushedProblem.value, start.ownProblem.value?.code]).toEqual([null, 'storageFailed'])
})

it.each<[string, (start: ReturnType<typeof createStart>['start']) => Promise<void>]>([
  ['a good save', (start) => start.saveSettings({ slippagePercent: '2' })],
  ['a good read of the start', (start) => start.load()],
])("shows a failed save next to a swap's problem, until %s", async (_, succeed) => {
  let isBroken = true
  const { start } = createStart({
    saveSettings: ({ settings }) =>
      isBroken ? Promise.reject(new Problem('storageFailed')) : { ...data.start.settings, ...settings },
  })
  const codes = () => [
    start.pushedProblem.value?.code,
    start.pushedOrderId.value,
    start.ownProblem.value?.code,
  ]
  start.onPush({ kind: 'problem', problem: new Problem('serviceBusy').data, orderId: 'order-1' })
  await start.saveSettings({ slippagePercent: '1' })
  expect(codes()).toEqual(['serviceBusy', 'order-1', 'storageFailed'])
  isBroken = false
  await succeed(start)
  expect(codes()).toEqual(['serviceBusy', 'order-1', undefined])
})

it('shows a failure that came while the start was read', async () => {
  const { start } = createStart()
  const reading = start.load()
  start.failed(new Problem('orderNotFound'))
  await reading
  expect(start.ownProblem.value?.code).toBe('orderNotFound')
})

describe('a wallet with an open connection request', () => {
  it('is no longer waited for when the background has its answer, though the push was lost', async () => {
    let isConnecting = true
    const { start } = createStart({ start: () => ({ ...data.start, isConnecting }) })
    await start.connect({ connector: 'page', id: null })
    await start.load()
    expect(start.isConnecting.value).toBe(true)
    isConnecting = false
    await start.load()
    expect(start.isConnecting.value).toBe(false)
  })

  it('is still waited for, whatever was read before the background knew the request', async () => {
    const connecting = Promise.withResolvers<null>()
    const { start } = createStart({ connectWallet: () => connecting.promise })
    const before = start.load()
    const requesting = start.connect({ connector: 'page', id: null })
    await before
    expect(start.isConnecting.value).toBe(true)
    const meanwhile = start.load()
    connecting.resolve(null)
    await requesting
    await meanwhile
    expect(start.isConnecting.value).toBe(true)
  })
})

describe('a wallet with a connection request of another view', () => {
  const openRequests = [{ requestId: 'r1', method: 'eth_requestAccounts', requestedMs: data.bornMs }] as const

  it.each([
    ['is pending while its request is open', { isConnecting: true, openRequests }, true],
    ['is not pending without an open request', { isConnecting: true, openRequests: [] }, false],
    ['is not pending when its answer no longer counts', { isConnecting: false, openRequests }, false],
    [
      'is not pending when another request is open',
      { isConnecting: true, openRequests: [{ ...openRequests[0], method: 'wallet_watchAsset' }] },
      false,
    ],
  ] as const)('%s', async (_name, reported, isConnecting) => {
    const { start } = createStart({ start: () => ({ ...data.start, ...reported }) })
    await start.load()
    expect(start.isConnecting.value).toBe(isConnecting)
  })

  it('is not pending after its account arrived, although an older read arrives later', async () => {
    const { start, client, reply } = createHeldStart()
    const loaded = start.load()
    client.push({ kind: 'account', account: data.account, problem: null })
    reply({ isConnecting: true, openRequests })
    await loaded
    expect(start.isConnecting.value).toBe(false)
  })
})

describe('open wallet requests', () => {
  const openRequests = [{ requestId: 'r1', method: 'eth_sendTransaction', requestedMs: data.bornMs }] as const

  it('are those of the last push, though an older read arrives later', async () => {
    const { start, client, reply } = createHeldStart()
    const loading = start.load()
    client.push({ kind: 'openRequests', openRequests })
    reply()
    await loading
    expect(start.openRequests.value).toEqual(openRequests)
    // The push of the answer may be lost, so a later read counts again.
    const next = start.load()
    reply()
    await next
    expect(start.openRequests.value).toEqual([])
  })
})

describe('disconnecting the account', () => {
  const next = { ...data.account, address: `0x${'7'.repeat(40)}` } as const

  it('keeps the account that was connected before the background replied', async () => {
    const disconnecting = Promise.withResolvers<null>()
    const { start, client } = createStart({ disconnectWallet: () => disconnecting.promise })
    await start.load()
    const disconnected = start.disconnect()
    client.push({ kind: 'account', account: null, problem: null })
    expect(start.account.value).toBeNull()
    client.push({ kind: 'account', account: next, problem: null })
    disconnecting.resolve(null)
    await disconnected
    expect(start.account.value).toEqual(next)
  })
})

describe('host access', () => {
  const hosts = ['https://swap.example/*', 'https://rpc.example/*']

  it('follows the pushes of the background', async () => {
    const { start, ports, client, settle } = createStart()
    const access = createAccessModel(ports, start)
    await start.load()
    expect(access.missing.value).toEqual([])
    client.push({ kind: 'access', missingHosts: hosts })
    expect(access.missing.value).toEqual(hosts)
    await settle()
    expect(client.sent.map(({ name }) => name)).toEqual(['start', 'start'])
  })
})

it('calls a background silent that has not answered for 20 s, until it answers', async () => {
  let answer = (_: typeof data.start) => {}
  const { start, pass } = createStart({ start: () => new Promise((done) => (answer = done)) })
  const loading = start.load()
  await pass(19_999)
  expect(start.isSilent.value).toBe(false)
  await pass(1)
  expect(start.isSilent.value).toBe(true)
  answer(data.start)
  await loading
  expect(start.isSilent.value).toBe(false)
})

it('calls no background silent that answered a later message', async () => {
  const answers = [new Promise<typeof data.start>(() => {}), Promise.resolve(data.start)]
  const { start, pass } = createStart({ start: () => answers.shift() ?? Promise.resolve(data.start) })
  void start.load()
  await start.load()
  await pass(20_000)
  expect(start.isSilent.value).toBe(false)
})

it('calls a background silent that answers no message, but not one that reports a problem', async () => {
  const problems = [
    new Problem('internal', { money: 'unknown', facts: { kind: 'noAnswer', message: 'start' } }),
    new Problem('serviceUnreachable', { money: 'nothingSent' }),
  ]
  const { start, pass } = createStart({ start: () => Promise.reject(problems.shift()) })
  await start.load()
  expect(start.isSilent.value).toBe(true)
  await start.load()
  expect(start.isSilent.value).toBe(false)
  await pass(20_000)
  expect(start.isSilent.value).toBe(false)
})
