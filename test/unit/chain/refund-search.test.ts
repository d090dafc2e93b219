import { describe, expect, test } from 'vitest'
import { type Address, type Hex, nativeAddress } from '../../../lib/base/hex.ts'
import type { Json, JsonObject } from '../../../lib/base/json.ts'
import type { RefundSearch } from '../../../lib/chain/chain-views.ts'
import { findRefunds, findTransactionsWithTopic } from '../../../lib/chain/refund-search.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { transferTopic } from '../../../lib/chain/transactions.ts'
import { noSearches } from '../../harness/no-searches.ts'
import { inbox, usdc, user } from '../checks/fixtures.ts'
import { fakeNode, type NodeCall, rpcOn, rpcsOn, type Table, words } from './fake-node.ts'
import { gateway, other, requestHash } from './payment-fixture.ts'

const refunder: Address = '0x5555555555555555555555555555555555555555'
const hashOf = (digits: string): Hex => `0x${digits.repeat(32)}`
const [byTopic, byData, byPayment] = [hashOf('01'), hashOf('02'), hashOf('03')] as const
const anyEvent = hashOf('11')

const search: RefundSearch = {
  sinceBlock: 11n,
  receiver: user,
  amounts: [
    { token: usdc, leastUnits: 10n },
    { token: nativeAddress, leastUnits: 1n },
  ],
  requestHash,
  contracts: [gateway, inbox],
  evidenceContracts: [refunder],
}

const event = (address: string, hash: string, topics: readonly string[], data = '0x'): JsonObject => ({
  ...{ address, topics: [...topics], data, transactionHash: hash },
  ...{ blockNumber: '0xc', logIndex: '0x0' },
})
const named = event(gateway, byTopic, [anyEvent, requestHash])
const inData = event(refunder, byData, [anyEvent], words(requestHash, user, usdc, 10n))
const paid = (units: bigint, hash = byPayment) =>
  event(usdc, hash, [transferTopic, words(other), words(user)], words(units))

/** An endpoint that filters by address alone. The queries must match the topics as well. */
const reporting = (logs: readonly JsonObject[], head = '0x64'): Table => ({
  eth_blockNumber: { result: head },
  eth_getLogs: ({ params }) => {
    const { address, topics } = params[0] as { address: string[]; topics: (string | null)[] }
    const isRequested = (log: JsonObject) =>
      address.includes(String(log.address)) &&
      topics.every((one, at) => one === null || (log.topics as string[])[at] === one)
    return { result: logs.filter(isRequested) as Json }
  },
})

const noMemory = { confirmations: 0, ...noSearches }

const found = (tables: readonly Table[], part: Partial<RefundSearch> = {}) =>
  findRefunds(rpcsOn(tables), { ...search, ...part }, noMemory)

const logFilters = (requests: readonly NodeCall[]) =>
  requests.filter(({ method }) => method === 'eth_getLogs').map(({ params }) => params[0] as JsonObject)

function requestFor(table: Table, part: Partial<RefundSearch> = {}) {
  const node = fakeNode(table)
  const rpc = createRpc(31337, ['http://127.0.0.1'], node.fetch)
  const filters = () => logFilters(node.requests)
  return findRefunds([rpc], { ...search, ...part }, noMemory).then(filters)
}

function createMemory() {
  const rows = new Map<string, unknown>()
  return {
    confirmations: 10,
    store: {
      put: async (key: string, value: unknown) => void rows.set(key, structuredClone(value)),
      get: async (key: string) => ({ value: rows.get(key), savedMs: 0 }),
    },
    onFailure: (thrown: unknown) => {
      throw thrown
    },
  }
}

/** Searches repeatedly with one memory, each time with this head and these events. */
function remembering(part: Partial<RefundSearch> = {}) {
  const memory = createMemory()
  return async (tables: readonly Table[], again: Partial<RefundSearch> = {}) => {
    const nodes = tables.map((table) => fakeNode(table))
    const endpoints = nodes.map((node, at) => createRpc(31337, [`http://${at}.example`], node.fetch))
    const hashes = await findRefunds(endpoints, { ...search, ...part, ...again }, memory)
    const read = nodes.map((node) => logFilters(node.requests))
    return { hashes, from: read.map((filters) => [...new Set(filters.map(({ fromBlock }) => fromBlock))]) }
  }
}

