import { expect, test } from 'vitest'
import { normalizeTransactionId } from '../../../lib/base/explorer-link.ts'

const hex = 'aB'.repeat(32)
const solana = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
const sui = 'C6G8PsqwNpMqrK7ApwuQUvDgzkFcUaUy6Y5ycrAN2q3F'

test.each([
  ['Ethereum', 1, `0x${hex}`, `0x${hex.toLowerCase()}`],
  ['Solana', 89999, solana, solana],
  ['Tron', 728126428, hex, hex.toLowerCase()],
  ['Tron, as others write hashes', 728126428, `0x${hex}`, hex.toLowerCase()],
  ['Stellar', 1110002, hex, hex.toLowerCase()],
  ['Sui', 1110006, sui, sui],
  ['a chain that nobody named', null, `0x${hex}`, `0x${hex.toLowerCase()}`],
  ['a chain that nobody named, not Ethereum’s', null, solana, solana],
])('an id of %s keeps its own format', (_name, chainId, text, id) => {
  expect(normalizeTransactionId(chainId, text)).toBe(id)
})

test.each<[number | null, unknown]>([
  [1, solana],
  [1, hex],
  [1, `0x${hex}00`],
  [89999, `0x${hex}`],
  [89999, sui],
  [89999, solana.replace('5', '0')],
  [1110006, `${sui}1`],
  [728126428, 'x'.repeat(64)],
  [null, 'javascript:alert(1)'],
  [null, '../../evil'],
  [null, '1'.repeat(200)],
  [null, ''],
  [null, 5],
  [1, null],
])('on %j %j is not a transaction id', (chainId, text) => {
  expect(normalizeTransactionId(chainId, text)).toBeNull()
})

test('an id of a chain with an unknown format is not changed', () => {
  for (const id of ['97sVZ+Bq/8mV5jYV0d5q2s1w==', 'E3F5aB'.repeat(8), 'abcdef-ghijkl_mnopqr']) {
    expect(normalizeTransactionId(5, id, 'unknown')).toBe(id)
  }
  for (const text of ['short', '<b>'.repeat(10), 'two words that are no id', '../../../../evil/evil']) {
    expect(normalizeTransactionId(5, text, 'unknown')).toBeNull()
  }
})
