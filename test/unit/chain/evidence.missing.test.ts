import { describe, expect, test } from 'vitest'
import { combineTransactionViews } from '../../../lib/chain/transactions.ts'
import { harbour, user } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer, readerOn } from './fake-node.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const urls = ['http://127.0.0.1:1', 'http://localhost:2']
const dead: NodeAnswer = { error: { code: -32000, message: 'header not found' } }

/** The answers of two endpoints: the account's next nonce, and whether they know the transaction. */
function read(...nodes: readonly (readonly [nonce: NodeAnswer, known: NodeAnswer])[]) {
  const say = (part: 0 | 1) => (requested: { readonly url: string }) =>
    nodes[urls.indexOf(requested.url)]?.[part] ?? dead
  const { fetch } = fakeNode({ eth_getTransactionCount: say(0), eth_getTransactionByHash: say(1) })
  const reader = readerOn(urls, fetch)
  return reader.missingEvidence(harbour.chainId, user, 3, hash)
}

const passed: NodeAnswer = { result: '0x4' }
const free: NodeAnswer = { result: '0x3' }
const absent: NodeAnswer = { result: null }
const there: NodeAnswer = { result: { hash } }

describe('a missing transaction on two endpoints', () => {
  test.each<
    [string, readonly [NodeAnswer, NodeAnswer], readonly [NodeAnswer, NodeAnswer], boolean, boolean, number]
  >([
    ['both count its nonce and know nothing', [passed, absent], [passed, absent], false, true, 2],
    ['one still has its nonce free', [passed, absent], [free, absent], false, false, 2],
    ['one knows it', [passed, absent], [passed, there], true, true, 2],
    ['one is dead', [passed, absent], [dead, dead], false, true, 1],
    ['one is dead half way', [free, absent], [passed, dead], false, false, 1],
  ])('%s', async (_name, first, second, isKnown, isNonceUsed, sources) => {
    expect(await read(first, second)).toEqual({ isKnown, isNonceUsed, sources })
  })

  test('rejects if no endpoint answers', async () => {
    await expect(read([dead, dead], [dead, dead])).rejects.toThrow('rpcUnreachable')
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
    ['one from another account', [{}, { from: hash.slice(0, 42) }], { ...failed, sources: 1 }],
    ['neither', [null, null], { view: { kind: 'unknown' }, sources: 0 }],
  ])('%s', async (_name, nodes, seen) => {
    const node = (say: (one: typeof mined) => unknown) => (requested: { readonly url: string }) => {
      const one = nodes[requested.url.includes('localhost') ? 1 : 0]
      return { result: one === null || one === undefined ? null : say({ ...mined, ...one }) } as NodeAnswer
    }
    const { fetch } = fakeNode({
      eth_getTransactionByHash: node(({ from, nonce, input }) => ({
        from,
        to: user,
        input,
        value: '0x0',
        nonce,
      })),
      eth_getTransactionReceipt: node(({ status }) => ({
        status,
        blockHash: hash,
        blockNumber: '0x10',
        logs: [],
      })),
      eth_blockNumber: node(({ depth }) => `0x${(15 + depth).toString(16)}`),
      eth_getBlockByHash: { result: { timestamp: '0x1' } },
    })
    const reader = readerOn(urls, fetch)
    expect(combineTransactionViews(await reader.transactionQuorum(harbour.chainId, hash))).toMatchObject(seen)
  })
})

describe('the use of an account since a nonce on two endpoints', () => {
  const counts = (one: string, two: string): NodeAnswer[] => [{ result: one }, { result: two }]
  test.each<[string, readonly NodeAnswer[], readonly NodeAnswer[], object]>([
    [
      'nothing new at both',
      counts('0x3', '0x3'),
      counts('0x3', '0x3'),
      { isIdle: true, isUsed: false, sources: 2 },
    ],
    [
      'one waits at one',
      counts('0x3', '0x3'),
      counts('0x3', '0x4'),
      { isIdle: false, isUsed: false, sources: 2 },
    ],
    [
      'mined at both',
      counts('0x4', '0x4'),
      counts('0x5', '0x5'),
      { isIdle: false, isUsed: true, sources: 2 },
    ],
    [
      'mined at one',
      counts('0x4', '0x4'),
      counts('0x3', '0x3'),
      { isIdle: false, isUsed: false, sources: 2 },
    ],
    ['one answers', counts('0x3', '0x3'), [dead, dead], { isIdle: true, isUsed: false, sources: 1 }],
  ])('%s', async (_name, first, second, use) => {
    const nodes = [first, second]
    const { fetch } = fakeNode({
      eth_getTransactionCount: (requests: { readonly url: string; readonly params: readonly unknown[] }) =>
        nodes[requests.url.includes('localhost') ? 1 : 0]?.[requests.params[1] === 'latest' ? 0 : 1] ?? dead,
    })
    const reader = readerOn(['http://127.0.0.1:1', 'http://localhost:2'], fetch)
    expect(await reader.accountUse(harbour.chainId, user, 3)).toEqual(use)
  })
})