describe('a repeated search', () => {
  const at = (log: JsonObject, block: number): JsonObject => ({
    ...log,
    blockNumber: `0x${block.toString(16)}`,
  })

  test('continues where each endpoint was read to, below final blocks, and keeps its candidates', async () => {
    const searched = remembering()
    const logs = [at(named, 20), at(inData, 95), at(paid(10n), 30)]
    expect(await searched([reporting(logs, '0x12c'), reporting([], '0xf0')])).toEqual({
      hashes: [byTopic, byData, byPayment],
      from: [['0xb'], ['0xb']],
    })
    // Block 90 is 210 below the head of 300, block 30 is 210 below that of 240. Later blocks may be reorganised, and the
    // node of the events may not have had them.
    const later = [at(named, 20), at(paid(10n), 30)]
    expect(await searched([reporting(later, '0x136'), reporting([], '0x136')])).toEqual({
      hashes: [byTopic, byPayment],
      from: [['0x5b'], ['0x1f']],
    })
  })

  test('reads a range again if an endpoint refused a query in it', async () => {
    const searched = remembering()
    const refusing: Table = {
      [`eth_getLogs [{"address":["${refunder}"]`]: { error: { code: -32005, message: 'too many results' } },
      ...reporting([named]),
    }
    expect(await searched([refusing])).toEqual({ hashes: [byTopic], from: [['0xb']] })
    expect(await searched([reporting([inData])])).toEqual({ hashes: [byData], from: [['0xb']] })
  })

  test('starts again if the search terms changed or the memory is invalid', async () => {
    const searched = remembering()
    await searched([reporting([])])
    expect((await searched([reporting([])], { evidenceContracts: [] })).from).toEqual([['0xb']])
  })

  test('continues after the first blocks if there are too many', async () => {
    const searched = remembering({ contracts: [], amounts: [] })
    await searched([reporting([], '0xf4240')])
    const { from } = await searched([reporting([], '0xf4240')])
    expect(from[0]?.[0]).toBe('0x186ab')
    expect(from[0]).toHaveLength(40)
  })
})

describe('findRefunds', () => {
  test('returns transactions that name the request in a topic or in data before those that only pay', async () => {
    const logs = [paid(10n), named, inData, event(refunder, hashOf('04'), [anyEvent], words(5n))]
    expect(await found([reporting(logs)])).toEqual([byTopic, byData, byPayment])
  })

  test('sums up the payments of one transaction, and leaves out smaller ones', async () => {
    const logs = [paid(9n, hashOf('05')), paid(6n), paid(4n)]
    expect(await found([reporting(logs)])).toEqual([byPayment])
  })

  test('reads evidence contracts without a topic and the others by the request hash', async () => {
    const blocks = { fromBlock: '0xb', toBlock: '0x64' }
    expect(await requestFor(reporting([]))).toEqual([
      { address: [gateway, inbox], topics: [null, requestHash], ...blocks },
      { address: [refunder], topics: [], ...blocks },
      { address: [usdc], topics: [transferTopic, null, words(user)], ...blocks },
    ])
  })

  test('reads a contract once if it is also an evidence contract', async () => {
    const filters = await requestFor(reporting([]), { contracts: [gateway, refunder], amounts: [] })
    expect(filters).toMatchObject([{ address: [gateway] }, { address: [refunder], topics: [] }])
  })

  test('sends no query with an empty list, which an endpoint treats as every contract', async () => {
    const amounts = [{ token: nativeAddress, leastUnits: 1n }]
    expect(await requestFor(reporting([]), { contracts: [], evidenceContracts: [], amounts })).toEqual([])
  })

  test('reads the first and the newest blocks if there are too many, each once', async () => {
    const filters = await requestFor(reporting([], '0xf4240'), { contracts: [], amounts: [] })
    expect(filters).toHaveLength(40)
    expect(filters[0]).toMatchObject({ fromBlock: '0xb', toBlock: '0x1392' })
    expect(filters[19]).toMatchObject({ toBlock: '0x186aa' })
    expect(filters[20]).toMatchObject({ fromBlock: '0xdbba1' })
    expect(filters[39]).toMatchObject({ toBlock: '0xf4240' })
  })

  test('reads nothing if the endpoint does not have the first block', async () => {
    expect(await requestFor(reporting([], '0xa'))).toEqual([])
  })

  test("keeps an endpoint's answers if it refuses another query", async () => {
    const table = reporting([paid(10n), named])
    const refusing: Table = {
      [`eth_getLogs [{"address":["${refunder}"]`]: { error: { code: -32005, message: 'too many results' } },
      ...table,
    }
    expect(await found([refusing])).toEqual([byTopic, byPayment])
  })

  test('ranks transactions first that more endpoints know, and returns at most 16', async () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      event(gateway, hashOf((at + 32).toString(16)), [anyEvent, requestHash]),
    )
    const hashes = await found([reporting([...many, named]), reporting([named]), {}])
    expect(hashes).toHaveLength(16)
    expect(hashes[0]).toBe(byTopic)
  })

  test('rejects if no endpoint answers', async () => {
    await expect(found([{}, {}])).rejects.toThrow('rpcUnreachable')
  })
})

