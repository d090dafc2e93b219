import { describe, expect, test } from 'vitest'
import { harbour } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer, readerOn, type Table, words } from './fake-node.ts'

const urls = ['http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3']
const feed = { address: `0x${'8'.repeat(40)}`, decimals: 8, heartbeatSeconds: 60 } as const
const dead: NodeAnswer = { error: { code: -32000, message: 'header not found' } }
const reverts: NodeAnswer = { error: { code: 3, message: 'execution reverted' } }
const seconds = 1_800_000_000

const headed = (number: number, timestamp = seconds): NodeAnswer => ({
  result: { number: `0x${number.toString(16)}`, timestamp: `0x${timestamp.toString(16)}` },
})
const report = (answer: bigint, updated = seconds - 5, round = 3n): NodeAnswer => ({
  result: words(round, BigInt.asUintN(256, answer), BigInt(updated), BigInt(updated), round),
})
const eight: NodeAnswer = { result: words(8n) }

interface Node {
  readonly head: NodeAnswer
  readonly round: NodeAnswer
  readonly decimals?: NodeAnswer
}

function read(nodes: readonly Node[], nodeUrls: readonly string[] = urls.slice(0, nodes.length)) {
  const of = ({ url }: { readonly url: string }) => nodes[nodeUrls.indexOf(url)]
  const call = (data: string) => `eth_call [{"to":"${feed.address}","data":"${data}"}`
  const table: Table = {
    eth_getBlockByNumber: (requested) => of(requested)?.head ?? dead,
    [call('0xfeaf968c')]: (requested) => of(requested)?.round ?? dead,
    [call('0x313ce567')]: (requested) => of(requested)?.decimals ?? eight,
  }
  const node = fakeNode(table)
  const reader = readerOn(nodeUrls, node.fetch)
  return { price: reader.feedPrice(harbour.chainId, feed), node }
}

const good: Node = { head: headed(20), round: report(99_980_000n) }

describe('the price of a feed', () => {
  test('comes from the only endpoint', async () => {
    expect(await read([good]).price).toBe('0.9998')
  })

  test('comes from two endpoints, both read at the newest block that both have', async () => {
    const { price, node } = read([good, { ...good, head: headed(18) }])
    expect(await price).toBe('0.9998')
    const calls = node.requests.filter(({ method }) => method === 'eth_call')
    expect(calls.map(({ params }) => params[1])).toEqual(['0x12', '0x12', '0x12', '0x12'])
  })

  test('comes from two of three endpoints if the third is silent', async () => {
    expect(await read([good, { head: dead, round: dead }, good]).price).toBe('0.9998')
  })

  test('comes from the others if one endpoint lags', async () => {
    const lagging = { head: headed(2, seconds - 1_200), round: report(50_000_000n) }
    expect(await read([good, lagging, good]).price).toBe('0.9998')
  })

  test('is null if only two endpoints of one host answer', async () => {
    const [one, other] = urls as [string, string, string]
    const nodes = [good, good, { head: dead, round: dead }]
    expect(await read(nodes, [one, `${one}/second`, other]).price).toBeNull()
  })

  test('is read without the transactions of the block', async () => {
    const { price, node } = read([good])
    await price
    const heads = node.requests.filter(({ method }) => method === 'eth_getBlockByNumber')
    expect(heads.map(({ params }) => params)).toEqual([['latest', false]])
  })

  test.each<[string, readonly Node[]]>([
    ['it reverts', [{ ...good, round: reverts }]],
    ['it is no contract', [{ ...good, round: { result: '0x' } }]],
    ['it says too little', [{ ...good, round: { result: words(3n, 5n) } }]],
    ['it says all but the round of the answer', [{ ...good, round: { result: words(3n, 5n, 5n, 5n) } }]],
    ['its decimals are others', [{ ...good, decimals: { result: words(18n) } }]],
    ['its decimals are not told', [{ ...good, decimals: reverts }]],
    ['two of three are silent', [good, { head: dead, round: dead }, { head: dead, round: dead }]],
    ['one of three disagrees', [good, good, { ...good, round: report(99_980_001n) }]],
    ['it is zero', [{ ...good, round: report(0n) }]],
    ['it is below zero', [{ ...good, round: report(-99_980_000n) }]],
    ['it is stale by the time of the block', [{ ...good, head: headed(20, seconds + 356) }]],
    ['it is stale by the newest block of any', [good, { ...good, head: headed(90, seconds + 356) }]],
    ['two disagree on the price', [good, { ...good, round: report(99_980_001n) }]],
    ['two disagree on the round', [good, { ...good, round: report(99_980_000n, seconds - 5, 4n) }]],
    ['two disagree on the time', [good, { ...good, round: report(99_980_000n, seconds - 6) }]],
    ['it reverts at one of two', [good, { ...good, round: reverts }]],
    ['one of two is silent', [good, { head: dead, round: dead }]],
    ['one of two is silent half way', [good, { ...good, round: dead }]],
  ])('is null if %s', async (_name, nodes) => {
    expect(await read(nodes).price).toBeNull()
  })

  test.each<[string, readonly Node[]]>([
    ['nobody answers', [{ head: dead, round: dead }]],
    ['the block has no height', [{ ...good, head: { result: { timestamp: '0x5' } } }]],
    ['the block has no time', [{ ...good, head: { result: { number: '0x5' } } }]],
    ['what is said is no hex', [{ ...good, round: { result: 'x' } }]],
  ])('rejects if %s', async (_name, nodes) => {
    await expect(read(nodes).price).rejects.toThrow('rpcUnreachable')
  })
})
