import { describe, expect, test } from 'vitest'
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

describe('a mined transaction on two endpoints', () => {
  const failed = { status: '0x0', depth: 3, nonce: '0x3', from: user as string }
  test.each<[string, readonly (Partial<typeof failed> | null)[], object]>([
    ['both that it failed', [{}, { depth: 5 }], { hasFailed: true, confirmations: 3, sources: 2 }],
    ['one that it failed', [{}, null], { hasFailed: true, confirmations: 3, sources: 1 }],
    ['one that it succeeded', [{}, { status: '0x1' }], { hasFailed: false, confirmations: 3, sources: 2 }],
    ['one with another nonce', [{}, { nonce: '0x4' }], { hasFailed: true, confirmations: 3, sources: 1 }],
    [
      'one of somebody else',
      [{}, { from: hash.slice(0, 42) }],
      { hasFailed: true, confirmations: 3, sources: 1 },
    ],
    ['neither that it is', [null, null], { hasFailed: false, confirmations: 0, sources: 0 }],
  ])('%s', async (_name, nodes, seen) => {
    const node = (say: (one: typeof failed) => unknown) => (requested: { readonly url: string }) => {
      const one = nodes[requested.url.includes('localhost') ? 1 : 0]
      return { result: one === null || one === undefined ? null : say({ ...failed, ...one }) } as NodeAnswer
    }
    const { fetch } = fakeNode({
      eth_getTransactionByHash: node(({ from, nonce }) => ({
        from,
        to: user,
        input: '0x',
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
    expect(await reader.minedEvidence(harbour.chainId, hash, user, 3)).toEqual(seen)
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
