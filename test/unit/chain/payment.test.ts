import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../../lib/base/hex.ts'
import type { Json } from '../../../lib/base/json.ts'
import type { PaymentQuery } from '../../../lib/chain/evidence.ts'
import { transferTopic } from '../../../lib/chain/transactions.ts'
import { usdc, user } from '../checks/fixtures.ts'
import { type NodeAnswer, type Table, words } from './fake-node.ts'
import {
  blockHash,
  gateway,
  hash,
  node,
  one,
  other,
  type PaymentFixture,
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
    ['it across two words', [reports(hash, `0x00${requestHash.slice(2)}${'00'.repeat(31)}`)], 'others', true],
    ['another contract’s word', [{ ...reports(requestHash), address: other }], 'nothing', false],
    ['money to the contract', [transfer(user, gateway, 5n)], 'nothing', true],
  ])('%s', async (_name, logs, names, touches) => {
    expect(await one({ logs })).toMatchObject({ names, touches })
  })

  test('is another order if a contract has events and this order has no request hash', async () => {
    const nameless = await one({ logs: [reports(requestHash)] }, { ...wanted, requestHash: null })
    expect(nameless?.names).toBe('others')
  })

  test('a contract is touched by a transaction to it', async () => {
    expect((await one({ to: gateway }))?.touches).toBe(true)
  })
})

test("a block ahead of the endpoint's newest one has one confirmation", async () => {
  const said = await read({ 'http://127.0.0.1:1': node({ head: '0x9' }) })
  expect(said.payment?.confirmations).toBe(1)
  expect((await one({ head: '0xb' }))?.confirmations).toBe(2)
})

test('an endpoint without the block’s time or hash is no source', async () => {
  for (const block of [{ hash: blockHash }, { timestamp: '0x64' }, { timestamp: 100, hash: blockHash }]) {
    const table = { ...node(), eth_getBlockByNumber: { result: block } }
    await expect(read({ 'http://127.0.0.1:1': table })).rejects.toThrow('rpcUnreachable')
  }
})

test('a token payment is never a balance growth, and one event is never a sum', async () => {
  expect(await one({})).toMatchObject({ isBalanceGrowth: false, parts: [{ logIndexes: [1], units: 5n }] })
  // A transfer away of one unit makes it a sum, and the rest is exact.
  const away = transfer(user, other, 1n, 2)
  const logs = [transfer(other, user, 2n, 1), away]
  expect((await one({ logs }))?.parts).toEqual([{ logIndexes: [1], units: 1n }])
})

test('ignores events whose sum is more than a token can hold', async () => {
  const most = 2n ** 256n - 1n
  const logs = [transfer(other, user, most, 1), transfer(other, user, most, 2), transfer(user, other, 1n, 3)]
  expect((await one({ logs }))?.parts).toEqual([])
  expect((await one({ logs: logs.slice(0, 1) }))?.parts).toEqual([{ logIndexes: [1], units: most }])
})

test('a transfer to oneself neither pays nor takes away', async () => {
  expect((await one({ logs: [transfer(other, user, 5n, 1), transfer(user, user, 3n, 2)] }))?.parts).toEqual([
    { logIndexes: [1], units: 5n },
  ])
})

describe('native currency', () => {
  const coin = { ...wanted, token: nativeAddress }

  test('a direct payment of one wei counts, and a zero value falls back to the balance growth', async () => {
    expect(await one({ to: user, value: '0x1' }, coin)).toMatchObject({
      parts: [{ logIndexes: [], units: 1n }],
      isBalanceGrowth: false,
    })
    expect(await one({ to: user, value: '0x0', balances: [3, 4] }, coin)).toMatchObject({
      parts: [{ logIndexes: [], units: 1n }],
      isBalanceGrowth: true,
    })
    expect((await one({ balances: [4, 4] }, coin))?.parts).toEqual([])
  })

  test('a transfer of the receiver to itself pays nothing', async () => {
    expect((await one({ from: user, to: user, value: '0x7', balances: [9, 9] }, coin))?.parts).toEqual([])
  })

  test('a value between other accounts is not added to the balance growth', async () => {
    expect((await one({ value: '0x4', balances: [3, 4] }, coin))?.parts[0]?.units).toBe(1n)
    const eth_getTransactionByHash = { result: { from: user } }
    const unsaid = { ...node({ from: user, balances: [3, 4] }), eth_getTransactionByHash }
    const said = await read({ 'http://127.0.0.1:1': unsaid }, coin)
    expect(said.payment?.parts[0]?.units).toBe(1n)
  })
})

