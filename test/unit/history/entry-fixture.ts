import type { HistoryEntry, PastServiceRequest } from '../../../lib/history/entry-shape.ts'
import { createOrderEntry } from '../../../lib/history/history-entry.ts'
import type { Order } from '../../../lib/order/order.ts'
import type { HistoryItem } from '../../../lib/service/history.ts'
import { orderOf } from '../order/order-fixture.ts'

export const hashOf = (digit: string): `0x${string}` => `0x${digit.repeat(64)}`

/** Returns the entry of an order. */
export function entryFor(order: Order, item: PastServiceRequest | null = null): HistoryEntry {
  const { requestHash, quoteId } = order.terms
  return createOrderEntry({ ...order, requestHash, quoteId }, item)
}

export const entryWith = (fields: Partial<Order> = {}): HistoryEntry => entryFor(orderOf(fields))

/** A delivered request in the service's history: 10 USDC from chain 42161 to chain 8453. */
export function itemOf(fields: Partial<HistoryItem> = {}): HistoryItem {
  const token = (chainId: number, symbol: string) => ({
    chainId,
    address: `0x${'7'.repeat(38)}${chainId % 90}`,
    name: symbol,
    symbol,
    decimals: 6,
    logoURI: null,
    isVerified: true,
  })
  return {
    requestType: 'SINGLE_OUTPUT_REQUEST',
    requestHash: hashOf('5'),
    statusCode: 4,
    statusName: 'SETTLED',
    sourceTransactionHash: hashOf('6'),
    destinationTransactionHash: hashOf('7'),
    refundTransactionHash: null,
    refundChainId: null,
    input: [
      {
        token: token(42_161, 'USDC'),
        amount: '10000000',
        minAmountOut: null,
        valueInUsd: '10',
        priceInUsd: '1',
        minValueInUsd: null,
      },
    ],
    intermediateSwap: [],
    output: [
      {
        token: token(8_453, 'USDbC'),
        amount: '9955638',
        minAmountOut: '9905859',
        valueInUsd: '9.955638',
        priceInUsd: '1',
        minValueInUsd: '9.905859',
      },
    ],
    sender: `0x${'a1'.repeat(20)}`,
    recipient: `0x${'b2'.repeat(20)}`,
    orderMs: 1_764_583_200_000,
    sourceSeconds: 1_764_583_210,
    destinationSeconds: 1_764_583_224,
    ...fields,
  }
}

export const pastOf = (
  fields: Partial<HistoryItem> = {},
  readMs = 1_900_000_000_000,
): PastServiceRequest => ({ ...itemOf(fields), readMs })
