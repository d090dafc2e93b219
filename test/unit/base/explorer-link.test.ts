import { describe, expect, test } from 'vitest'
import {
  addressLink,
  type ExplorerChain,
  normalizeExplorerUrl,
  normalizeTransactionId,
  transactionLink,
} from '../../../lib/base/explorer-link.ts'

const hash = `0x${'ab'.repeat(32)}`
const solanaId = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
const chain: ExplorerChain = {
  chainId: 8453,
  isConfigured: false,
  explorerUrl: null,
  explorers: ['https://explorer.example', 'https://second.example'],
}

describe('an explorer from the service', () => {
  test.each([
    ['https://explorer.example', 'https://explorer.example'],
    ['https://explorer.example/', 'https://explorer.example'],
    ['https://Explorer.Example/solana/main-net/', 'https://explorer.example/solana/main-net'],
    ['https://explorer.example/../tx-s', 'https://explorer.example/tx-s'],
    ['https://tronscan.example/#', 'https://tronscan.example/#'],
    ['https://tronscan.example/#/', 'https://tronscan.example/#'],
    ['https://explorer.example/app#/main/', 'https://explorer.example/app/#/main'],
  ])('%s has the base %s', (text, base) => {
    expect(normalizeExplorerUrl(text)).toBe(base)
  })

  test.each([
    ...['http://explorer.example', 'http://127.0.0.1:8788/explorer', 'javascript:alert(1)'],
    ...['data:text/html,x', '//explorer.example', 'https://user:word@explorer.example'],
    ...['https://bank.example@explorer.example', 'https://explorer.example:8443'],
    ...['https://explorer.example/?to=', 'https://explorer.example/?', 'https://explorer.example/#/a?b'],
    ...['https://explorer.example/#//evil.example', 'https://explorer.example/#a%2fb'],
    ...['https://explorer.example/%2e%2e', 'https://explorer.example\\@evil.example'],
    ...['https://explorer.example//evil.example', 'https://explorer.example/a;b', 'https://localhost'],
    ...['https://127.0.0.1', 'https://0x7f.1', 'https://[::1]', 'https://router'],
    ...['https://еxplorer.example', 'https://xn--xplorer-2fg.example', ' https://explorer.example'],
    ...['https://explorer.example/a b', `https://explorer.example/${'a'.repeat(200)}`],
    ...[`https://${'a'.repeat(53)}.example`, ''],
  ])('%s is refused', (text) => {
    expect(normalizeExplorerUrl(text)).toBeNull()
  })
})

describe('an explorer link', () => {
  test('to a chain outside the deployment file names the explorer host', () => {
    expect(transactionLink(chain, hash)).toEqual({
      url: `https://explorer.example/tx/${hash}`,
      unverifiedHost: 'explorer.example',
    })
    expect(addressLink(chain, `0x${'ab'.repeat(20)}`)?.url).toBe(
      `https://explorer.example/address/0x${'ab'.repeat(20)}`,
    )
  })

  test('to a chain of the deployment file uses only the file’s explorer', () => {
    const pinned = { ...chain, isConfigured: true }
    expect(transactionLink(pinned, hash)).toBeNull()
    expect(transactionLink({ ...pinned, explorerUrl: 'https://own.example/x' }, hash)).toEqual({
      url: `https://own.example/x/tx/${hash}`,
      unverifiedHost: null,
    })
  })

  test('to a chain with another id format uses that format', () => {
    const solana = { ...chain, chainId: 89999 }
    expect(transactionLink(solana, solanaId)?.url).toBe(`https://explorer.example/tx/${solanaId}`)
    expect(addressLink(solana, 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ')).not.toBeNull()
  })

  test.each([
    ['https://tronscan.example', '/#/transaction/', '/#/address/'],
    ['https://tronscan.example/#', '/#/transaction/', '/#/address/'],
  ])('to Tron from the base %s has the path after the fragment', (base, transaction, account) => {
    const tron = { ...chain, chainId: 728126428, explorers: [base] }
    const id = 'ab'.repeat(32)
    expect(transactionLink(tron, id)?.url).toBe(`https://tronscan.example${transaction}${id}`)
    expect(addressLink(tron, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')?.url).toBe(
      `https://tronscan.example${account}TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t`,
    )
  })

  test('to a chain of the deployment file uses the file’s paths', () => {
    const explorerPaths = { transaction: '/#/transaction/{hash}', address: '/account/{address}?tab=all' }
    const pinned = { ...chain, isConfigured: true, explorerUrl: 'https://own.example', explorerPaths }
    expect(transactionLink(pinned, hash)?.url).toBe(`https://own.example/#/transaction/${hash}`)
    expect(addressLink(pinned, `0x${'ab'.repeat(20)}`)?.url).toBe(
      `https://own.example/account/0x${'ab'.repeat(20)}?tab=all`,
    )
  })

  test.each([
    ['no explorer is known', { ...chain, explorers: [] }, hash],
    ['nobody knows the chain', undefined, hash],
    ['it is a way out of the path', { ...chain, chainId: 89999 }, `../../${'a'.repeat(40)}`],
    ['it has a query', { ...chain, chainId: 89999 }, `${'a'.repeat(40)}?x=y`],
    ['it is far too long', { ...chain, chainId: 89999 }, 'a'.repeat(129)],
    ['it is another chain’s id', chain, solanaId],
  ])('is null if %s', (_why, where, id) => {
    expect(transactionLink(where, id)).toBeNull()
  })
})

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
