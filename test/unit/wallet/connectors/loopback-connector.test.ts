import { beforeEach, describe, expect, test } from 'vitest'
import {
  createLoopbackConnector,
  type LoopbackConnector,
} from '../../../../lib/wallet/connectors/loopback-connector.ts'
import { FakeWallet } from '../../sites/fake-wallet.ts'
import { FakeProgram } from './fake-socket.ts'
import { account, StreamWorld, send } from './stream-world.ts'

const endpoint = 'ws://127.0.0.1:1248'

let world: StreamWorld
let wallet: FakeWallet
let program: FakeProgram
let way: LoopbackConnector
let isAllowed: boolean

const background = () =>
  createLoopbackConnector([endpoint], world.begin(), {
    ...world.ports(),
    origin: 'chrome-extension://ferry',
    open: program.open,
    isAllowed: async () => isAllowed,
  })
const ref = () => way.refOf(endpoint)
const pass = (ms: number) => world.time.pass(ms)

beforeEach(() => {
  world = new StreamWorld()
  wallet = new FakeWallet()
  wallet.accounts = [account]
  program = new FakeProgram(wallet)
  isAllowed = true
  way = background()
})

describe('finding', () => {
  const find = async () => {
    const found = way.find()
    await pass(10_000)
    return found
  }

  test('finds a running program by its own name, without a prompt', async () => {
    expect(await find()).toEqual([
      {
        state: 'there',
        wallet: {
          connector: 'loopback',
          id: endpoint,
          name: 'Frame',
          origin: 'chrome-extension://ferry',
          iconUrl: null,
        },
      },
    ])
    expect(program.requests).toEqual(['eth_chainId', 'web3_clientVersion'])
  })

  test.each([[5], [''], ['\u202e'], [null]])('ignores a name like %j', async (version) => {
    program.version = version
    expect(await find()).toMatchObject([{ wallet: { name: '127.0.0.1:1248' } }])
  })

  test('leaves out a program that does not run', async () => {
    program.isRunning = false
    expect(await find()).toEqual([])
  })

  test("does not connect to an endpoint without the user's permission", async () => {
    isAllowed = false
    const found = { state: 'needsPermission', wallet: { id: endpoint, name: 'Frame' } }
    expect(await find()).toMatchObject([found])
    expect(program.opened).toEqual([])
  })

  test('refuses an endpoint that the deployment does not name', () => {
    expect(way.refOf('ws://127.0.0.1:9')).toBeNull()
  })
})

test('sends over one socket', async () => {
  wallet.answer = () => '0x1'
  await way.request(send(ref(), 'a'))
  await way.request(send(ref(), 'b'))
  await pass(2_000)
  expect(world.answers).toMatchObject([
    { requestId: 'a', kind: 'result', result: '0x1' },
    { requestId: 'b', kind: 'result', result: '0x1' },
  ])
  expect(program.opened).toEqual([endpoint])
})

test('connects no more once the user has withdrawn the permission', async () => {
  isAllowed = false
  const wallet = ref()
  if (wallet === null) throw new Error('not offered')
  way.follow(wallet)
  await way.request(send(wallet, 'a'))
  const read = way.read({ wallet, method: 'wallet_getCapabilities', params: [] })
  await pass(30_000)
  expect(await read).toBeNull()
  expect(world.answers).toEqual([{ requestId: 'a', kind: 'unreached', reason: 'noWallet' }])
  expect(program.opened).toEqual([])
})

test('closes its socket when the user withdraws the permission, and takes nothing from it', async () => {
  way.follow(ref())
  wallet.answer = () => new Promise(() => undefined)
  const requested = way.request(send(ref(), 'a'))
  await pass(1_000)
  await way.closeForbidden()
  expect(program.connected).toBe(1)
  isAllowed = false
  await way.closeForbidden()
  await requested
  await pass(60_000)
  expect(world.answers).toMatchObject([{ requestId: 'a', kind: 'lost' }])
  expect([program.connected, program.opened.length, way.stateOf(endpoint)]).toEqual([0, 1, null])
})

test('a permission that the user refuses in the program is a refusal', async () => {
  wallet.request = (requested) =>
    requested.method === 'eth_chainId'
      ? Promise.resolve('0x1')
      : Promise.reject({ code: 4001, message: 'Permission denied, approve in Frame' })
  await way.request(send(ref(), 'a'))
  await pass(1_000)
  expect(world.answers).toMatchObject([{ kind: 'failure', failure: { code: 4001 } }])
})

test('ignores messages that are no JSON-RPC, too long or without a request', async () => {
  way.follow(ref())
  await pass(0)
  world.events.length = 0
  for (const said of ['{', '5', 'null', '[]', '{"id":99,"result":1}', `"${'x'.repeat(1_100_000)}"`]) {
    program.say(said)
  }
  await pass(1_000)
  expect([world.events, world.answers]).toEqual([[], []])
})

test('follows by subscription, one time per socket, and never requests accounts by itself', async () => {
  way.follow(ref())
  await pass(0)
  way.follow(ref())
  await pass(0)
  program.notify('0x2')
  program.notify([account])
  expect(world.events).toMatchObject([
    { kind: 'chain', chainId: 1 },
    { kind: 'chain', chainId: 1 },
    { kind: 'chain', chainId: 2 },
    { kind: 'accounts', accounts: [account] },
  ])
  expect(program.requests).toEqual([
    'eth_chainId',
    'eth_subscribe',
    'eth_subscribe',
    'eth_chainId',
    'eth_chainId',
  ])
})
