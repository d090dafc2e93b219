import { describe, expect, test } from 'vitest'
import { entryOfItem, type HistoryEntry } from '../../../lib/history/history-entry.ts'
import { csvCell, csvHeading, csvLine as csvLineOf } from '../../../lib/history/whole-history.ts'
import { orderEnds, orderStates } from '../../../lib/order/order-state.ts'
import { orderOf } from '../order/order-fixture.ts'
import { entryFor, entryWith, pastOf } from './entry-fixture.ts'

/** RFC 4180, as a spreadsheet reads it. */
function cellsOf(line: string): string[] {
  expect(line.endsWith('\r\n')).toBe(true)
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)]
  return cells.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')
}
const csvLine = (entry: HistoryEntry) => csvLineOf(entry, 'frontend')
const headings = cellsOf(csvHeading.slice(1))
const cell = (line: string, heading: string) => cellsOf(line)[headings.indexOf(heading)]

describe('a cell', () => {
  test.each([
    '=1+1',
    '+49',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =cmd|',
    '\uff1d1',
    '\uff0b1',
    '\uff0d1',
    '\uff201',
    '\u200b=1',
    '|cmd',
    '%x',
    '\u22125',
  ])('that a spreadsheet would work out is text: %j', (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`)
  })

  test.each(['USDC', 'a=b', '1.5', 'x-y', '"', ',', '0x1'])('that is plain stays plain: %j', (text) => {
    expect(csvCell(text)).toBe(`"${text.replaceAll('"', '""')}"`)
  })

  test('that is not known is empty', () => {
    expect([csvCell(null), csvCell(0)]).toEqual(['', '"0"'])
  })
})

describe('a line', () => {
  test('has a cell for each heading, exact amounts and full ids', () => {
    const line = csvLine(entryWith({ fulfilledAmount: '1492001', state: 'verified_terminal', statusCode: 4 }))
    expect(cellsOf(line)).toHaveLength(headings.length)
    expect(cell(line, 'state')).toBe('done_verified')
    expect(cell(line, 'received_amount')).toBe('1.492001')
    expect(cell(line, 'request_hash')).toBe(orderOf().terms.requestHash)
    expect(cell(line, 'known_by')).toBe('ferry')
    expect(cell(line, 'started')).toBe(new Date(orderOf().createdMs).toISOString())
  })

  test.each(['sandbox', 'frontend', 'relay'] as const)('of a %s says that it is of one', (kind) => {
    expect(cell(csvLineOf(entryWith(), kind), 'service_kind')).toBe(kind)
  })

  test('keeps a hostile symbol from being a formula, and within its cell', () => {
    const reviewed = { ...orderOf().reviewed }
    const inputToken = { ...reviewed.inputToken, symbol: '=HYPERLINK("http://x","y")' }
    const line = csvLine(entryWith({ reviewed: { ...reviewed, inputToken } }))
    expect(cell(line, 'from_token')).toBe('\'=HYPERLINK("http://x","y")')
    expect(cellsOf(line)).toHaveLength(headings.length)
  })

  test('calls every state as the table of states does', () => {
    for (const [state, { csv }] of Object.entries(orderStates)) {
      expect(cell(csvLine(entryWith({ state: state as keyof typeof orderStates })), 'state')).toBe(csv)
    }
    const codes = { done: 3, failed: 5, refunded: 7 } as const
    for (const state of ['reported_terminal', 'verified_terminal'] as const) {
      for (const end of ['done', 'failed', 'refunded'] as const) {
        const line = csvLine(entryWith({ state, statusCode: codes[end] }))
        expect(cell(line, 'state')).toBe(orderEnds[state][end].csv)
      }
    }
  })

  test('of a request of the service says who knows it, and leaves out what nobody said', () => {
    const line = csvLine(
      entryOfItem(pastOf({ orderMs: null, sourceSeconds: null, destinationSeconds: null })),
    )
    expect(cell(line, 'known_by')).toBe('service')
    expect([cell(line, 'started'), cell(line, 'order_id'), cell(line, 'quote_id')]).toEqual(['', '', ''])
    expect(cell(line, 'state')).toBe('done_reported')
    expect(cell(line, 'received_amount')).toBe('9.955638')
  })

  test('of a swap that the service remembers too says that both know it', () => {
    expect(cell(csvLine(entryFor(orderOf(), pastOf())), 'known_by')).toBe('both')
  })

  test('has all that the service remembers of it: its kind, its word, every token, and where a refund is', () => {
    const { input, output } = pastOf()
    const past = pastOf({
      input: [...input, ...output],
      output: output.map((leg) => ({ ...leg, amount: null })),
      ...{ statusName: 'REFUND_PENDING', statusCode: null },
      ...{ refundTransactionHash: '0xab', refundChainId: 8453 },
    })
    const line = csvLine(entryOfItem(past))
    expect(cell(line, 'request_type')).toBe('SINGLE_OUTPUT_REQUEST')
    expect(cell(line, 'service_status')).toBe('REFUND_PENDING')
    expect(cell(line, 'all_inputs')).toMatch(
      /^10 USDC \(42161:0x7+\w+\) = 10 USD; 9\.955638 USDbC \(8453:.+\)/,
    )
    expect(cell(line, 'all_outputs')).toMatch(/^9\.905859 USDbC \(8453:0x/)
    expect(cell(line, 'to_value_usd')).toBe('9.955638')
    expect(cell(line, 'refund_chain')).toBe('8453')
    const order = entryWith({ refundTransactionHash: 'ab'.repeat(32), refundChainId: 31338 })
    expect(cell(csvLine(order), 'refund_chain')).toBe('31338')
    expect(cell(csvLine(entryWith()), 'refund_chain')).toBe('')
  })

  test('of tokens that nobody named leaves their cells empty, and their amounts', () => {
    const line = csvLine({ ...entryWith(), inputToken: null, outputToken: null })
    const empty = headings.filter((heading) => /^(from|to)_|_amount$/.test(heading))
    expect(empty).toContain('promised_amount')
    const known = empty.filter((heading) => cell(line, heading) !== '')
    expect(known).toEqual(['from_value_usd'])
    expect(cellsOf(line)).toHaveLength(headings.length)
  })
})

test('a sum of fees says whether it is all of them, and a swap what it was reviewed with', () => {
  const { reviewed } = orderOf()
  const fees = [{ kind: 'route', token: reviewed.inputToken, amount: '1', feeInUsd: '0.40' }] as const
  const whole = csvLine(entryFor(orderOf({ reviewed: { ...reviewed, fees } })))
  expect([cell(whole, 'fees_usd'), cell(whole, 'fees_usd_is_least')]).toEqual(['0.4', 'false'])
  const wentOn = { minAmountOut: '1487000', promisedAmount: '1491000', atMs: 5 }
  const order = orderOf({ reviewed: { ...reviewed, fees, unknownFees: ['gas'] }, wentOn })
  const part = csvLine(entryFor(order))
  expect([cell(part, 'fees_usd'), cell(part, 'fees_usd_is_least')]).toEqual(['0.4', 'true'])
  expect([cell(part, 'minimum_amount'), cell(part, 'reviewed_minimum_amount')]).toEqual(['1.487', '1.487902'])
  expect(cell(csvLine(entryFor(orderOf())), 'fees_usd_is_least')).toBe('')
})
