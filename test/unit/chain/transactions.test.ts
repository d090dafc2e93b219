import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../lib/base/hex.ts'
import type { Json, JsonObject } from '../../../lib/base/json.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { readTransaction, transactionOfNonce } from '../../../lib/chain/transactions.ts'
import { inbox, user } from '../checks/fixtures.ts'
import { fakeNode, rpcOn, type Table } from './fake-node.ts'

const hash: Hex = `0x${'12'.repeat(32)}`
const blockHash = `0x${'34'.repeat(32)}`
const transaction = { from: user, to: inbox, input: '0xABCD', value: '0x5', nonce: '0x3', blockNumber: '0xa' }
const receipt = { status: '0x1', blockNumber: '0xa', blockHash, logs: [] as Json[] }

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
  const read = (changes: Parameters<typeof tableOf>[0]) => readTransaction(rpcOn(tableOf(changes)), hash)
  const parts = { from: user, to: inbox, data: '0xabcd', value: 5n, nonce: 3 }

  test('unknown, waiting, mined', async () => {
    expect(await read({ transaction: null })).toEqual({ kind: 'unknown' })
    expect(await read({ receipt: null })).toEqual({ kind: 'waiting', ...parts })
    const mined = { kind: 'mined', succeeded: true, confirmations: 3, blockSeconds: 100, ...parts }
    expect(await read({})).toEqual(mined)
    expect(await read({ receipt: { ...receipt, status: '0x0' } })).toEqual({ ...mined, succeeded: false })
    expect(await read({ head: '0x9' })).toEqual({ ...mined, confirmations: 1 })
  })

  test('the gas that its sender paid, with the data fee of a rollup', async () => {
    const gas = { gasUsed: '0x5208', effectiveGasPrice: '0xa' }
    expect(await read({ receipt: { ...receipt, ...gas } })).toMatchObject({ gasUnits: 210_000n })
    const onRollup = await read({ receipt: { ...receipt, ...gas, l1Fee: '0x3' } })
    expect(onRollup).toMatchObject({ gasUnits: 210_003n })
    expect(await read({ receipt: { ...receipt, gasUsed: '0x5208' } })).not.toHaveProperty('gasUnits')
  })

  test('a receipt without a block number proves nothing', async () => {
    expect(await read({ receipt: { ...receipt, blockNumber: null } })).toMatchObject({ kind: 'waiting' })
  })

  test('a block that was reorganised', async () => {
    expect(await read({ block: null })).toMatchObject({ kind: 'waiting' })
  })

  test('a transaction that creates a contract', async () => {
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
  ])('rejects an answer with a broken %s', async (_, fields) => {
    await expect(read({ transaction: { ...transaction, ...fields } })).rejects.toThrow('rpcUnreachable')
  })
})

const other: Hex = `0x${'56'.repeat(32)}`
const hex = (value: number) => `0x${value.toString(16)}`

/** An account whose nonce grows by one in each of these blocks. */
function chainWith(blocks: readonly number[], head: number, transactions: readonly Json[]): Table {
  const countAt = (block: number) => blocks.filter((one) => one <= block).length
  return {
    eth_blockNumber: { result: hex(head) },
    eth_getTransactionCount: ({ params }) => {
      const block = params[1] === 'latest' ? head : Number(params[1])
      return { result: hex(countAt(block)) }
    },
    eth_getBlockByNumber: ({ params }) => ({ result: { number: params[0] ?? null, transactions } }),
  }
}

describe('transactionOfNonce', () => {
  const mined = [
    { from: inbox, nonce: '0x1', hash: other },
    { from: user, nonce: '0x1', hash },
  ]

  test('finds the block by binary search, and the transaction in it', async () => {
    const node = fakeNode(chainWith([10, 777, 900], 1_000, mined))
    const rpc = createRpc(31337, ['http://127.0.0.1'], node.fetch)
    expect(await transactionOfNonce(rpc, user, 1)).toBe(hash)
    expect(node.requests.find(({ method }) => method === 'eth_getBlockByNumber')?.params[0]).toBe(hex(777))
    expect(node.requests.length).toBeLessThan(20)
  })

  test('finds an older block since the one at which the nonce was free', async () => {
    const node = fakeNode(chainWith([10, 777, 900], 1_000_000, mined))
    const rpc = createRpc(31337, ['http://127.0.0.1'], node.fetch)
    expect(await transactionOfNonce(rpc, user, 1, 500n)).toBe(hash)
    expect(node.requests.find(({ method }) => method === 'eth_getBlockByNumber')?.params[0]).toBe(hex(777))
    expect(await transactionOfNonce(rpc, user, 1, 999_000n)).toBeNull()
  })

  test('is null if the endpoint has no state of older blocks', async () => {
    const table = chainWith([10, 20], 100_000, mined)
    const rpc = rpcOn({
      ...table,
      eth_getTransactionCount: ({ params }) =>
        Number(params[1]) < 95_000
          ? { error: { code: -32_000, message: 'missing trie node' } }
          : { result: '0x2' },
    })
    expect(await transactionOfNonce(rpc, user, 1, 5n)).toBeNull()
  })

  test('is null if no transaction used the nonce, or if it is too old', async () => {
    expect(await transactionOfNonce(rpcOn(chainWith([10], 1_000, mined)), user, 1)).toBeNull()
    expect(await transactionOfNonce(rpcOn(chainWith([10, 20], 100_000, mined)), user, 1)).toBeNull()
    expect(await transactionOfNonce(rpcOn(chainWith([10, 20], 100, [null])), user, 1)).toBeNull()
  })
})
