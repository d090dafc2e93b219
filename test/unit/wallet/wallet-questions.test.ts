import { describe, expect, test } from 'vitest'
import type { Asking } from '../../../lib/wallet/port.ts'
import { createAskings } from '../../../lib/wallet/side-questions.ts'
import {
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
  ] as const)('of %s for %s', (id, kind, said) => {
    expect(walletWords({ id }, kind)).toBe(said)
  })

  test.each(['org.unknown', '', 'constructor', '__proto__'])('%j has none', (id) => {
    expect(walletWords({ id }, 'send')).toBeNull()
  })

  test('none is made up where a wallet has no heading', () => {
    expect(walletWords({ id: 'me.rainbow' }, 'useChain')).toBeNull()
  })

  test('a deposit is a plain transfer, which is not called what a contract is sent', () => {
    expect([askedKind('send', 'deposit'), askedKind('send', 'signed')]).toEqual(['transfer', 'send'])
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
