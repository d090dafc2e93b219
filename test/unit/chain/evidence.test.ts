import { describe, expect, test } from 'vitest'
import {
  countHosts,
  type Evidence,
  hasEnoughSources,
  isAfterCreation,
  isSamePayment,
  minRefund,
} from '../../../lib/chain/evidence.ts'
import { acceptAnyHost, countBackingHosts, readMajority } from '../../../lib/chain/quorum.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { combineTransactionViews } from '../../../lib/chain/transactions.ts'
import { harbour, user } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer, readerOn } from './fake-node.ts'

const noFetch = async () => {
  throw new Error('not asked')
}
const endpoint = (url: string) => createRpc(31_337, [url], noFetch)
const [a, b, c, d] = [1, 2, 3, 4].map((port) => endpoint(`http://127.0.0.1:${port}`)) as [
  ReturnType<typeof endpoint>,
  ReturnType<typeof endpoint>,
  ReturnType<typeof endpoint>,
  ReturnType<typeof endpoint>,
]

/** The answers of endpoints in this order. An error is an endpoint that does not answer. */
const request = (says: readonly (string | Error)[], prefers?: (said: string) => boolean) => {
  const endpoints = [a, b, c, d].slice(0, says.length)
  const read = async (rpc: (typeof endpoints)[number]) => {
    const said = says[endpoints.indexOf(rpc)] ?? ''
    if (said instanceof Error) throw said
    return said
  }
  return majority(endpoints, read, prefers)
}

/** The majority's answer, with the number of hosts. */
async function majority(
  endpoints: readonly ReturnType<typeof endpoint>[],
  read: (rpc: ReturnType<typeof endpoint>) => Promise<string>,
  prefers: (said: string) => boolean = () => true,
) {
  const seen = await readMajority(endpoints, read, (said) => said, prefers)
  return { said: acceptAnyHost(seen), sources: countBackingHosts(seen) }
}
const dead = new Error('dead')

describe('the majority of endpoints', () => {
  test.each<[readonly (string | Error)[], string, number]>([
    [['x'], 'x', 1],
    [['x', 'x'], 'x', 2],
    [['x', 'y', 'y'], 'y', 2],
    [['x', 'y', 'x', 'y'], 'x', 2],
    [['x', 'y'], 'x', 1],
    [[dead, 'x'], 'x', 1],
    [['x', dead, 'y', 'y'], 'y', 2],
  ])('of %j is %s, by %d hosts', async (says, said, sources) => {
    expect(await request(says)).toEqual({ said, sources })
  })

  test("is the preferred answer in a tie, and never a minority's", async () => {
    const prefers = (said: string) => said === 'y'
    expect(await request(['x', 'y'], prefers)).toEqual({ said: 'y', sources: 1 })
    expect(await request(['y', 'x'], prefers)).toEqual({ said: 'y', sources: 1 })
    expect(await request(['x', 'y', 'x'], prefers)).toEqual({ said: 'x', sources: 2 })
    expect(await request(['x', 'z'], () => true)).toEqual({ said: 'x', sources: 1 })
  })

  test("rejects with the first endpoint's error if none answers", async () => {
    await expect(request([dead, new Error('later')])).rejects.toBe(dead)
  })
})

test('counts endpoints of one host once', async () => {
  const paths = ['http://127.0.0.1:1/x', 'http://127.0.0.1:1/y'].map(endpoint)
  expect(countHosts([...paths, b])).toBe(2)
  const said = await majority(paths, async () => 'x')
  expect(said).toEqual({ said: 'x', sources: 1 })
})

const evidence: Evidence = {
  kind: 'delivery',
  chainId: 1,
  hash: `0x${'aa'.repeat(32)}`,
  token: '0x',
  units: '5',
  logIndexes: [3],
  blockNumber: '10',
  blockSeconds: 100,
  sources: 2,
}
const hash = `0x${'bb'.repeat(32)}` as const

