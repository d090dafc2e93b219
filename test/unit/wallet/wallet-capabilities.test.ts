import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createOpenRequests } from '../../../lib/wallet/open-requests.ts'
import type { OpenRequest } from '../../../lib/wallet/port.ts'
import { programName } from '../../../lib/wallet/wallet-capabilities.ts'
import packed from '../../../public/deployment.json'
import { deploymentFor } from '../../sandbox/chains/deployment-file.ts'
import { portsFor } from '../../sandbox/chains/ports.ts'

test('keeps the open wallet requests since they were sent, and reports each change', () => {
  const clock = { nowMs: () => nowMs }
  let nowMs = 5
  const named = { connector: 'page', id: 'io.rabby', name: 'Rabby' } as const
  const reports: (readonly OpenRequest[])[] = []
  const openRequests = createOpenRequests(clock, (requesting) => reports.push(requesting))
  openRequests.onOpenRequest('a', null)
  openRequests.onOpenRequest('a', 'wallet_addEthereumChain')
  nowMs = 9
  openRequests.onOpenRequest('b', 'eth_signTypedData_v4', { ...named, origin: 'o', iconUrl: 'data:,' })
  openRequests.onOpenRequest('a', 'eth_sendTransaction')
  const both = [
    { requestId: 'b', method: 'eth_signTypedData_v4', requestedMs: 9, wallet: named },
    { requestId: 'a', method: 'eth_sendTransaction', requestedMs: 9 },
  ]
  expect(reports).toEqual([
    [{ requestId: 'a', method: 'wallet_addEthereumChain', requestedMs: 5 }],
    [expect.objectContaining({ requestId: 'a' }), both[0]],
    both,
  ])
  openRequests.onOpenRequest('b', null)
  expect(openRequests.now()).toEqual([both[1]])
})

test('names a program before access is granted, where its endpoint is known', () => {
  expect([programName('ws://127.0.0.1:1248'), programName('ws://127.0.0.1:1')]).toEqual(['Frame', null])
})

test("a check of a wallet's actions is reported until it was read, whatever the wallet's next request", () => {
  const reports: (readonly OpenRequest[])[] = []
  const openRequests = createOpenRequests({ nowMs: () => 5 }, (requesting) => reports.push(requesting))
  openRequests.onChecking('a', true)
  expect(openRequests.now()).toEqual([{ requestId: 'a', method: null, requestedMs: 5, isChecking: true }])
  openRequests.onOpenRequest('a', 'eth_sendTransaction')
  expect(openRequests.now()).toMatchObject([{ method: 'eth_sendTransaction', isChecking: true }])
  openRequests.onChecking('a', false)
  expect(openRequests.now()).toEqual([{ requestId: 'a', method: 'eth_sendTransaction', requestedMs: 5 }])
  openRequests.onOpenRequest('a', null)
  openRequests.onChecking('a', false)
  openRequests.onChecking('b', true)
  openRequests.onChecking('b', false)
  expect([openRequests.now(), reports.length]).toEqual([[], 6])
})

test('reports a request whose page Ferry brought to the front, also if it was not reported before', () => {
  let nowMs = 5
  const openRequests = createOpenRequests({ nowMs: () => nowMs }, () => undefined)
  openRequests.onOpenRequest('a', 'eth_sendTransaction')
  nowMs = 9
  openRequests.onFronted('a')
  openRequests.onFronted('b')
  expect(openRequests.now()).toEqual([
    { requestId: 'a', method: 'eth_sendTransaction', requestedMs: 9, isFronted: true },
    { requestId: 'b', method: null, requestedMs: 9, isFronted: true },
  ])
  // The wallet has the next request: its page was visible since.
  openRequests.onOpenRequest('b', 'eth_sendTransaction')
  expect(openRequests.now()[1]).toEqual({ requestId: 'b', method: 'eth_sendTransaction', requestedMs: 9 })
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

describe('the README of the wallets', () => {
  test('says that exactly the wallets of the starting deployment accept connections from extensions and programs', () => {
    const table = tableUnder('## Which wallets, and how')
    const named = (column: number) => table.filter((row) => row[column] === 'yes').map(([name]) => name)
    expect(named(1)).toEqual(packed.walletExtensions.map(({ name }) => name))
    expect(named(2)).toEqual(packed.loopbackWallets.map(programName))
  })
})
