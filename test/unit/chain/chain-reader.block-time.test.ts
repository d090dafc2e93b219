import { describe, expect, test } from 'vitest'
import { harbour } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer, readerOn } from './fake-node.ts'

const urls = ['http://127.0.0.1:1', 'http://127.0.0.1:2']
const at = (timestamp: string | number | null): NodeAnswer => ({ result: { number: '0x64', timestamp } })
const dead: NodeAnswer = { error: { code: -32000, message: 'header not found' } }

function read(...nodes: readonly NodeAnswer[]) {
  const { fetch } = fakeNode({
    'eth_getBlockByNumber ["latest",false]': ({ url }) => nodes[urls.indexOf(url)] ?? dead,
  })
  return readerOn(urls, fetch).latestBlockSeconds(harbour.chainId)
}

describe("the chain's own time", () => {
  test.each<[string, readonly [NodeAnswer, NodeAnswer], readonly number[]]>([
    ['of each endpoint', [at('0x10'), at('0x20')], [16, 32]],
    ['without one that is dead', [dead, at('0x20')], [32]],
    ['without one that says no time', [at('0x10'), at('soon')], [16]],
    ['without one that says too much of it', [at('0x10'), at(`0x${'f'.repeat(40)}`)], [16]],
    ['without one that says a number', [at(16), at('0x20')], [32]],
    ['without one that has no block', [{ result: null }, at('0x20')], [32]],
  ])('%s', async (_what, [first, second], seconds) => {
    expect(await read(first, second)).toEqual(seconds)
  })

  test('of two endpoints on one host is the earlier one', async () => {
    const { fetch } = fakeNode({
      'eth_getBlockByNumber ["latest",false]': ({ url }) => at(url.endsWith('/b') ? '0x10' : '0x20'),
    })
    const rpcUrls = ['http://127.0.0.1:1/a', 'http://127.0.0.1:1/b', 'http://127.0.0.1:2']
    const reader = readerOn(rpcUrls, fetch)
    expect(await reader.latestBlockSeconds(harbour.chainId)).toEqual([16, 32])
  })

  test('rejects if no endpoint reports it', async () => {
    await expect(read(dead, at(null))).rejects.toThrow('rpcUnreachable')
  })
})
