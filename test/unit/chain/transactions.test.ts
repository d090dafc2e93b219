import { describe, expect, test } from 'vitest'
import { type Address, type Hex, nativeAddress } from '../../../lib/base/hex.ts'
import type { Json, JsonObject } from '../../../lib/base/json.ts'
import { readDelivered } from '../../../lib/chain/payment.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { readTransaction } from '../../../lib/chain/transactions.ts'
import { inbox, usdc, user } from '../checks/fixtures.ts'
import { fakeNode, type Table, words } from './fake-node.ts'

const hash: Hex = `0x${'12'.repeat(32)}`
const blockHash = `0x${'34'.repeat(32)}`
const transaction = { from: user, to: inbox, input: '0xABCD', value: '0x5', nonce: '0x3', blockNumber: '0xa' }
const receipt = { status: '0x1', blockNumber: '0xa', blockHash, logs: [] as Json[] }

function rpcOf(table: Table) {
  return createRpc(31337, ['http://127.0.0.1'], fakeNode(table).fetch)
}

function tableOf(changes: { transaction?: Json; receipt?: Json; head?: Json; block?: Json } = {}): Table {
  return {
    eth_getTransactionByHash: {
      result: changes.transaction === undefined ? transaction : changes.transaction,
    },
    eth_getTransactionReceipt: { result: changes.receipt === undefined ? receipt : changes.receipt },
    eth_blockNumber: { result: changes.head ?? '0xc' },
    eth_getBlockByHash: { result: changes.block === undefined ? { timestamp: '0x64' } : changes.block },
  }
}

describe('readTransaction', () => {
  const read = (changes: Parameters<typeof tableOf>[0]) => readTransaction(rpcOf(tableOf(changes)), hash)
  const parts = { from: user, to: inbox, data: '0xabcd', value: 5n, nonce: 3 }

  test('unknown, waiting, mined', async () => {
    expect(await read({ transaction: null })).toEqual({ kind: 'unknown' })
    expect(await read({ receipt: null })).toEqual({ kind: 'waiting', ...parts })
    const mined = { kind: 'mined', succeeded: true, confirmations: 3, blockSeconds: 100, ...parts }
    expect(await read({})).toEqual(mined)
    expect(await read({ receipt: { ...receipt, status: '0x0' } })).toEqual({ ...mined, succeeded: false })
    expect(await read({ head: '0x9' })).toEqual({ ...mined, confirmations: 1 })
  })

  test.each<[string, Json]>([
    ['no status', { blockNumber: '0xa', blockHash }],
    ['no block', { ...receipt, blockHash: null }],
    ['no block number', { ...receipt, blockNumber: null }],
  ])('a receipt with %s proves nothing', async (_, broken) => {
    expect(await read({ receipt: broken })).toMatchObject({ kind: 'waiting' })
  })

  test('a block that went away', async () => {
    expect(await read({ block: null })).toMatchObject({ kind: 'waiting' })
  })

  test('a contract that is created', async () => {
    const { to: _, ...created } = transaction
    expect(await read({ transaction: { ...created, to: null } })).toMatchObject({ to: null })
    expect(await read({ transaction: created })).toMatchObject({ to: null })
  })

  test.each<[string, JsonObject]>([
    ['from', { from: null }],
    ['to', { to: 'nobody' }],
    ['input', { input: '0xabc' }],
    ['value', { value: 5 }],
    ['nonce', { nonce: '' }],
  ])('an answer with a broken %s is none', async (_, fields) => {
    await expect(read({ transaction: { ...transaction, ...fields } })).rejects.toThrow('rpcUnreachable')
  })
})

describe('readDelivered, ERC-20', () => {
  const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const other: Address = '0x9999999999999999999999999999999999999999'
  const transfer = (from: string, to: string, units: bigint, address: string = usdc): JsonObject => ({
    address,
    logIndex: '0x0',
    topics: [transferTopic, words(from), words(to)],
    data: words(units),
  })
  const read = (logs: readonly Json[], fields: JsonObject = {}) =>
    readDelivered(rpcOf(tableOf({ receipt: { ...receipt, logs, ...fields } })), hash, usdc, user)

  test('adds what came and takes off what went', async () => {
    expect(await read([transfer(other, user, 5n), transfer(other, user, 7n)])).toBe(12n)
    expect(await read([transfer(other, user, 5n), transfer(user, other, 2n)])).toBe(3n)
    expect(await read([transfer(user, other, 2n)])).toBe(0n)
    expect(await read([transfer(user, user, 2n)])).toBe(0n)
    expect(await read([])).toBe(0n)
  })

  test('looks at no other token, receiver or event', async () => {
    expect(await read([transfer(other, user, 5n, other), transfer(user, other, 5n, other)])).toBe(0n)
    expect(await read([transfer(user, other, 5n)])).toBe(0n)
    const [event] = [transfer(other, user, 5n)]
    expect(await read([{ ...event, topics: [words(1n), words(other), words(user)] }])).toBe(0n)
    expect(await read([{ ...event, topics: [transferTopic, words(other), words(user), words(5n)] }])).toBe(0n)
    expect(await read([{ ...event, data: '0x' }, { ...event, topics: 1 }, null])).toBe(0n)
    expect(await read([], { logs: null })).toBe(0n)
  })

  test('a failed or missing transaction delivers nothing that is known', async () => {
    expect(await read([transfer(other, user, 5n)], { status: '0x0' })).toBe(null)
    expect(await readDelivered(rpcOf(tableOf({ receipt: null })), hash, usdc, user)).toBe(null)
  })
})

describe('readDelivered, native', () => {
  const balances = (before: string, after: string): Table => ({
    [`eth_getBalance ["${user}","0x9"]`]: { result: before },
    [`eth_getBalance ["${user}","0xa"]`]: { result: after },
  })
  const read = (table: Table) => readDelivered(rpcOf({ ...tableOf(), ...table }), hash, nativeAddress, user)

  test('the value of a transaction to the receiver', async () => {
    expect(await read({ eth_getTransactionByHash: { result: { ...transaction, to: user } } })).toBe(5n)
  })

  test('else what the balance grew by in the block', async () => {
    const foreign = { eth_getTransactionByHash: { result: { ...transaction, from: inbox } } }
    expect(await read({ ...balances('0x10', '0x18'), ...foreign })).toBe(8n)
    expect(await read({ ...balances('0x18', '0x10'), ...foreign })).toBe(0n)
    const empty = { eth_getTransactionByHash: { result: { ...transaction, to: user, value: '0x0' } } }
    expect(await read({ ...balances('0x10', '0x18'), ...empty })).toBe(8n)
  })

  test('and what the receiver paid for the transaction, where it sent it', async () => {
    const priced = { ...receipt, gasUsed: '0x3', effectiveGasPrice: '0x2' }
    const table = { eth_getTransactionReceipt: { result: priced }, ...balances('0x18', '0x10') }
    expect(await read(table)).toBe(3n)
  })

  test('a node without the old state', async () => {
    await expect(read({})).rejects.toThrow('rpcUnreachable')
  })
})
