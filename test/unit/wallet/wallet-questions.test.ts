import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Asking } from '../../../lib/wallet/port.ts'
import { createAskings } from '../../../lib/wallet/side-questions.ts'
import {
  type AskedKind,
  askedKind,
  chainAccess,
  isInToolbar,
  programName,
  walletWords,
} from '../../../lib/wallet/wallet-questions.ts'
import packed from '../../../public/deployment.json'
import { deploymentFor } from '../../sandbox/chains/deployment-file.ts'
import { portsFor } from '../../sandbox/chains/ports.ts'

const permits = (...value: readonly unknown[]) => [
  { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: ['0xab'] }] },
  { parentCapability: 'endowment:permitted-chains', caveats: [{ type: 'restrictNetworkSwitching', value }] },
]

/** What is to be asked for chain 7. */
function access(
  current: unknown,
  permissions: unknown,
  { id = 'org.unknown', isLacking = false, isSeen = false } = {},
) {
  return chainAccess({ id }, { chainId: 7, isLacking, isSeen }, current, permissions)
}
const sure = (...questions: readonly string[]) => ({ questions, mayAskMore: false })
const atLeast = (...questions: readonly string[]) => ({ questions, mayAskMore: true })

describe('what a wallet asks before a chain is used', () => {
  test.each(['0x7', '7', 7])('on it by %j: nothing', (current) => {
    expect(access(current, null, { isLacking: true })).toEqual(sure())
  })

  test('on another one that the site may use: nothing; that it may not: whether it may, and perhaps to add it', () => {
    expect(access('0x1', permits('0x1', '0x7'))).toEqual(sure())
    expect(access('0x1', permits('0x1'))).toEqual(atLeast('useChain'))
    expect(access(null, permits())).toEqual(atLeast('useChain'))
    expect(access('0x1', permits('0x1'), { isSeen: true })).toEqual(sure('useChain'))
  })

  test('one that it was found not to have is two questions, and no more', () => {
    expect(access('0x1', permits('0x1'), { isLacking: true })).toEqual(sure('addChain', 'useChain'))
  })

  test('of one that says nothing nobody knows, whatever was seen', () => {
    expect(access('0x1', null)).toEqual(atLeast())
    expect(access('0x1', null, { isSeen: true })).toEqual(atLeast())
    expect(access('0x1', null, { isLacking: true })).toEqual(atLeast('addChain'))
  })

  test.each(['io.rabby', 'me.rainbow', 'sh.frame', 'ws://127.0.0.1:1248'])(
    '%s follows the site where it has the chain, and asks once where it has not',
    (id) => {
      expect(access('0x1', null, { id, isSeen: true })).toEqual(sure())
      expect(access('0x1', null, { id, isLacking: true })).toEqual(sure('addChain'))
      expect(access('0x1', null, { id })).toEqual(atLeast())
    },
  )

  test.each([
    ['nothing', null],
    ['no list', { parentCapability: 'endowment:permitted-chains' }],
    ['only accounts', permits().slice(0, 1)],
    ['no caveat', [{ parentCapability: 'endowment:permitted-chains' }]],
    [
      'a caveat of another kind',
      [{ parentCapability: 'endowment:permitted-chains', caveats: [{ type: 'x' }] }],
    ],
    ['junk', [null, 5, 'x']],
  ])('%s said of its chains: nobody knows', (_what, permissions) => {
    expect(access('0x1', permissions)).toEqual(atLeast())
  })

  test.each([[[7]], [[true]], [['']], [[null]]])('a chain like %j is none', (value) => {
    expect(access(true, permits(...value))).toEqual(atLeast('useChain'))
  })
})

test('what wallets are asked is kept since it left for them, and told at each change', () => {
  const clock = { nowMs: () => nowMs }
  let nowMs = 5
  const named = { connector: 'page', id: 'io.rabby', name: 'Rabby' } as const
  const told: (readonly Asking[])[] = []
  const askings = createAskings(clock, (asking) => told.push(asking))
  askings.onAsking('a', null)
  askings.onAsking('a', 'wallet_addEthereumChain')
  nowMs = 9
  askings.onAsking('b', 'eth_signTypedData_v4', { ...named, origin: 'o', iconUrl: 'data:,' })
  askings.onAsking('a', 'eth_sendTransaction')
  const both = [
    { requestId: 'b', method: 'eth_signTypedData_v4', askedMs: 9, wallet: named },
    { requestId: 'a', method: 'eth_sendTransaction', askedMs: 9 },
  ]
  expect(told).toEqual([
    [{ requestId: 'a', method: 'wallet_addEthereumChain', askedMs: 5 }],
    [expect.objectContaining({ requestId: 'a' }), both[0]],
    both,
  ])
  askings.onAsking('b', null)
  expect(askings.now()).toEqual([both[1]])
})

