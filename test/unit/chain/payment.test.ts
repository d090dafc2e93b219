import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { Json } from '../../../lib/base/json.ts'
import { user } from '../checks/fixtures.ts'
import type { NodeAnswer, Table } from './fake-node.ts'
import {
  gateway,
  hash,
  node,
  one,
  other,
  read,
  reports,
  requestHash,
  transfer,
  wanted,
} from './payment-fixture.ts'

const dead: NodeAnswer = { error: { code: -32000, message: 'header not found' } }
const deadNode: Table = { eth: dead }

describe('a payment on several endpoints', () => {
  const a = 'http://127.0.0.1:1'
  const b = 'http://127.0.0.1:2'
  const c = 'http://127.0.0.1:3'
  const lie = node({ logs: [transfer(other, user, 999n)] })

  test.each<[string, Readonly<Record<string, Table>>, number, bigint | null]>([
    ['two that agree', { [a]: node(), [b]: node() }, 2, 5n],
    ['two of one host, whatever the path', { [`${a}/x`]: node(), [`${a}/y`]: node() }, 1, 5n],
    ['one that is alone', { [a]: node() }, 1, 5n],
    ['one whose neighbour is dead', { [a]: node(), [b]: deadNode }, 1, 5n],
    ['one whose neighbour shows nothing', { [a]: node({ status: '0x0' }), [b]: node() }, 1, 5n],
    ['two against one that lies', { [a]: lie, [b]: node(), [c]: node() }, 2, 5n],
    ['one against one that lies', { [a]: node(), [b]: lie }, 1, 5n],
    ['two at different heights', { [a]: node(), [b]: node({ head: '0xff' }) }, 2, 5n],
    ['none, as two say', { [a]: node({ status: '0x0' }), [b]: node({ status: '0x0' }) }, 2, null],
  ])('%s', async (_name, tables, sources, units) => {
    const seen = await read(tables)
    expect(seen.sources).toBe(sources)
    expect(seen.payment?.parts[0]?.units ?? null).toBe(units)
  })

  test('has the lowest confirmations of them', async () => {
    expect((await read({ [a]: node(), [b]: node({ head: '0xa' }) })).payment?.confirmations).toBe(1)
  })

  test('is null if its block is no longer the chain’s', async () => {
    expect(await one({ heldHash: hash })).toBeNull()
  })

  test('rejects if no endpoint answers', async () => {
    await expect(read({ [a]: deadNode, [b]: deadNode })).rejects.toThrow('rpcUnreachable')
  })
})

describe('the parts of a payment', () => {
  const parts = async (...logs: readonly Json[]) => (await one({ logs }))?.parts

  test('are listed event by event', async () => {
    expect(await parts(transfer(other, user, 5n, 1), transfer(other, user, 7n, 4))).toEqual([
      { logIndexes: [1], units: 5n },
      { logIndexes: [4], units: 7n },
    ])
  })

  test('are one sum if the same transaction also moved tokens away', async () => {
    const away = transfer(user, other, 4n, 2)
    expect(await parts(transfer(other, user, 5n, 1), away, transfer(other, user, 7n, 4))).toEqual([
      { logIndexes: [1, 4], units: 8n },
    ])
    expect(await parts(transfer(other, user, 4n, 1), away)).toEqual([])
    expect(await parts(transfer(user, user, 4n, 1))).toEqual([])
  })

  test('are at least one unit: a zero event is no payment', async () => {
    expect(await parts(transfer(other, user, 0n, 1), transfer(other, user, 1n, 2))).toEqual([
      { logIndexes: [2], units: 1n },
    ])
  })

  test('contain no other token, no other receiver, and no incomplete event', async () => {
    expect(await parts({ ...transfer(other, user, 5n), address: other })).toEqual([])
    expect(await parts(transfer(user, other, 5n))).toEqual([])
    const { logIndex: _, ...placeless } = transfer(other, user, 5n)
    expect(await parts(placeless, { ...transfer(other, user, 5n), data: '0x' })).toEqual([])
  })

  test('of native currency are its value, or the growth of the balance in its block', async () => {
    const coin = { ...wanted, token: nativeAddress }
    const direct = await one({ to: user, value: '0x7' }, coin)
    expect(direct).toMatchObject({ parts: [{ logIndexes: [], units: 7n }], isBalanceGrowth: false })
    const within = await one({ balances: [3, 12] }, coin)
    expect(within).toMatchObject({ parts: [{ logIndexes: [], units: 9n }], isBalanceGrowth: true })
    expect((await one({ balances: [12, 3] }, coin))?.parts).toEqual([])
    expect((await one({ from: user, value: '0x4', balances: [9, 8] }, coin))?.parts).toEqual([
      { logIndexes: [], units: 3n },
    ])
  })
})

describe('the owner of a payment, by the contracts’ events', () => {
  test.each<[string, readonly Json[], 'ours' | 'others' | 'nothing', boolean]>([
    ['nobody', [transfer(other, user, 5n)], 'nothing', false],
    ['this request, by a topic', [reports(requestHash)], 'ours', true],
    ['this request, by a word', [reports(hash, `0x${'00'.repeat(32)}${requestHash.slice(2)}`)], 'ours', true],
    ['another one', [reports(hash)], 'others', true],
    ['this request among others', [reports(hash), reports(requestHash)], 'ours', true],
    [
      'bytes that only hold it across words',
      [reports(hash, `0x00${requestHash.slice(2)}${'00'.repeat(31)}`)],
      'others',
      true,
    ],
    ['another contract’s word', [{ ...reports(requestHash), address: other }], 'nothing', false],
    ['money to the contract', [transfer(user, gateway, 5n)], 'nothing', true],
  ])('%s', async (_name, logs, names, touches) => {
    expect(await one({ logs })).toMatchObject({ names, touches })
  })

  test('is another order if a contract has events and this order has no request hash', async () => {
    expect((await one({ logs: [reports(requestHash)] }, { ...wanted, requestHash: null }))?.names).toBe(
      'others',
    )
  })

  test('a contract is touched by a transaction to it', async () => {
    expect((await one({ to: gateway }))?.touches).toBe(true)
  })
})
