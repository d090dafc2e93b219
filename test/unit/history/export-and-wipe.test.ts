import { describe, expect, test } from 'vitest'
import type { ServiceKind } from '../../../lib/deployment/schema.ts'
import type { HistoryEntry } from '../../../lib/history/entry-shape.ts'
import { createExport } from '../../../lib/history/export-and-wipe.ts'
import { createServiceEntry } from '../../../lib/history/history-entry.ts'
import { noFilter } from '../../../lib/history/history-filter.ts'
import type { Order } from '../../../lib/order/order.ts'
import { type OrderState, orderStates, orderStateWords } from '../../../lib/order/order-state.ts'
import { orderOf } from '../order/order-fixture.ts'
import { entryFor, entryWith, pastOf } from './entry-fixture.ts'

const signature = `0x${'77'.repeat(65)}` as const

function exportOf(
  all: readonly HistoryEntry[],
  orders: readonly Order[],
  serviceKind: ServiceKind = 'sandbox',
) {
  const pages = {
    readPage: async ({ after, limit }: { after: string | null; limit: number }) => {
      const rest = all.filter(({ key }) => after === null || key >= after)
      const entries = rest.slice(0, limit)
      return { entries, next: rest[limit]?.key ?? null }
    },
  }
  const read = { read: async (id: string) => orders.find((order) => order.id === id) ?? null }
  const piece = createExport(pages, read, () => ({ version: '1.2.3', nowMs: 0, serviceKind }))
  return async (format: 'csv' | 'json') => {
    let text = ''
    let after: string | null = null
    do {
      const next: { text: string; next: string | null } = await piece({ filter: noFilter, format, after })
      text += next.text
      after = next.next
    } while (after !== null)
    return text
  }
}

const orders = Array.from({ length: 450 }, (_, index) =>
  orderOf({ id: `o${index}`, createdMs: 1_000_000 - index, signature, submitBody: `{"s":"${signature}"}` }),
)
const entries = [...orders.map((order) => entryFor(order)), createServiceEntry(pastOf({ orderMs: 5 }))]

/** With the byte order mark that tells spreadsheets that it is UTF-8. */
const csvHeading = await exportOf([], [])('csv')

test('exports JSON as one document with every stored order and no signature', async () => {
  const text = await exportOf(entries, orders)('json')
  const file = JSON.parse(text)
  const exportedAt = '1970-01-01T00:00:00.000Z'
  expect(file).toMatchObject({ schema: 1, ferry: '1.2.3', exportedAt, serviceKind: 'sandbox' })
  expect(file.swaps[0].order.schema).toBe(file.schema)
  expect(file.swaps).toHaveLength(451)
  const [first] = orders
  const { signature: _signature, submitBody: _body, ...kept } = first ?? orderOf()
  expect(file.swaps[0].order).toEqual(JSON.parse(JSON.stringify(kept)))
  const { requestHash } = pastOf()
  const times = { orderMs: 5, sourceSeconds: 1764583210, destinationSeconds: 1764583224 }
  expect(file.swaps[450]).toMatchObject({ order: null, service: { requestHash, ...times } })
  expect(text).not.toContain(signature)
})

test('exports JSON with the service calls of each order', async () => {
  const endpoints = ['chains', 'tokens', 'quote', 'build-tx', 'status'] as const
  const call = { atMs: 1, outcome: 'ok' } as const
  const serviceCalls = endpoints.map((endpoint) => ({
    ...call,
    endpoint,
    serverRequestId: `req-${endpoint}`,
  }))
  const order = orderOf({ id: 'o1', serviceCalls })
  const { swaps } = JSON.parse(await exportOf([entryFor(order)], [order])('json'))
  const ids = swaps[0].order.serviceCalls.map((one: { serverRequestId: string }) => one.serverRequestId)
  expect(ids).toEqual(endpoints.map((endpoint) => `req-${endpoint}`))
})

