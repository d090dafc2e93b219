import { describe, expect, test } from 'vitest'
import type { Asking } from '../../../lib/wallet/port.ts'
import {
  askedKind,
  chainQuestions,
  createAskings,
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

describe('what a wallet asks before a chain is used', () => {
  test.each(['0x7', '7', 7])('on it by %j: nothing', (current) => {
    expect(chainQuestions(7, current, null, true)).toEqual([])
  })

  test('on another one that the site may use: nothing; that it may not: whether it may', () => {
    expect(chainQuestions(7, '0x1', permits('0x1', '0x7'), false)).toEqual([])
    expect(chainQuestions(7, '0x1', permits('0x1'), false)).toEqual(['useChain'])
    expect(chainQuestions(7, null, permits(), false)).toEqual(['useChain'])
  })

  test('one that it was found not to have is two questions, and one where it follows the site', () => {
    expect(chainQuestions(7, '0x1', permits('0x1'), true)).toEqual(['addChain', 'useChain'])
    expect(chainQuestions(7, '0x1', null, true)).toEqual(['addChain'])
  })

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
    expect(chainQuestions(7, '0x1', permissions, false)).toBeNull()
  })

  test.each([[[7]], [[true]], [['']], [[null]]])('a chain like %j is none', (value) => {
    expect(chainQuestions(7, true, permits(...value), false)).toEqual(['useChain'])
  })
})

test('what wallets are asked is kept since it left for them, and told at each change', () => {
  const clock = { nowMs: () => nowMs }
  let nowMs = 5
  const told: (readonly Asking[])[] = []
  const askings = createAskings(clock, (asking) => told.push(asking))
  askings.onAsking('a', null)
  askings.onAsking('a', 'wallet_addEthereumChain')
  nowMs = 9
  askings.onAsking('b', 'eth_signTypedData_v4')
  askings.onAsking('a', 'eth_sendTransaction')
  const both = [
    { requestId: 'b', method: 'eth_signTypedData_v4', askedMs: 9 },
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
