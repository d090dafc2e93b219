import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { programName } from '../../../lib/wallet/wallet-capabilities.ts'
import packed from '../../../public/deployment.json'
import { deploymentFor } from '../../sandbox/chains/deployment-file.ts'
import { portsFor } from '../../sandbox/chains/ports.ts'

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
