import { describe, expect, test } from 'vitest'
import { createChainReader } from '../../../lib/chain/chain-reader.ts'
import { deployment } from '../../flow/world/places.ts'
import { harbour, user } from '../checks/fixtures.ts'
import { fakeNode, type Said } from './fake-node.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const urls = ['http://127.0.0.1:1', 'http://127.0.0.1:2']
const dead: Said = { error: { code: -32000, message: 'header not found' } }

/** What each of two nodes says: the account's next nonce, and whether it knows the transaction. */
function read(...nodes: readonly (readonly [nonce: Said, known: Said])[]) {
  const say = (part: 0 | 1) => (asked: { readonly url: string }) =>
    nodes[urls.indexOf(asked.url)]?.[part] ?? dead
  const { fetch } = fakeNode({ eth_getTransactionCount: say(0), eth_getTransactionByHash: say(1) })
  const chains = [{ ...harbour, rpcUrls: urls }]
  const reader = createChainReader({ deployment: { ...deployment, chains }, fetch })
  return reader.missingEvidence(harbour.chainId, user, 3, hash)
}

const passed: Said = { result: '0x4' }
const free: Said = { result: '0x3' }
const absent: Said = { result: null }
const there: Said = { result: { hash } }

describe('what two endpoints say of a transaction that is missing', () => {
  test.each<[string, readonly [Said, Said], readonly [Said, Said], boolean, boolean]>([
    ['both count its nonce and know nothing', [passed, absent], [passed, absent], false, true],
    ['one still has its nonce free', [passed, absent], [free, absent], false, false],
    ['one knows it', [passed, absent], [passed, there], true, true],
    ['one is dead', [passed, absent], [dead, dead], false, true],
    ['one is dead half way', [free, absent], [passed, dead], false, false],
  ])('%s', async (_name, first, second, isKnown, isNonceUsed) => {
    expect(await read(first, second)).toEqual({ isKnown, isNonceUsed })
  })

  test('none answers: nothing is known', async () => {
    await expect(read([dead, dead], [dead, dead])).rejects.toThrow('rpcUnreachable')
  })
})

describe('what two endpoints say of an account since its nonce was next', () => {
  const counts = (one: string, two: string): Said[] => [{ result: one }, { result: two }]
  test.each<[string, readonly Said[], readonly Said[], object]>([
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
      eth_getTransactionCount: (asked: { readonly url: string; readonly params: readonly unknown[] }) =>
        nodes[asked.url.includes('localhost') ? 1 : 0]?.[asked.params[1] === 'latest' ? 0 : 1] ?? dead,
    })
    const chains = [{ ...harbour, rpcUrls: ['http://127.0.0.1:1', 'http://localhost:2'] }]
    const reader = createChainReader({ deployment: { ...deployment, chains }, fetch })
    expect(await reader.accountUse(harbour.chainId, user, 3)).toEqual(use)
  })
})
