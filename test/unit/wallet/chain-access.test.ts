import { describe, expect, test } from 'vitest'
import { asksForChain } from '../../../lib/wallet/account-service.ts'

const permits = (...value: readonly unknown[]) => [
  { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: ['0xab'] }] },
  { parentCapability: 'endowment:permitted-chains', caveats: [{ type: 'restrictNetworkSwitching', value }] },
]

describe('whether a wallet asks before a chain is used', () => {
  test.each(['0x7', '7', 7])('on it by %j: no', (current) => {
    expect(asksForChain(7, current, null)).toBe(false)
  })

  test('on another one that the site may use: no; that it may not: yes', () => {
    expect(asksForChain(7, '0x1', permits('0x1', '0x7'))).toBe(false)
    expect(asksForChain(7, '0x1', permits('0x1'))).toBe(true)
    expect(asksForChain(7, null, permits())).toBe(true)
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
    expect(asksForChain(7, '0x1', permissions)).toBeNull()
  })

  test.each([[[7]], [[true]], [['']], [[null]]])('a chain like %j is none', (value) => {
    expect(asksForChain(7, true, permits(...value))).toBe(true)
  })
})