test('exports CSV with one heading and one line per entry', async () => {
  const text = await exportOf(entries, orders)('csv')
  expect(text.startsWith(csvHeading)).toBe(true)
  expect(text.split('\r\n')).toHaveLength(453)
  expect(text.split('"request_hash"')).toHaveLength(2)
  expect(text.split(',"sandbox"\r\n')).toHaveLength(452)
})

test('exports an empty history as a valid file', async () => {
  const save = exportOf([], [])
  expect(JSON.parse(await save('json'))).toMatchObject({ swaps: [] })
  expect(await save('csv')).toMatch(/^\ufeff("[a-z_]+",?)+\r\n$/)
})

/** Parses a line like a spreadsheet does (RFC 4180). */
function cellsOf(line: string): string[] {
  expect(line.endsWith('\r\n')).toBe(true)
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)]
  return cells.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')
}
/** Returns the CSV line of one entry. */
async function csvLine(entry: HistoryEntry, serviceKind: ServiceKind = 'frontend'): Promise<string> {
  return (await exportOf([entry], [], serviceKind)('csv')).slice(csvHeading.length)
}
const headings = cellsOf(csvHeading.slice(1))
const cell = (line: string, heading: string) => cellsOf(line)[headings.indexOf(heading)]

/** A swap whose input token has this symbol. */
function entryCalled(symbol: string): HistoryEntry {
  const { reviewed } = orderOf()
  return entryWith({ reviewed: { ...reviewed, inputToken: { ...reviewed.inputToken, symbol } } })
}

