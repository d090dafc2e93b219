import { describe, expect, it } from 'vitest'
import { createStartModel } from '../../../lib/models/start-model.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

describe('whether no money is real', () => {
  const startOf = (answer: object) =>
    createFakePorts((nowMs) =>
      createFakeClient({ nowMs, answers: { start: () => ({ ...data.start, ...answer }) } }),
    )

  it.each([
    ['sandbox', true],
    ['frontend', false],
    ['relay', false],
  ] as const)('is known for a %s, from the first frame of the next view', async (serviceKind, isSandbox) => {
    const { ports } = startOf({ serviceKind })
    const start = createStartModel(ports)
    expect(start.isSandbox.value).toBe(false)
    await start.load()
    expect(start.isSandbox.value).toBe(isSandbox)
    expect(createStartModel(ports).isSandbox.value).toBe(isSandbox)
  })
})

describe('a wallet with an open connection request', () => {
  function requestFor(isAwaited: { value: boolean }, connect: () => Promise<null> = async () => null) {
    const client = createFakeClient({
      answers: {
        connectWallet: connect,
        start: () => ({ ...data.start, isConnecting: isAwaited.value }),
      },
    })
    return createStartModel({ ...createFakePorts(() => client).ports, client })
  }

  it('is no longer waited for when the background has its answer, though the push was lost', async () => {
    const isAwaited = { value: true }
    const start = requestFor(isAwaited)
    await start.connect({ connector: 'page', id: null })
    await start.load()
    expect(start.isConnecting.value).toBe(true)
    isAwaited.value = false
    await start.load()
    expect(start.isConnecting.value).toBe(false)
  })

  it('is still waited for, whatever was read before the background knew the request', async () => {
    let pass = (_: null) => {}
    const start = requestFor({ value: false }, () => new Promise((done) => (pass = done)))
    const before = start.load()
    const requesting = start.connect({ connector: 'page', id: null })
    await before
    expect(start.isConnecting.value).toBe(true)
    const meanwhile = start.load()
    pass(null)
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
    const client = createFakeClient({ answers: { start: () => ({ ...data.start, ...reported }) } })
    const start = createStartModel({ ...createFakePorts(() => client).ports, client })
    await start.load()
    expect(start.isConnecting.value).toBe(isConnecting)
  })

  it('is not pending after its account arrived, although an older read arrives later', async () => {
    let reply = () => {}
    const read = { ...data.start, isConnecting: true, openRequests }
    const client = createFakeClient({
      answers: { start: () => new Promise<typeof read>((done) => (reply = () => done(read))) },
    })
    const start = createStartModel({ ...createFakePorts(() => client).ports, client })
    client.subscribe(start.onPush, () => {})
    const loaded = start.load()
    client.push({ kind: 'account', account: data.account, problem: null })
    reply()
    await loaded
    expect(start.isConnecting.value).toBe(false)
  })
})

describe('open wallet requests', () => {
  const openRequests = [{ requestId: 'r1', method: 'eth_sendTransaction', requestedMs: data.bornMs }] as const

  it('are those of the last push, though an older read arrives later', async () => {
    let reply = () => {}
    const read = () => new Promise<typeof data.start>((done) => (reply = () => done(data.start)))
    const client = createFakeClient({ answers: { start: read } })
    const start = createStartModel({ ...createFakePorts(() => client).ports, client })
    client.subscribe(start.onPush, () => {})
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
    let reply = () => {}
    const client = createFakeClient({
      answers: { disconnectWallet: () => new Promise((done) => (reply = () => done(null))) },
    })
    const start = createStartModel({ ...createFakePorts(() => client).ports, client })
    client.subscribe(start.onPush, () => {})
    await start.load()
    const letting = start.disconnect()
    client.push({ kind: 'account', account: null, problem: null })
    expect(start.account.value).toBeNull()
    client.push({ kind: 'account', account: next, problem: null })
    reply()
    await letting
    expect(start.account.value).toEqual(next)
  })
})
