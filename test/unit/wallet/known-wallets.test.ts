import { describe, expect, test } from 'vitest'
import { askedKind, programName, walletWords } from '../../../lib/wallet/wallet-questions.ts'
import packed from '../../../public/deployment.json'
import { deploymentFor } from '../../sandbox/chains/deployment-file.ts'
import { portsFor } from '../../sandbox/chains/ports.ts'

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
