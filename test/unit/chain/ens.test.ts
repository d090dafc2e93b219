import { expect, test } from 'vitest'
import { readNameAddress } from '../../../lib/chain/ens.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { fakeNode, type NodeAnswer, words } from './fake-node.ts'

const registry = `0x${'1'.repeat(40)}` as const
const resolver = `0x${'2'.repeat(40)}` as const
const alice = `0x${'a'.repeat(40)}` as const
const url = 'http://127.0.0.1:1'

async function read(found: NodeAnswer, answer: NodeAnswer) {
  const callTo = (contract: string) => `eth_call [{"to":"${contract}"`
  const node = fakeNode({ [callTo(registry)]: found, [callTo(resolver)]: answer })
  const query = { registry, name: 'alice.eth', otherChainId: null }
  return {
    address: await readNameAddress(createRpc(31_337, [url], node.fetch), query),
    hosts: new Set(node.requests.map((one) => one.url)),
  }
}

test.each<[string, NodeAnswer, NodeAnswer, string]>([
  ['its resolver names an address', { result: words(resolver) }, { result: words(alice) }, alice],
  // `OffchainLookup` (ERC-3668) is a revert that names URLs.
  [
    'its resolver refers to a server outside the chain',
    { result: words(resolver) },
    { error: { code: 3, message: 'execution reverted: 0x556f1830 https://gateway.example/{sender}/{data}' } },
    'none',
  ],
  // A parent's resolver may answer for all names below it (ENSIP-10). Ferry reads only the name's own.
  ['only a name above it has a resolver', { result: words(0n) }, { result: words(alice) }, 'none'],
  ['its resolver names the zero address', { result: words(resolver) }, { result: words(0n) }, 'none'],
  ['the answer is no address', { result: words(resolver) }, { result: words(1n << 200n) }, 'none'],
])('a name is read on the chain alone, where %s', async (_where, found, answer, address) => {
  expect(await read(found, answer)).toEqual({ address, hosts: new Set([url]) })
})