describe('a cell', () => {
  test.each([
    ...['=1+1', '+49', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =cmd|', '\uff1d1', '\uff0b1'],
    ...['\uff0d1', '\uff201', '\u200b=1', '|cmd', '%x', '\u22125'],
  ])('escapes a text that a spreadsheet would run: %j', async (text) => {
    expect(await csvLine(entryCalled(text))).toContain(`,"'${text}",`)
  })

  test.each(['USDC', 'a=b', '1.5', '-1', '-0.0033', 'x-y', '"', ',', '0x1'])(
    'leaves a plain text unchanged: %j',
    async (text) => {
      expect(await csvLine(entryCalled(text))).toContain(`,"${text.replaceAll('"', '""')}",`)
    },
  )

  test('shows the verified amount and token of a refund', async () => {
    const refunded = { units: '1499000', symbol: 'USDC', decimals: 6 }
    const line = await csvLine({ ...entryWith(), refunded })
    expect([cell(line, 'refunded_amount'), cell(line, 'refunded_token')]).toEqual(['1.499', 'USDC'])
    expect(cell(await csvLine(entryWith()), 'refunded_amount')).toBe('')
  })

  test('is empty for an unknown value, and 0 for zero', async () => {
    const line = async (deliverySeconds: number | null) => await csvLine({ ...entryWith(), deliverySeconds })
    expect([cell(await line(null), 'seconds'), cell(await line(0), 'seconds')]).toEqual(['', '0'])
  })
})

describe('a line', () => {
  test('has a cell for each heading, exact amounts and full ids', async () => {
    const done = { fulfilledAmount: '1492001', state: 'verified_terminal', statusCode: 4 } as const
    const line = await csvLine(entryWith(done))
    expect(cellsOf(line)).toHaveLength(headings.length)
    expect(cell(line, 'state')).toBe('done_verified')
    expect(cell(line, 'received_amount')).toBe('1.492001')
    expect(cell(line, 'request_hash')).toBe(orderOf().terms.requestHash)
    expect(cell(line, 'known_by')).toBe('ferry')
    expect(cell(line, 'started')).toBe(new Date(orderOf().createdMs).toISOString())
  })

  test.each(['sandbox', 'frontend', 'relay'] as const)(
    'of a %s names the kind of its service',
    async (kind) => {
      expect(cell(await csvLine(entryWith(), kind), 'service_kind')).toBe(kind)
    },
  )

  test('names every state as in the table of states', async () => {
    for (const state of Object.keys(orderStates) as OrderState[]) {
      for (const statusCode of [3, 5, 7] as const) {
        const line = await csvLine(entryWith({ state, statusCode }))
        expect(cell(line, 'state')).toBe(orderStateWords({ state, statusCode }).csv)
      }
    }
  })

  test('of a request of the service names its source and leaves unknown cells empty', async () => {
    const line = await csvLine(
      createServiceEntry(pastOf({ orderMs: null, sourceSeconds: null, destinationSeconds: null })),
    )
    expect(cell(line, 'known_by')).toBe('service')
    expect([cell(line, 'started'), cell(line, 'order_id'), cell(line, 'quote_id')]).toEqual(['', '', ''])
    expect(cell(line, 'state')).toBe('done_reported')
    expect(cell(line, 'received_amount')).toBe('9.955638')
  })

  test('of a swap that the service knows too names both sources', async () => {
    expect(cell(await csvLine(entryFor(orderOf(), pastOf())), 'known_by')).toBe('both')
  })

  test('has the kind, status, tokens and refund from the service', async () => {
    const { input, output } = pastOf()
    const past = pastOf({
      input: [...input, ...output],
      output: output.map((leg) => ({ ...leg, amount: null })),
      ...{ statusName: 'REFUND_PENDING', statusCode: null },
      ...{ refundTransactionHash: '0xab', refundChainId: 8453 },
    })
    const line = await csvLine(createServiceEntry(past))
    expect(cell(line, 'request_type')).toBe('SINGLE_OUTPUT_REQUEST')
    expect(cell(line, 'service_status')).toBe('REFUND_PENDING')
    expect(cell(line, 'all_inputs')).toMatch(/^10 USDC \(42161:0x7+\w+\) = 10 USD; 9\.955638 USDbC \(8453/)
    expect(cell(line, 'all_outputs')).toMatch(/^9\.905859 USDbC \(8453:0x/)
    expect(cell(line, 'to_value_usd')).toBe('9.955638')
    expect(cell(line, 'source_time')).toBe('2025-12-01T10:00:10.000Z')
    expect(cell(line, 'destination_time')).toBe('2025-12-01T10:00:24.000Z')
    expect(cell(line, 'refund_chain')).toBe('8453')
    const order = entryWith({ refundTransactionHash: 'ab'.repeat(32), refundChainId: 31338 })
    expect(cell(await csvLine(order), 'refund_chain')).toBe('31338')
    expect(cell(await csvLine(entryWith()), 'refund_chain')).toBe('')
    expect(cell(await csvLine(entryWith()), 'source_time')).toBe('')
  })

  test('has empty token and amount cells for unnamed tokens', async () => {
    const line = await csvLine({ ...entryWith(), inputToken: null, outputToken: null })
    const empty = headings.filter((heading) => /^(from|to)_|_amount$/.test(heading))
    expect(empty).toContain('promised_amount')
    const known = empty.filter((heading) => cell(line, heading) !== '')
    expect(known).toEqual(['from_value_usd'])
    expect(cellsOf(line)).toHaveLength(headings.length)
  })
})

test('has the exact total cost of a delivered swap, and says whether it is complete', async () => {
  const { reviewed } = orderOf()
  const done = { statusCode: 3, state: 'verified_terminal', fulfilledAmount: '1492000' } as const
  const figures = async (order: Order) => {
    const line = await csvLine(entryFor(order))
    const names = ['received_value_usd', 'total_cost_usd', 'total_cost_usd_is_least']
    return names.map((heading) => cell(line, heading))
  }
  expect(await figures(orderOf(done))).toEqual(['1.48962', '0.01038', 'false'])
  const part = orderOf({ ...done, reviewed: { ...reviewed, unknownFees: ['gas'] } })
  expect(await figures(part)).toEqual(['1.48962', '0.01038', 'true'])
  expect(await figures(orderOf())).toEqual(['', '', ''])
})