describe('two pieces of evidence', () => {
  const coin = { ...evidence, logIndexes: [] }
  const byBlock = { ...coin, isBalanceGrowth: true as const }
  test.each<[string, Evidence, Partial<Evidence>, boolean]>([
    ['one event', evidence, {}, true],
    ['one event among more', evidence, { logIndexes: [1, 3] }, true],
    ['another event of the transaction', evidence, { logIndexes: [4] }, false],
    ['another transaction', evidence, { hash }, false],
    ['another chain', evidence, { chainId: 2 }, false],
    ['a coin and an event of one transaction', coin, { logIndexes: [3] }, false],
    ['a coin by its transaction', coin, {}, true],
    ['a coin by another transaction of the block', coin, { hash }, false],
    ['a block’s growth by another transaction of it', byBlock, { hash }, true],
    ['a block’s growth and a payment in it', byBlock, { hash, isBalanceGrowth: undefined as never }, true],
    ['a block’s growth and another block', byBlock, { hash, blockNumber: '11' }, false],
  ])('rest on the same payment: %s', (_name, one, fields, isSame) => {
    const other = { ...one, ...fields }
    expect(isSamePayment(one, other)).toBe(isSame)
    expect(isSamePayment(other, one)).toBe(isSame)
  })
})

describe('a block is newer than an order', () => {
  const heads = [{ chainId: 1, blockNumber: '10', blockSeconds: 100 }]
  test.each([
    [10n, 100, false],
    [9n, 99, false],
    [11n, 100, true],
    // The time of the head comes from one endpoint alone, which may be in the future.
    [11n, 99, true],
    // So does its number, perhaps of a block that does not exist yet.
    [10n, 101, true],
  ] as const)('by the chain’s block numbers and times: %s at %s', (blockNumber, blockSeconds, isAfter) => {
    expect(isAfterCreation({ createdMs: 0, heads }, 1, { blockNumber, blockSeconds })).toBe(isAfter)
  })

  test('only if it is not long before it by our clock, whatever block one endpoint named', () => {
    const createdMs = 100_000_000
    const block = { blockNumber: 11n, blockSeconds: 99_399 }
    expect(isAfterCreation({ createdMs, heads }, 1, block)).toBe(false)
    expect(isAfterCreation({ createdMs, heads }, 1, { ...block, blockSeconds: 99_400 })).toBe(true)
  })

  test('although one endpoint named a block far from our clock', () => {
    const heads = [{ chainId: 1, blockNumber: '99999999', blockSeconds: 900_000 }]
    const order = { createdMs: 100_000_000, heads }
    expect(isAfterCreation(order, 1, { blockNumber: 11n, blockSeconds: 100_010 })).toBe(true)
  })

  test.each([
    [400, true],
    [399, false],
  ])('else by our clock minus ten minutes: %s', (blockSeconds, isAfter) => {
    const order = { createdMs: 1_000_000, heads }
    expect(isAfterCreation(order, 2, { blockNumber: 0n, blockSeconds })).toBe(isAfter)
    const bare = { createdMs: 1_000_000, heads: [] }
    expect(isAfterCreation(bare, 1, { blockNumber: 0n, blockSeconds })).toBe(isAfter)
  })
})

test("a refund may cost five percent, rounded in the person's favour", () => {
  expect(minRefund(100n)).toBe(95n)
  expect(minRefund(19n)).toBe(19n)
  expect(minRefund(0n)).toBe(0n)
})

test('one endpoint is not enough', () => {
  expect([0, 1, 2, 3].map((sources) => hasEnoughSources({ sources }))).toEqual([false, false, true, true])
})

const sent = `0x${'ab'.repeat(32)}` as const
const urls = ['http://127.0.0.1:1', 'http://localhost:2']
const silent: NodeAnswer = { error: { code: -32000, message: 'header not found' } }

/** The answers of two endpoints: the account's next nonce, and whether they know the transaction. */
function read(...nodes: readonly (readonly [nonce: NodeAnswer, known: NodeAnswer])[]) {
  const say = (part: 0 | 1) => (requested: { readonly url: string }) =>
    nodes[urls.indexOf(requested.url)]?.[part] ?? silent
  const { fetch } = fakeNode({ eth_getTransactionCount: say(0), eth_getTransactionByHash: say(1) })
  const reader = readerOn(urls, fetch)
  return reader.isTransactionLost(harbour.chainId, user, 3, sent)
}

const passed: NodeAnswer = { result: '0x4' }
const free: NodeAnswer = { result: '0x3' }
const absent: NodeAnswer = { result: null }
const there: NodeAnswer = { result: { hash: sent } }

