import type { Address, Hex } from '../../../lib/base/hex.ts'
import type { Json, JsonObject } from '../../../lib/base/json.ts'
import type { PaymentQuery } from '../../../lib/chain/evidence.ts'
import { readPayment } from '../../../lib/chain/payment.ts'
import { acceptAnyHost, countBackingHosts } from '../../../lib/chain/quorum.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { transferTopic } from '../../../lib/chain/transactions.ts'
import { usdc, user } from '../checks/fixtures.ts'
import { fakeNode, type Table, words } from './fake-node.ts'

export const hash: Hex = `0x${'ab'.repeat(32)}`
export const blockHash: Hex = `0x${'bb'.repeat(32)}`
export const requestHash: Hex = `0x${'cc'.repeat(32)}`
export const gateway: Address = '0x7777777777777777777777777777777777777777'
export const other: Address = '0x9999999999999999999999999999999999999999'
export const wanted: PaymentQuery = { hash, token: usdc, receiver: user, contracts: [gateway], requestHash }

export const transfer = (from: string, to: string, units: bigint, index = 1): JsonObject => ({
  address: usdc,
  topics: [transferTopic, words(from), words(to)],
  data: words(units),
  logIndex: `0x${index.toString(16)}`,
})
export const reports = (topic: string, data = '0x'): JsonObject => ({
  address: gateway,
  topics: [`0x${'11'.repeat(32)}`, topic],
  data,
  logIndex: '0x9',
})

export interface PaymentFixture {
  readonly logs?: readonly Json[]
  readonly status?: string
  readonly heldHash?: string
  readonly to?: string
  readonly from?: string
  readonly value?: string
  readonly balances?: readonly [before: number, after: number]
  readonly head?: string
}

export function node({ logs = [transfer(other, user, 5n)], ...reported }: PaymentFixture = {}): Table {
  const { status = '0x1', heldHash = blockHash, to = other, from = other, value = '0x0' } = reported
  const { balances = [0, 0], head = '0xc' } = reported
  return {
    eth_getTransactionReceipt: { result: { status, blockNumber: '0xa', blockHash, logs: [...logs] } },
    eth_getBlockByNumber: { result: { timestamp: '0x64', hash: heldHash } },
    eth_getTransactionByHash: { result: { from, to, value } },
    eth_blockNumber: { result: head },
    eth_getBalance: ({ params }) => ({ result: `0x${balances[params[1] === '0x9' ? 0 : 1].toString(16)}` }),
  }
}

/** The combined answer of the endpoints, by their URL, with the number of hosts. */
export async function read(tables: Readonly<Record<string, Table>>, what: PaymentQuery = wanted) {
  const endpoints = Object.entries(tables).map(([url, table]) =>
    createRpc(31_337, [url], fakeNode(table).fetch),
  )
  const seen = await readPayment(endpoints, what)
  return { payment: acceptAnyHost(seen), sources: countBackingHosts(seen) }
}
export const one = async (reported: PaymentFixture, what: PaymentQuery = wanted) =>
  (await read({ 'http://127.0.0.1:1': node(reported) }, what)).payment
