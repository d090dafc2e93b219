import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  callsIdOf,
  callsOutcome,
  offersAtomicCalls,
  programName,
  sendCallsParameter,
} from '../../../lib/wallet/wallet-capabilities.ts'
import packed from '../../../public/deployment.json'
import { deploymentFor } from '../../sandbox/chains/deployment-file.ts'
import { portsFor } from '../../sandbox/chains/ports.ts'

const hash = `0x${'ab'.repeat(32)}`
const other = `0x${'cd'.repeat(32)}`

test.each<[string, unknown, boolean]>([
  ['supported here', { '0x7a69': { atomic: { status: 'supported' } } }, true],
  ['supported here, said in capitals', { '0x7A69': { atomic: { status: 'supported' } } }, true],
  ['elsewhere only', { '0x1': { atomic: { status: 'supported' } } }, false],
  ['ready, after the account was changed', { '0x7a69': { atomic: { status: 'ready' } } }, false],
  ['unsupported', { '0x7a69': { atomic: { status: 'unsupported' } } }, false],
  ['the older form, which promises less', { '0x7a69': { atomicBatch: { supported: true } } }, false],
  ['a chain without a word of it', { '0x7a69': {} }, false],
  ['a chain id that is none', { '31337': { atomic: { status: 'supported' } } }, false],
  ['nothing', null, false],
  ['a text', 'supported', false],
  ['a list', [{ atomic: { status: 'supported' } }], false],
  ['what every object inherits', Object.create({ '0x7a69': { atomic: { status: 'supported' } } }), false],
])('offersAtomicCalls: %s', (_name, said, offers) => {
  expect(offersAtomicCalls(said, 31337)).toBe(offers)
})

test("sendCallsParameter requests all or nothing, under Ferry's id", () => {
  const calls = [
    { to: '0x01', data: '0x0203', value: 0n },
    { to: '0x04', data: '0x', value: 255n },
  ] as const
  expect(sendCallsParameter('our id', '0x05', 31337, calls)).toEqual({
    version: '2.0.0',
    id: 'our id',
    from: '0x05',
    chainId: '0x7a69',
    atomicRequired: true,
    calls: [
      { to: '0x01', data: '0x0203', value: '0x0' },
      { to: '0x04', data: '0x', value: '0xff' },
    ],
  })
})

test.each<[string, unknown, string | null]>([
  ['an object', { id: 'a' }, 'a'],
  ['a text, as older wallets answer', 'a', 'a'],
  ['none', {}, null],
  ['an empty one', { id: '' }, null],
  ['a number', { id: 7 }, null],
  ['one longer than there may be', { id: 'x'.repeat(4_097) }, null],
  ['nothing', null, null],
])('callsIdOf: %s', (_name, result, id) => {
  expect(callsIdOf(result)).toBe(id)
})

describe('callsOutcome', () => {
  const said = (status: unknown, ...hashes: readonly unknown[]) => ({
    chainId: '0x7a69',
    status,
    receipts: hashes.map((transactionHash) => ({ transactionHash, status: '0x1' })),
  })
  test.each<[string, unknown, object]>([
    ['pending', said(100), { kind: 'waiting', hash: null }],
    ['confirmed: the last receipt', said(200, other, hash), { kind: 'done', hash }],
    ['confirmed without a receipt', said(200), { kind: 'done', hash: null }],
    ['not included', said(400), { kind: 'failed', hash: null }],
    ['reverted', said(500, hash), { kind: 'failed', hash }],
    ['done in part', said(600, hash), { kind: 'unknown', hash }],
    ['the older words', said('CONFIRMED', hash), { kind: 'done', hash }],
    ['the older word for waiting', said('PENDING'), { kind: 'waiting', hash: null }],
    ['another code', said(700), { kind: 'unknown', hash: null }],
    ['a code as text', said('200'), { kind: 'unknown', hash: null }],
    ['a hash that is none', said(200, '0x12'), { kind: 'done', hash: null }],
    ['another chain', { ...said(200, hash), chainId: '0x1' }, { kind: 'unknown', hash: null }],
    ['no chain said', { status: 200 }, { kind: 'done', hash: null }],
    ['nothing', null, { kind: 'unknown', hash: null }],
    ['no list', { status: 200, receipts: {} }, { kind: 'done', hash: null }],
  ])('%s', (_name, status, outcome) => {
    expect(callsOutcome(status, 31337)).toEqual(outcome)
  })
})

test('names a program before access is granted, where its endpoint is known', () => {
  expect([programName('ws://127.0.0.1:1248'), programName('ws://127.0.0.1:1')]).toEqual(['Frame', null])
})

/** The rows of the first table under a heading of the folder's README, each with its cells. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const [, under = ''] = readFileSync('lib/wallet/README.md', 'utf8').split(`\n${heading}\n`)
  const [, table = ''] = /\n(\|[^\n]*\n(?:\|[^\n]*\n)+)/.exec(under) ?? []
  const [, , ...rows] = table.trim().split('\n')
  return rows.map((row) => [...row.matchAll(/\|\s*([^|]*?)\s*(?=\|)/g)].map((cell) => cell[1] ?? ''))
}

test('the sandbox names the wallets of the starting deployment', () => {
  expect(deploymentFor(portsFor(undefined)).walletExtensions).toEqual(packed.walletExtensions)
})

test('the README of the wallets says that exactly the wallets of the starting deployment accept connections from extensions and programs', () => {
  const table = tableUnder('## Which wallets, and how')
  const named = (column: number) => table.filter((row) => row[column] === 'yes').map(([name]) => name)
  expect(named(1)).toEqual(packed.walletExtensions.map(({ name }) => name))
  expect(named(2)).toEqual(packed.loopbackWallets.map(programName))
})
