import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../lib/base/hex.ts'
import type { Json } from '../../../lib/base/json.ts'
import { readReceivedSince } from '../../../lib/chain/payment.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { transferTopic } from '../../../lib/chain/transactions.ts'
import { inbox, user } from '../checks/fixtures.ts'
import { fakeNode, rpcsOn, type Table } from './fake-node.ts'

const token = inbox
const word = (value: bigint | string): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const hash = word(0x12n)

const event = (units: bigint, more: { readonly [name: string]: Json } = {}): Json => ({
  address: token,
  topics: [transferTopic, word(7n), word(user)],
  data: word(units),
  transactionHash: hash,
  blockNumber: '0xa',
  logIndex: '0x0',
  ...more,
})

const reporting = (logs: Json, head = '0x64'): Table => ({
  eth_blockNumber: { result: head },
  eth_getLogs: { result: logs },
})

const received = (...tables: readonly Table[]) => readReceivedSince(rpcsOn(tables), token, user, 11n)

describe('the units that an account received by a token’s events', () => {
  test('are their sum since the given block', async () => {
    const node = fakeNode(reporting([event(5n), event(7n)]))
    const rpc = createRpc(31337, ['http://127.0.0.1'], node.fetch)
    expect(await readReceivedSince([rpc], token, user, 11n)).toEqual({ units: 12n, sources: 1 })
    const topics = [transferTopic, null, word(user)]
    const filter = { address: token, topics, fromBlock: '0xb', toBlock: '0x64' }
    expect(node.requests.at(-1)?.params).toEqual([filter])
  })

  test('are read in ranges, each block once', async () => {
    const node = fakeNode(reporting([event(5n)], '0x2710'))
    const rpc = createRpc(31337, ['http://127.0.0.1'], node.fetch)
    expect(await readReceivedSince([rpc], token, user, 11n)).toEqual({ units: 10n, sources: 1 })
    const logs = node.requests.filter(({ method }) => method === 'eth_getLogs')
    const requested = logs.map(({ params }) => params[0])
    expect(requested).toMatchObject([
      { fromBlock: '0xb', toBlock: '0x1392' },
      { fromBlock: '0x1393', toBlock: '0x2710' },
    ])
  })

  test('are the highest figure of any host, with the number of hosts that answered', async () => {
    expect(await received(reporting([event(5n)]), reporting([]))).toEqual({ units: 5n, sources: 2 })
    expect(await received(reporting([]), {})).toEqual({ units: 0n, sources: 1 })
  })

  test.each([
    ['too many blocks have passed', '0x100000'],
    ['it has not come to the first block', '0xa'],
  ])('have no source if %s', async (_what, head) => {
    expect(await received(reporting([event(5n)], head))).toEqual({ units: 0n, sources: 0 })
  })

  test('ignore events without an amount', async () => {
    expect(await received(reporting([event(5n), event(7n, { data: '0x' })]))).toMatchObject({ units: 5n })
  })

  test.each<[string, Json]>([
    ['no list', 'many'],
    ['events of another token', [event(5n, { address: user })]],
    ['events about somebody else', [event(5n, { topics: [transferTopic, word(user), word(7n)] })]],
  ])('reject if there are %s', async (_what, logs) => {
    await expect(received(reporting(logs))).rejects.toThrow('rpcUnreachable')
  })
})