describe('of several contracts of the deployment', () => {
  const second: Address = '0x6666666666666666666666666666666666666666'
  const both = { ...wanted, contracts: [second, gateway] }

  test('one that names the request, or is touched, is enough', async () => {
    expect(await one({ logs: [reports(requestHash)] }, both)).toMatchObject({ names: 'ours', touches: true })
    expect((await one({ to: gateway }, both))?.touches).toBe(true)
  })

  test("a contract in the topics of another event is touched; as the event's own signature it is not", async () => {
    const money = transfer(user, gateway, 5n, 2)
    expect((await one({ logs: [transfer(other, user, 5n), money] }))?.touches).toBe(true)
    const kind = { address: other, topics: [words(gateway)], data: '0x', logIndex: '0x3' }
    expect((await one({ logs: [kind] }))?.touches).toBe(false)
    const first = { address: other, topics: [transferTopic, words(gateway)], data: '0x', logIndex: '0x3' }
    expect((await one({ logs: [first] }))?.touches).toBe(true)
  })
})

const router = '0x00000000000000000000000000000000000000b2'

type Parties = { readonly receiver?: typeof router; readonly payer: typeof user }

async function spent(
  reported: PaymentFixture,
  token: typeof usdc,
  parties: Parties = { receiver: router, payer: user },
): Promise<bigint> {
  const wanted = { hash, token, contracts: [], requestHash: null, ...parties } as PaymentQuery
  const payment = await one(reported, wanted)
  return payment?.parts.reduce((sum, { units }) => sum + units, 0n) ?? -1n
}

test.each<[string, PaymentFixture, bigint]>([
  ['all that left it', { logs: [transfer(user, router, 5n), transfer(user, other, 7n)] }, 12n],
  ['nothing that others paid', { logs: [transfer(other, router, 5n)] }, 0n],
  ['less what came back to it', { logs: [transfer(user, router, 5n), transfer(other, user, 2n)] }, 3n],
  ['nothing that it moved to itself', { logs: [transfer(user, user, 5n)] }, 0n],
  ['nothing if more came back', { logs: [transfer(user, router, 5n), transfer(other, user, 6n)] }, 0n],
])('payments of one account to any account are %s', async (_what, reported, units) => {
  expect(await spent(reported, usdc, { payer: user })).toBe(units)
})

describe('payments of one account to one receiver', () => {
  test.each<[string, PaymentFixture, bigint]>([
    ['all that its events moved', { logs: [transfer(user, router, 5n), transfer(user, router, 7n)] }, 12n],
    ['nothing that others paid', { logs: [transfer(other, router, 5n)] }, 0n],
    ['nothing that it paid others', { logs: [transfer(user, other, 5n)] }, 0n],
    ['less what came back to it', { logs: [transfer(user, router, 5n), transfer(router, user, 2n)] }, 3n],
    ['all of it, also if passed on', { logs: [transfer(user, router, 5n), transfer(router, other, 5n)] }, 5n],
  ])('are %s', async (_what, reported, units) => {
    expect(await spent(reported, usdc)).toBe(units)
  })

  test.each<[string, PaymentFixture, bigint]>([
    ['what its balance fell by in the block', { balances: [8, 5] }, 3n],
    ['nothing where its balance grew', { balances: [5, 8] }, 0n],
  ])('of native currency are %s', async (_what, reported, units) => {
    expect(await spent(reported, nativeAddress)).toBe(units)
  })
})
