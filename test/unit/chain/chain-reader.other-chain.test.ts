import { expect, test } from 'vitest'
import { countBackingHosts } from '../../../lib/chain/quorum.ts'
import { harbour, user } from '../checks/fixtures.ts'
import { fakeNode, readerOn, type Table, words } from './fake-node.ts'

const [first, second] = ['https://a.example/key', 'https://b.example'] as const
const own = `0x${harbour.chainId.toString(16)}`

const reads: Table = {
  eth_getBlockByNumber: { result: { number: '0x64', timestamp: '0x10' } },
  eth_call: { result: words(0n) },
  eth_gasPrice: ({ url }) => ({ result: url === first ? '0x1' : '0x2' }),
}

function readerOf(table: Table) {
  const requested: string[] = []
  const node = fakeNode({
    ...reads,
    ...table,
    eth_chainId: (one) => {
      requested.push(one.url)
      const row = table.eth_chainId
      return typeof row === 'function' ? row(one) : (row ?? { result: own })
    },
  })
  return { requested: requested, reader: readerOn([first, second], node.fetch) }
}

test('refuses two honest endpoints of another chain, and names the host', async () => {
  const { reader } = readerOf({ eth_chainId: { result: '0x38' } })
  const refused = { data: { code: 'rpcUnreachable', facts: { reason: 'otherChain', host: 'a.example' } } }
  await expect(reader.nonceEvidence(harbour.chainId, user, 77n)).rejects.toMatchObject(refused)
  await expect(reader.gasPrice(harbour.chainId)).rejects.toMatchObject({ data: { code: 'rpcUnreachable' } })
})

test('skips an endpoint of another chain, and does not count it as a source', async () => {
  const { reader } = readerOf({ eth_chainId: ({ url }) => ({ result: url === first ? '0x38' : own }) })
  expect((await reader.gasPrice(harbour.chainId)).perGasUnits).toBe(2n)
  expect(countBackingHosts(await reader.nonceEvidence(harbour.chainId, user, 77n))).toBe(1)
})

test('asks each endpoint for its chain only once', async () => {
  const { reader, requested } = readerOf({})
  await Promise.all([reader.gasPrice(harbour.chainId), reader.nonceEvidence(harbour.chainId, user, 77n)])
  await reader.gasPrice(harbour.chainId)
  expect(requested.sort()).toEqual([first, second])
})

test.each([
  ['an error', { error: { code: -32_603, message: 'busy' } }],
  ['no number', { result: null }],
] as const)('an endpoint that answers with %s is asked for its chain again', async (_what, said) => {
  let isBusy = true
  const { reader } = readerOf({
    eth_chainId: ({ url }) => (isBusy && url === first ? said : { result: own }),
  })
  expect((await reader.gasPrice(harbour.chainId)).perGasUnits).toBe(2n)
  isBusy = false
  expect((await reader.gasPrice(harbour.chainId)).perGasUnits).toBe(1n)
})