describe('a missing transaction on two endpoints', () => {
  test.each<[string, readonly [NodeAnswer, NodeAnswer], readonly [NodeAnswer, NodeAnswer], boolean]>([
    ['both count its nonce and know nothing', [passed, absent], [passed, absent], true],
    ['one still has its nonce free', [passed, absent], [free, absent], false],
    ['one knows it', [passed, absent], [passed, there], false],
    ['one is dead', [passed, absent], [silent, silent], true],
    ['one is silent half way', [free, absent], [passed, silent], false],
  ])('%s', async (_name, first, second, isLost) => {
    expect(await read(first, second)).toBe(isLost)
  })

  test('rejects if no endpoint answers', async () => {
    await expect(read([silent, silent], [silent, silent])).rejects.toThrow('rpcUnreachable')
  })
})

describe('a transaction that two endpoints show', () => {
  const mined = { status: '0x0', depth: 3, nonce: '0x3', from: user as string, input: '0x' }
  const call = { from: user, to: user, data: '0x', value: 0n, nonce: 3 }
  const failed = { view: { ...call, kind: 'mined', succeeded: false, confirmations: 3 } }
  const waiting = { view: { ...call, kind: 'waiting' } }
  test.each<[string, readonly (Partial<typeof mined> | null)[], object]>([
    ['both as failed', [{}, { depth: 5 }], { ...failed, sources: 2 }],
    ['both as failed, the first one deeper', [{ depth: 5 }, {}], { ...failed, sources: 2 }],
    ['one as failed', [{}, null], { ...failed, sources: 1 }],
    ['the other one as failed', [null, {}], { ...failed, sources: 1 }],
    ['one as failed, one as waiting', [{}, { status: '' }], { ...waiting, sources: 2 }],
    ['both as waiting', [{ status: '' }, { status: '' }], { ...waiting, sources: 2 }],
    ['one as failed, one as successful', [{}, { status: '0x1' }], { ...waiting, sources: 2 }],
    ['one with another nonce', [{}, { nonce: '0x4' }], { ...failed, sources: 1 }],
    ['one with another call', [{}, { input: '0x12' }], { ...failed, sources: 1 }],
    ['one from another account', [{}, { from: sent.slice(0, 42) }], { ...failed, sources: 1 }],
    ['neither', [null, null], { view: { kind: 'unknown' }, sources: 0 }],
  ])('%s', async (_name, nodes, seen) => {
    const node = (say: (one: typeof mined) => unknown) => (requested: { readonly url: string }) => {
      const one = nodes[requested.url.includes('localhost') ? 1 : 0]
      return { result: one === null || one === undefined ? null : say({ ...mined, ...one }) } as NodeAnswer
    }
    const { fetch } = fakeNode({
      eth_getTransactionByHash: node((one) => ({ ...one, to: user, value: '0x0' })),
      eth_getTransactionReceipt: node((one) => ({ ...one, blockHash: sent, blockNumber: '0x10', logs: [] })),
      eth_blockNumber: node(({ depth }) => `0x${(15 + depth).toString(16)}`),
      eth_getBlockByHash: { result: { timestamp: '0x1' } },
    })
    const reader = readerOn(urls, fetch)
    expect(combineTransactionViews(await reader.transactionQuorum(harbour.chainId, sent))).toMatchObject(seen)
  })
})

describe('the use of an account since a nonce on two endpoints', () => {
  /** Its nonces in the newest block and with waiting transactions. */
  const counts = (one: string, two: string): NodeAnswer[] => [{ result: one }, { result: two }]
  const at3 = counts('0x3', '0x3')
  const use = (isIdle: boolean, isUsed: boolean, sources = 2) => ({ isIdle, isUsed, sources })
  test.each<[string, readonly NodeAnswer[], readonly NodeAnswer[], object]>([
    ['nothing new at both', at3, at3, use(true, false)],
    ['one waits at one', at3, counts('0x3', '0x4'), use(false, false)],
    ['mined at both', counts('0x4', '0x4'), counts('0x5', '0x5'), use(false, true)],
    ['mined at one', counts('0x4', '0x4'), at3, use(false, false)],
    ['one answers', at3, [silent, silent], use(true, false, 1)],
  ])('%s', async (_name, first, second, expected) => {
    const nodes = [first, second]
    const { fetch } = fakeNode({
      eth_getTransactionCount: (requests: { readonly url: string; readonly params: readonly unknown[] }) =>
        nodes[requests.url.includes('localhost') ? 1 : 0]?.[requests.params[1] === 'latest' ? 0 : 1] ??
        silent,
    })
    const reader = readerOn(urls, fetch)
    expect(await reader.accountUse(harbour.chainId, user, 3)).toEqual(expected)
  })
})
