import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { Json } from '../../../lib/base/json.ts'
import { user } from '../checks/fixtures.ts'
import type { Said, Table } from './fake-node.ts'
import {
  gateway,
  hash,
  node,
  one,
  other,
  read,
  requestHash,
  tells,
  transfer,
  wish,
} from './payment-fixture.ts'

const dead: Said = { error: { code: -32000, message: 'header not found' } }
const deadNode: Table = { eth: dead }

describe('a payment that endpoints show', () => {
  const a = 'http://127.0.0.1:1'
  const b = 'http://127.0.0.1:2'
  const c = 'http://127.0.0.1:3'
  const lie = node({ logs: [transfer(other, user, 999n)] })

  test.each<[string, readonly (readonly [string, Table])[], number, bigint | null]>([
    [
      'two that agree',
      [
        [a, node()],
        [b, node()],
      ],
      2,
      5n,
    ],
    [
      'two of one host, whatever the path',
      [
        [`${a}/x`, node()],
        [`${a}/y`, node()],
      ],
      1,
      5n,
    ],
    ['one that is alone', [[a, node()]], 1, 5n],
    [
      'one whose neighbour is dead',
      [
        [a, node()],
        [b, deadNode],
      ],
      1,
      5n,
    ],
    [
      'one whose neighbour shows nothing',
      [
        [a, node({ status: '0x0' })],
        [b, node()],
      ],
      1,
      5n,
    ],
    [
      'two against one that lies',
      [
        [a, lie],
        [b, node()],
        [c, node()],
      ],
      2,
      5n,
    ],
    [
      'one against one that lies',
      [
        [a, node()],
        [b, lie],
      ],
      1,
      5n,
    ],
    [
      'two at different heights',
      [
        [a, node()],
        [b, node({ head: '0xff' })],
      ],
      2,
      5n,
    ],
    [
      'none, as two say',
      [
        [a, node({ status: '0x0' })],
        [b, node({ status: '0x0' })],
      ],
      2,
      null,
    ],
  ])('%s', async (_name, tables, sources, units) => {
    const seen = await read(tables)
    expect(seen.sources).toBe(sources)
    expect(seen.payment?.parts[0]?.units ?? null).toBe(units)
  })

  test('is as deep as the lowest of them says', async () => {
    expect(
      (
        await read([
          [a, node()],
          [b, node({ head: '0xa' })],
        ])
      ).payment?.confirmations,
    ).toBe(1)
  })

  test('is none in a block that is not the chain’s any more', async () => {
    expect(await one({ heldHash: hash })).toBeNull()
  })

  test('is not known where nobody answers', async () => {
    await expect(
      read([
        [a, deadNode],
        [b, deadNode],
      ]),
    ).rejects.toThrow('rpcUnreachable')
  })
})

describe('what it paid', () => {
  const parts = async (...logs: readonly Json[]) => (await one({ logs }))?.parts

  test('is told event by event', async () => {
    expect(await parts(transfer(other, user, 5n, 1), transfer(other, user, 7n, 4))).toEqual([
      { logIndexes: [1], units: 5n },
      { logIndexes: [4], units: 7n },
    ])
  })

  test('is one sum where the same transaction took something away', async () => {
    const away = transfer(user, other, 4n, 2)
    expect(await parts(transfer(other, user, 5n, 1), away, transfer(other, user, 7n, 4))).toEqual([
      { logIndexes: [1, 4], units: 8n },
    ])
    expect(await parts(transfer(other, user, 4n, 1), away)).toEqual([])
    expect(await parts(transfer(user, user, 4n, 1))).toEqual([])
  })

  test('is at least one unit: an event of nothing pays nobody', async () => {
    expect(await parts(transfer(other, user, 0n, 1), transfer(other, user, 1n, 2))).toEqual([
      { logIndexes: [2], units: 1n },
    ])
  })

  test('counts no other token, no other receiver, and no event that is not whole', async () => {
    expect(await parts({ ...transfer(other, user, 5n), address: other })).toEqual([])
    expect(await parts(transfer(user, other, 5n))).toEqual([])
    const { logIndex: _, ...placeless } = transfer(other, user, 5n)
    expect(await parts(placeless, { ...transfer(other, user, 5n), data: '0x' })).toEqual([])
  })

  test('of the chain’s own coin is its value, or what a balance grew by in its block', async () => {
    const coin = { ...wish, token: nativeAddress }
    const direct = await one({ to: user, value: '0x7' }, coin)
    expect(direct).toMatchObject({ parts: [{ logIndexes: [], units: 7n }], isByBlock: false })
    const within = await one({ balances: [3, 12] }, coin)
    expect(within).toMatchObject({ parts: [{ logIndexes: [], units: 9n }], isByBlock: true })
    expect((await one({ balances: [12, 3] }, coin))?.parts).toEqual([])
    expect((await one({ from: user, value: '0x4', balances: [9, 8] }, coin))?.parts).toEqual([
      { logIndexes: [], units: 3n },
    ])
  })
})

describe('whose it is, as the contracts tell', () => {
  test.each<[string, readonly Json[], 'ours' | 'others' | 'nothing', boolean]>([
    ['nobody', [transfer(other, user, 5n)], 'nothing', false],
    ['this request, by a topic', [tells(requestHash)], 'ours', true],
    ['this request, by a word', [tells(hash, `0x${'00'.repeat(32)}${requestHash.slice(2)}`)], 'ours', true],
    ['another one', [tells(hash)], 'others', true],
    ['this request among others', [tells(hash), tells(requestHash)], 'ours', true],
    [
      'bytes that only hold it across words',
      [tells(hash, `0x00${requestHash.slice(2)}${'00'.repeat(31)}`)],
      'others',
      true,
    ],
    ['another contract’s word', [{ ...tells(requestHash), address: other }], 'nothing', false],
    ['money to the contract', [transfer(user, gateway, 5n)], 'nothing', true],
  ])('%s', async (_name, logs, names, touches) => {
    expect(await one({ logs })).toMatchObject({ names, touches })
  })

  test('is another’s where a contract tells anything and this order has no name', async () => {
    expect((await one({ logs: [tells(requestHash)] }, { ...wish, requestHash: null }))?.names).toBe('others')
  })

  test('is touched by a transaction that goes to it', async () => {
    expect((await one({ to: gateway }))?.touches).toBe(true)
  })
})