describe('the words of a wallet', () => {
  test.each([
    ['io.metamask', 'approve', 'Spending cap request'],
    ['io.rabby', 'connect', 'Connect to Dapp'],
    ['ws://127.0.0.1:1248', 'sign', 'Sign Data'],
    ['me.rainbow', 'send', 'Transaction Request'],
    ['io.rabby', 'transfer', 'Send Token'],
    ['sh.frame', 'revoke', 'Token Approval'],
    ['io.metamask', 'calls', 'Transaction request'],
  ] as const)('of %s for %s', (id, kind, said) => {
    expect(walletWords({ id }, kind)).toBe(said)
  })

  test.each(['org.unknown', '', 'constructor', '__proto__'])('%j has none', (id) => {
    expect(walletWords({ id }, 'send')).toBeNull()
  })

  test.each([
    ['me.rainbow', 'useChain'],
    ['io.metamask', 'addChain'],
    ['io.rabby', 'calls'],
    ['me.rainbow', 'calls'],
    ['sh.frame', 'useChain'],
    ['sh.frame', 'send'],
  ] as const)('none is made up where a wallet has no heading of its own: %s, %s', (id, kind) => {
    expect(walletWords({ id }, kind)).toBeNull()
  })

  test('a deposit is a plain transfer, which is not called what a contract is sent', () => {
    expect([askedKind('send', 'deposit'), askedKind('send', 'signed')]).toEqual(['transfer', 'send'])
    expect([askedKind('sendCalls', 'signed'), askedKind('cancel', null)]).toEqual(['calls', 'send'])
    expect([askedKind('approve', 'deposit'), askedKind('resetApproval', null)]).toEqual(['approve', 'revoke'])
    expect(walletWords({ id: 'io.metamask' }, 'transfer')).toBeNull()
  })

  test('every id of the starting deployment, which the sandbox has too, speaks as MetaMask', () => {
    const { chromeIds, firefoxIds } = packed.walletExtensions[0] ?? { chromeIds: [], firefoxIds: [] }
    const said = [...chromeIds, ...firefoxIds].map((id) => walletWords({ id }, 'approve'))
    expect([said.length, new Set(said)]).toEqual([7, new Set(['Spending cap request'])])
    expect(deploymentFor(portsFor(undefined)).walletExtensions).toEqual(packed.walletExtensions)
  })
})

test('a program is named before it may be reached where its door is known', () => {
  expect([programName('ws://127.0.0.1:1248'), programName('ws://127.0.0.1:1')]).toEqual(['Frame', null])
})

test.each([
  ['extension', 'anything', true],
  ['page', 'io.rabby', true],
  ['page', 'sh.frame', false],
  ['page', 'constructor', false],
  ['loopback', 'ws://127.0.0.1:1248', false],
] as const)('of %s %s the icon is in the toolbar: %s', (connector, id, is) => {
  expect(isInToolbar({ connector, id })).toBe(is)
})

/** The rows of the first table under a heading of the folder's README, each with its cells. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const [, under = ''] = readFileSync('lib/wallet/README.md', 'utf8').split(`\n${heading}\n`)
  const [, table = ''] = /\n(\|[^\n]*\n(?:\|[^\n]*\n)+)/.exec(under) ?? []
  const [, , ...rows] = table.trim().split('\n')
  return rows.map((row) => [...row.matchAll(/\|\s*([^|]*?)\s*(?=\|)/g)].map((cell) => cell[1] ?? ''))
}

describe('the README of the wallets', () => {
  const kinds = {
    connect: 'connect',
    'add a chain': 'addChain',
    'use a chain': 'useChain',
    approve: 'approve',
    'set an approval to zero': 'revoke',
    'sign the order (typed data)': 'sign',
    send: 'send',
    'several calls as one': 'calls',
    'send a plain transfer (a deposit)': 'transfer',
  } as const satisfies { readonly [question: string]: AskedKind }
  const rows = tableUnder('## What a wallet writes above its questions')

  test.each(['io.metamask', 'io.rabby', 'sh.frame', 'me.rainbow'])(
    'has the headings that are quoted: %s',
    (id) => {
      const column = ['io.metamask', 'io.rabby', 'sh.frame', 'me.rainbow'].indexOf(id) + 1
      expect(rows.map(([question]) => question)).toEqual(Object.keys(kinds))
      for (const [question = '', ...cells] of rows) {
        // What is set in italics stands below the heading.
        const heading = (cells[column - 1] ?? '').replace(/: _.*/, '')
        const isQuoted = !/[()]|^none|^not known/.test(heading)
        expect(walletWords({ id }, kinds[question as keyof typeof kinds]), question).toBe(
          isQuoted ? heading : null,
        )
      }
    },
  )

  test('says that exactly the wallets of the starting deployment take connections from extensions and programs', () => {
    const table = tableUnder('## Which wallets, and how')
    const named = (column: number) => table.filter((row) => row[column] === 'yes').map(([name]) => name)
    expect(named(1)).toEqual(packed.walletExtensions.map(({ name }) => name))
    expect(named(2)).toEqual(packed.loopbackWallets.map(programName))
  })
})
