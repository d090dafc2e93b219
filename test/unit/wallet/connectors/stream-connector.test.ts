import { beforeEach, expect, test } from 'vitest'
import type { OpenLink } from '../../../../lib/wallet/connectors/rpc-stream.ts'
import { createStreamConnector, type StreamKind } from '../../../../lib/wallet/connectors/stream-connector.ts'
import type { WalletRef } from '../../../../lib/wallet/port.ts'
import type { RequestPorts } from '../../../../lib/wallet/requests.ts'
import { account, StreamWorld, send } from './stream-world.ts'

const ref: WalletRef = { connector: 'extension', id: 'one', name: 'One', origin: 'x', iconUrl: null }
const answers: { readonly [method: string]: unknown } = {
  eth_chainId: '0x1',
  eth_accounts: [account],
  eth_sendTransaction: '0xabc',
}

let world: StreamWorld
let requests: string[]

/** A wallet that answers everything immediately. */
const dial: OpenLink = (_id, ends) => ({
  send(message) {
    const { id, method } = message as { readonly id: number; readonly method: string }
    requests.push(method)
    queueMicrotask(() => ends.onMessage({ id, result: answers[method] }))
  },
  close: () => ends.onClosed(),
})

function wallet(dialled: OpenLink, ports: Partial<RequestPorts> = {}) {
  const kind: StreamKind = {
    connector: 'extension',
    connect: dialled,
    sleeps: false,
    windowCloseMs: 250,
    eventOf: () => null,
    follow: async () => [],
  }
  return createStreamConnector(kind, world.begin(ports), world.ports())
}

beforeEach(() => {
  world = new StreamWorld()
  requests = []
})

test('a failed connection counts as no wallet, until it succeeds', async () => {
  let dials = 0
  const way = wallet((id, ends) => {
    dials += 1
    if (dials === 1) throw new Error('invalid extension id')
    return dial(id, ends)
  })
  await way.request(send(ref, 'a'))
  await way.request(send(ref, 'b'))
  await world.time.pass(1_000)
  expect(world.answers).toMatchObject([
    { requestId: 'a', kind: 'unreached', reason: 'noWallet' },
    { requestId: 'b', kind: 'result' },
  ])
})

test('a listener that fails over one answer delays no other', async () => {
  const received: string[] = []
  world.onAnswer = (answer) => {
    received.push(answer.requestId)
    if (answer.requestId === 'a') throw new Error('broken')
  }
  const way = wallet(dial)
  await way.request(send(ref, 'a'))
  await way.request(send(ref, 'b'))
  await world.time.pass(1_000)
  expect(received).toContain('b')
})

const undecided: OpenLink = (id, ends) => {
  const link = dial(id, ends)
  const isSend = (requested: object) => 'method' in requested && requested.method === 'eth_sendTransaction'
  return { ...link, send: (requested) => (isSend(requested) ? undefined : link.send(requested)) }
}

test('a later request keeps the worker awake for its full time', async () => {
  const way = wallet(undecided)
  await way.request(send(ref, 'a'))
  await world.time.pass(800_000)
  await way.request(send(ref, 'b'))
  await world.time.pass(880_000)
  expect(world.beats).toBe(84)
})

test('a failed call of the browser does not stop keeping the worker awake', async () => {
  let beats = 0
  const postponeStop = async () => {
    beats += 1
    if (beats === 1) throw new Error('the browser is busy')
  }
  await wallet(undecided, { postponeStop }).request(send(ref, 'a'))
  await world.time.pass(65_000)
  expect(beats).toBe(3)
})
