import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openChannel, pageToRelay, relayToPage } from '../../../lib/sites/handshake.ts'
import { startPage } from '../../../lib/sites/start-page.ts'
import { checkPageMessage, type PageMessage } from '../../../lib/wallet/connectors/page-message.ts'
import type { PageJob } from '../../../lib/wallet/connectors/page-protocol.ts'
import { rejections } from '../base/rejections.ts'
import { FakeWindow } from '../rpc/fake-window.ts'
import { settled } from '../rpc/manual-wait.ts'
import { FakeWallet } from './fake-wallet.ts'

const secret = '00000000-0000-4000-8000-000000000001'
let window: FakeWindow
let wallet: FakeWallet
let said: unknown[]
let does: (job: PageJob) => void

beforeEach(() => {
  window = new FakeWindow('https://wallet.example/')
  wallet = new FakeWallet()
  said = []
  // The relay's end: the channel itself limits its messages.
  const notify = openChannel(window, pageToRelay + secret, relayToPage + secret, (word) => said.push(word))
  does = (job) => void notify(job)
  startPage(window, secret, setTimeout)
  // From the relay's first message on the script listens to announcements.
  notify({ here: true })
  wallet.enter(window)
})

afterEach(() => vi.unstubAllGlobals())

/** A page announces something as a wallet. */
const announce = (info: unknown, provider: unknown) =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))

/** Another wallet of the page, which answers requests in its own way. */
function enterWallet(uuid: string, request?: unknown): void {
  const other = new FakeWallet()
  Object.assign(other.info, { uuid })
  if (request !== undefined) Reflect.set(other, 'request', request)
  other.enter(window)
}

/** The list of the page's wallets. */
async function list(): Promise<unknown[]> {
  does({ kind: 'list', id: 'l' })
  await settled()
  return said.splice(0)
}
const doneBy = (info: object) => [{ kind: 'request', id: 'a', wallet: info, result: 'done' }]

const call = { id: 'a', uuid: '0f3a', method: 'eth_sendTransaction', params: [{}] }
async function sendJob(changes: object = {}): Promise<unknown[]> {
  does({ kind: 'request', ...call, ...changes })
  await settled()
  return said
}
/** The failure that the background decodes from the first message. */
function failure(): unknown {
  const word = checkPageMessage(said[0], 'https://wallet.example')
  return word?.kind === 'answer' && word.outcome.kind === 'failure' ? word.outcome.failure : null
}

test('forwards one call, and no other', async () => {
  expect(await sendJob()).toEqual(doneBy(wallet.info))
  expect(wallet.requests).toEqual(['eth_sendTransaction'])
})

test('does not call a wallet that is not in this document', async () => {
  expect(await sendJob({ uuid: 'other' })).toEqual([{ kind: 'request', id: 'a' }])
  expect(wallet.requests).toEqual([])
})

test('treats new objects with one uuid as one wallet, and calls the first', async () => {
  for (let time = 0; time < 7; time += 1) {
    announce({ ...wallet.info }, { request: async () => `again ${time}` })
  }
  expect(await list()).toEqual([
    { kind: 'found', id: 'l', wallet: wallet.info },
    { kind: 'found', id: 'l' },
  ])
  expect(await sendJob()).toEqual(doneBy(wallet.info))
})

test('treats one uuid with two rdns as two wallets, which the background sees as a conflict', async () => {
  const other = new FakeWallet()
  Object.assign(other.info, { rdns: 'org.other' })
  other.enter(window)
  expect(await list()).toHaveLength(3)
})

test('lists at most twenty wallets of a page', async () => {
  for (let time = 0; time < 40; time += 1) {
    announce({ ...wallet.info, uuid: `${time}`, rdns: `org.wallet${time}` }, { request: async () => null })
  }
  expect(await list()).toHaveLength(21)
})

test('works in a page that replaced Event with its own class', async () => {
  vi.stubGlobal('Event', class {})
  expect(await sendJob()).toEqual(doneBy(wallet.info))
})

test('works with the wallets announced before, in a page that cannot create events', async () => {
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  window.document.createEvent = () => {
    throw new Error('not here')
  }
  expect(await sendJob()).toEqual(doneBy(wallet.info))
})

test('lists each announced wallet one time, and then the end of the list', async () => {
  const other = new FakeWallet()
  Object.assign(other.info, { rdns: 'org.other', uuid: 'other' })
  other.enter(window)
  for (const info of [null, {}, { rdns: 1 }]) announce(info, wallet)
  announce(wallet.info, {})
  const once = [wallet.info, other.info].map((info) => ({ kind: 'found', id: 'l', wallet: info }))
  for (let time = 0; time < 2; time += 1) expect(await list()).toEqual([...once, { kind: 'found', id: 'l' }])
})

const thrower = (thrown: unknown) => () => {
  throw thrown
}
test.each([...rejections, ['a code that is not even JSON', { code: 1n, message: 'm' }, null, 'm']])(
  'passes %s on as its failure',
  async (_what, thrown, code, message) => {
    wallet.answer = thrower(thrown)
    await sendJob()
    expect(failure()).toEqual({ code, message })
  },
)

test('a wallet that throws, or returns no promise, has failed', async () => {
  enterWallet('throws', thrower({ code: 4200, message: 'no' }))
  await sendJob({ uuid: 'throws' })
  expect(failure()).toEqual({ code: 4200, message: 'no' })
  enterWallet('mute', () => undefined)
  said = []
  await sendJob({ uuid: 'mute' })
  expect(failure()).toMatchObject({ code: null })
})

test.each([
  ['no JSON', 1n],
  ['more than is carried', 'x'.repeat(200_000)],
])('a result that is %s is a failure', async (_what, result) => {
  wallet.answer = () => result
  await sendJob()
  expect(failure()).toMatchObject({ code: null })
})

test('a missing result is null', async () => {
  wallet.answer = () => undefined
  expect(await sendJob()).toMatchObject([{ result: null }])
})

test('passes a second answer on', async () => {
  const twice = Promise.resolve()
  Reflect.set(twice, 'then', (received: (value: unknown) => void) => [received('0x1'), received('0x2')])
  enterWallet('twice', () => twice)
  expect(await sendJob({ uuid: 'twice' })).toMatchObject([{ result: '0x1' }, { result: '0x2' }])
})

test('forwards events after a wallet request, registered one time, but not after a read', async () => {
  does({ kind: 'read', ...call })
  await settled()
  expect(wallet.listeners.size).toBe(0)
  await sendJob()
  expect([...wallet.listeners.keys()]).toEqual(['accountsChanged', 'chainChanged', 'disconnect'])
  await sendJob({ id: 'b' })
  said = []
  wallet.listeners.get('chainChanged')?.('0x2')
  wallet.listeners.get('disconnect')?.(new Error('gone'))
  await settled()
  const events = [
    { kind: 'event', wallet: wallet.info, name: 'chainChanged', value: '0x2' },
    { kind: 'event', wallet: wallet.info, name: 'disconnect', value: null },
  ] satisfies PageMessage[]
  expect(said).toEqual(events)
})
