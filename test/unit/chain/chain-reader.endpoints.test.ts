import { expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
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

test('the nonce of an account is the lowest of all endpoints', async () => {
  const { fetch } = fakeNode({
    eth_getTransactionCount: ({ url }) => ({ result: url.startsWith(second) ? '0x2' : '0x5' }),
  })
  const reader = readerOn([first, second, third], fetch)
  expect(await reader.accountNonce(harbour.chainId, user, 'pending')).toBe(2)
})

test('evidence uses every endpoint that is on, and no other', async () => {
  const node = fakeNode({
    eth_getBlockByNumber: { result: { timestamp: '0x10' } },
    eth_call: { result: words(0n) },
  })
  const reader = readerOn([first, second, third], node.fetch, () => [{ url: second, isOn: false }])
  const seen = await reader.nonceEvidence(harbour.chainId, user, 5n)
  expect(requireTwoHosts(seen)).toEqual({ used: false, blockSeconds: 16 })
  expect([...new Set(node.requests.map(({ url }) => url))].sort()).toEqual([first, third])
  expect(reader.hostCount(harbour.chainId)).toBe(2)
})

test('the newest block is the lowest of all endpoints: none can name a block that does not exist yet', async () => {
  const heads: { readonly [url: string]: string } = {
    [first]: '0x3b9aca00',
    [second]: '0x78',
    [third]: '0x79',
  }
  const node = fakeNode({ eth_blockNumber: ({ url }) => ({ result: heads[url] ?? '0x0' }) })
  const reader = readerOn([first, second, third], node.fetch)
  expect(await reader.blockNumber(harbour.chainId)).toBe(120n)
})

test('a nonce that only one endpoint reports as used has one source, however many answer', async () => {
  const used = words(1n << 5n)
  const node = fakeNode({
    eth_getBlockByNumber: { result: { timestamp: '0x10' } },
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
