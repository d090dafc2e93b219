import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import type { Hex } from '../../../lib/base/hex.ts'
import { readNameAddress } from '../../../lib/chain/ens.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { fakeNode, type NodeAnswer, words } from './fake-node.ts'

const universalResolver = `0x${'1'.repeat(40)}` as const
const resolver = `0x${'2'.repeat(40)}` as const
const alice = `0x${'a'.repeat(40)}` as const
const url = 'http://127.0.0.1:1'

const resolved = (record: Hex): NodeAnswer => ({
  result: encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [record, resolver]),
})

test.each<[string, NodeAnswer, string]>([
  ['its resolver names an address', resolved(words(alice)), alice],
  // `OffchainLookup` (ERC-3668) is a revert that names URLs.
  [
    'its resolver refers to a server outside the chain',
    { error: { code: 3, message: 'execution reverted: 0x556f1830 https://gateway.example/{sender}/{data}' } },
    'none',
  ],
  [
    'it has no resolver',
    { error: { code: 3, message: 'execution reverted: ResolverNotFound(bytes)' } },
    'none',
  ],
  ['its resolver names the zero address', resolved(words(0n)), 'none'],
  ['its resolver returns nothing', resolved('0x'), 'none'],
  ['the record is no address', resolved(words(1n << 200n)), 'none'],
])('a name is read on the chain alone, where %s', async (_where, answer, address) => {
  const node = fakeNode({ [`eth_call [{"to":"${universalResolver}"`]: answer })
  const query = { universalResolver, name: 'alice.eth', otherChainId: null }
  expect(await readNameAddress(createRpc(31_337, [url], node.fetch), query)).toBe(address)
  expect(new Set(node.requests.map((one) => one.url))).toEqual(new Set([url]))
})

test('an address without a universal resolver is an error, not a name without an address', async () => {
  const node = fakeNode({ eth_call: { result: '0x' } })
  const query = { universalResolver, name: 'alice.eth', otherChainId: null }
  await expect(readNameAddress(createRpc(31_337, [url], node.fetch), query)).rejects.toThrow('badAnswer')
})