describe('transactions with a topic', () => {
  const since = hashOf('05')
  const receipt = { status: '0x1', blockNumber: '0xa', blockHash: hashOf('06'), logs: [] }
  const mined: Table = { eth_getTransactionReceipt: { result: receipt }, eth_blockNumber: { result: '0x64' } }
  const mentions = (table: Table, contracts: readonly Address[] = [gateway]) =>
    findTransactionsWithTopic([rpcOn(table)], contracts, requestHash, since, noMemory)

  test('are those of the events, each once', async () => {
    const logs = [named, named, event(gateway, byData, [anyEvent, requestHash])]
    const table = { ...mined, eth_getLogs: { result: logs } }
    expect(await mentions(table)).toEqual({ hashes: [byTopic, byData], final: [byTopic, byData], sources: 1 })
  })

  test('are found at an endpoint that refuses more than 5,000 blocks, 20,000 blocks later', async () => {
    const inRange = ({ params }: NodeCall) => {
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock?: string }
      const [first, last] = [Number(fromBlock), Number(toBlock ?? '0x5000')]
      if (last - first >= 5_000) return { error: { code: -32_005, message: 'range too large' } }
      const late = { ...named, blockNumber: '0x4e2a' }
      return { result: first <= 20_010 && last >= 20_010 ? [late] : [] }
    }
    const table = { ...mined, eth_blockNumber: { result: '0x5000' }, eth_getLogs: inRange }
    expect(await mentions(table)).toEqual({ hashes: [byTopic], final: [byTopic], sources: 1 })
  })

  const knowing = (...logs: readonly JsonObject[]): Table => ({ ...mined, ...reporting(logs) })
  const mentionsOf = (...tables: readonly Table[]) =>
    findTransactionsWithTopic(rpcsOn(tables), [gateway], requestHash, since, noMemory)

  test('count once two hosts know them, whatever a third one shows', async () => {
    const absent: Table = { ...mined, eth_getTransactionReceipt: { result: null } }
    for (const third of [knowing(), absent, knowing(event(gateway, byData, [anyEvent, requestHash]))])
      expect(await mentionsOf(knowing(named), knowing(named), third)).toEqual({
        hashes: [byTopic],
        final: [byTopic],
        sources: 3,
      })
  })

  test('do not count if one of two hosts knows them', async () => {
    expect(await mentionsOf(knowing(named), knowing())).toEqual({ hashes: [], final: [], sources: 2 })
  })

  test('are final once as many hosts show them with the confirmations of the chain', async () => {
    const at = (blockNumber: string) => knowing({ ...named, blockNumber })
    const memory = { ...noMemory, confirmations: 5 }
    const finalOf = async (...tables: readonly Table[]) =>
      findTransactionsWithTopic(rpcsOn(tables), [gateway], requestHash, since, memory)
    const both = { hashes: [byTopic], sources: 2 }
    expect(await finalOf(at('0x60'), at('0x60'))).toEqual({ ...both, final: [byTopic] })
    expect(await finalOf(at('0x60'), at('0x61'))).toEqual({ ...both, final: [] })
  })

  test('are searched from where each endpoint was read to, until a long range was read as a whole', async () => {
    const memory = createMemory()
    const late = { ...named, blockNumber: '0x7a120' }
    const logs = ({ params }: NodeCall) => {
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      return { result: Number(fromBlock) <= 500_000 && Number(toBlock) >= 500_000 ? [late] : [] }
    }
    const node = fakeNode({ ...mined, eth_blockNumber: { result: '0xf4240' }, eth_getLogs: logs })
    const endpoints = [createRpc(31337, ['http://127.0.0.1'], node.fetch)]
    const seen: number[] = []
    for (let searches = 0; searches < 12; searches += 1) {
      const { hashes } = await findTransactionsWithTopic(endpoints, [gateway], requestHash, since, memory)
      seen.push(hashes.length)
    }
    expect(seen).toEqual([...Array(4).fill(0), ...Array(8).fill(1)])
    const ranges = logFilters(node.requests).filter(({ fromBlock }) => Number(fromBlock) < 800_000)
    expect(new Set(ranges.map(({ fromBlock }) => fromBlock)).size).toBe(ranges.length)
    expect(node.requests.filter(({ method }) => method === 'eth_getTransactionReceipt')).toHaveLength(1)
  })

  test('of other contracts are searched from the first block', async () => {
    const memory = createMemory()
    for (const contract of [gateway, inbox]) {
      const both = [named, event(inbox, byData, [anyEvent, requestHash])]
      const found = await findTransactionsWithTopic(
        rpcsOn([knowing(...both)]),
        [contract],
        requestHash,
        since,
        memory,
      )
      expect(found).toMatchObject({ hashes: [contract === gateway ? byTopic : byData], sources: 1 })
    }
  })

  test('are none before the first one is mined', async () => {
    const absent = await mentions({ eth_getTransactionReceipt: { result: null } })
    expect(absent).toEqual({ hashes: [], final: [], sources: 1 })
  })

  test('are none without a contract, because an endpoint treats that as every contract', async () => {
    const node = fakeNode({ ...mined, eth_getLogs: { result: [] } })
    const rpc = createRpc(31337, ['http://127.0.0.1'], node.fetch)
    expect(await findTransactionsWithTopic([rpc], [], requestHash, since, noMemory)).toEqual({
      hashes: [],
      final: [],
      sources: 1,
    })
    expect(node.requests).toEqual([])
  })

  test.each<[string, Json]>([
    ['no list', 'many'],
    ['the event of another contract', [event(other, byTopic, [anyEvent, requestHash])]],
    ['not an event', [null]],
  ])('reject an answer that is %s', async (_what, result) => {
    await expect(mentions({ ...mined, eth_getLogs: { result } })).rejects.toThrow('rpcUnreachable')
  })
})
