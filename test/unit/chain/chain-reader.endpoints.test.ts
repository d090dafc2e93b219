import { expect, test } from 'vitest'
import { type Hex, nativeAddress } from '../../../lib/base/hex.ts'
import { acceptAnyHost, requireTwoHosts } from '../../../lib/chain/quorum.ts'
import type { EndpointChoice } from '../../../lib/deployment/endpoints.ts'
import { harbour, user } from '../checks/fixtures.ts'
import { fakeNode, readerOn, words } from './fake-node.ts'

const [first, second, third] = ['https://a.example', 'https://b.example', 'https://c.example'] as const

test('reads use the endpoints that the person left on, in their order, immediately after a change', async () => {
  let choices: readonly EndpointChoice[] = []
  const node = fakeNode({ eth_getCode: { result: '0x' } })
  const reader = readerOn([first, second, third], node.fetch, () => choices)
  const requestFor = async (): Promise<readonly string[]> => {
    const before = node.requests.length
    await reader.codeAt(harbour.chainId, user)
    return node.requests.slice(before).map(({ url }) => url)
  }
  expect(await requestFor()).toEqual([first])
  choices = [
    { url: third, isOn: true },
    { url: first, isOn: false },
    { url: second, isOn: true },
  ]
  expect(await requestFor()).toEqual([third])
  choices = [first, second, third].map((url) => ({ url, isOn: false }))
  expect(await requestFor()).toEqual([first])
})

test.each<[string, Readonly<Record<string, Hex>>, number, number]>([
  ['one endpoint stands still', { [first]: '0x2', [second]: '0x5', [third]: '0x5' }, 2, 5],
  ['one endpoint names a later nonce', { [first]: '0x5', [second]: '0x9', [third]: '0x5' }, 5, 5],
  ['two endpoints differ', { [first]: '0x2', [second]: '0x5' }, 2, 2],
  ['one endpoint answers', { [first]: '0x5' }, 5, 5],
])(
  'the next nonce is the lowest, and the used ones are those that two hosts have, if %s',
  async (_name, counts, next, used) => {
    const { fetch } = fakeNode({
      eth_getTransactionCount: ({ url }) => {
        const count = counts[new URL(url).origin]
        return count === undefined ? { error: { code: -32_000, message: 'down' } } : { result: count }
      },
    })
    const reader = readerOn([first, second, third], fetch)
    expect(await reader.accountNonce(harbour.chainId, user, 'pending')).toBe(next)
    expect(await reader.accountNonce(harbour.chainId, user, 'latest')).toBe(used)
  },
)

test('the transaction of a nonce is found although the first endpoint stands still', async () => {
  const hash: Hex = `0x${'12'.repeat(32)}`
  const isStill = (url: string) => url.startsWith(first)
  const node = fakeNode({
    eth_blockNumber: ({ url }) => ({ result: isStill(url) ? '0x1' : '0x4' }),
    eth_getTransactionCount: ({ url, params: [, block] }) => ({
      result: !isStill(url) && (block === 'latest' || Number(block) >= 3) ? '0x6' : '0x5',
    }),
    eth_getBlockByNumber: { result: { transactions: [{ from: user, nonce: '0x5', hash }] } },
  })
  const reader = readerOn([first, second], node.fetch)
  expect(await reader.transactionOfNonce(harbour.chainId, user, 5)).toBe(hash)
})

test('evidence uses every endpoint that is on, and no other', async () => {
  const node = fakeNode({
    eth_getBlockByNumber: { result: { number: '0x64', timestamp: '0x10' } },
    eth_call: { result: words(0n) },
  })
  const reader = readerOn([first, second, third], node.fetch, () => [{ url: second, isOn: false }])
  const seen = await reader.nonceEvidence(harbour.chainId, user, 5n)
  expect(requireTwoHosts(seen)).toEqual({ used: false, blockSeconds: 16 })
  expect([...new Set(node.requests.map(({ url }) => url))].sort()).toEqual([first, third])
  expect(reader.hostCount(harbour.chainId)).toBe(2)
})

test('the newest block is the lowest of all endpoints: none can name a block that does not exist yet', async () => {
  const heads: Record<string, string> = { [first]: '0x3b9aca00', [second]: '0x78', [third]: '0x79' }
  const node = fakeNode({ eth_blockNumber: ({ url }) => ({ result: heads[url] ?? '0x0' }) })
  const reader = readerOn([first, second, third], node.fetch)
  expect(await reader.blockNumber(harbour.chainId)).toBe(120n)
})

test('a nonce that only one endpoint reports as used has one source, however many answer', async () => {
  const used = words(1n << 5n)
  const node = fakeNode({
    eth_getBlockByNumber: { result: { number: '0x64', timestamp: '0x10' } },
    eth_blockNumber: { result: '0x10' },
    eth_getLogs: { result: [] },
    eth_call: ({ url }) => ({ result: url === second ? used : words(0n) }),
  })
  const reader = readerOn([first, second, third], node.fetch)
  const seen = await reader.nonceEvidence(harbour.chainId, user, 5n)
  expect(acceptAnyHost(seen)).toMatchObject({ used: true })
  expect(requireTwoHosts(seen)).toBeNull()
  const end = await reader.nonceEnd(harbour.chainId, user, 5n, nativeAddress, 1n)
  expect(acceptAnyHost(end)).toMatchObject({ end: 'taken' })
  expect(requireTwoHosts(end)).toBeNull()
})
