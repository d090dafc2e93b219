import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../lib/base/hex.ts'
import type { Json, JsonObject } from '../../../lib/base/json.ts'
import { readTransaction } from '../../../lib/chain/transactions.ts'
import { inbox, user } from '../checks/fixtures.ts'
import { rpcOn, type Table } from './fake-node.ts'

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
    expect(await read({ receipt: { ...receipt, ...gas, l1Fee: '0x3' } })).toMatchObject({
      gasUnits: 210_003n,
    })
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
