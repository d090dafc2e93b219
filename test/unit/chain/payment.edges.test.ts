import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../../lib/base/hex.ts'
import { transferTopic } from '../../../lib/chain/transactions.ts'
import { user } from '../checks/fixtures.ts'
import { words } from './fake-node.ts'
import {
  blockHash,
  gateway,
  node,
  one,
  other,
  read,
  reports,
  requestHash,
  transfer,
  wanted,
} from './payment-fixture.ts'

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
  expect((await one({ logs: [transfer(other, user, 2n, 1), away] }))?.parts).toEqual([
    { logIndexes: [1], units: 1n },
  ])
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
    const unsaid = {
      ...node({ from: user, balances: [3, 4] }),
      eth_getTransactionByHash: { result: { from: user } },
    }
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
