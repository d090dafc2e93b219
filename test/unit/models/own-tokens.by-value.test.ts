import { describe, expect, test } from 'vitest'
import { byValue, tokenValue } from '../../../lib/models/own-tokens.ts'
import type { Token } from '../../../lib/service/token.ts'

const token = (name: string, more: Partial<Token> = {}): Token => ({
  chainId: 1,
  address: `0x${name.toLowerCase().padStart(40, '0')}`,
  name,
  symbol: name,
  decimals: 6,
  logoURI: null,
  isVerified: true,
  ...more,
})
const held = (name: string, worthInUsd: string | null, more: Partial<Token> = {}) => ({
  token: token(name, more),
  worthInUsd,
})
const names = (all: ReturnType<typeof byValue>) => ({
  large: all.large.map((one) => one.token.name),
  small: all.small.map((one) => one.token.name),
})

describe('what is held', () => {
  test('is sorted by worth as numbers, not as text; without a price it comes after, by name', () => {
    const all = [held('None', null), held('Nine', '9'), held('Also', null), held('Ten', '10.5')]
    expect(names(byValue(all))).toEqual({ large: ['Ten', 'Nine', 'Also', 'None'], small: [] })
    expect(names(byValue(all.toReversed()))).toEqual({ large: ['Ten', 'Nine', 'Also', 'None'], small: [] })
  })

  test('is small below one dollar exactly, and never for want of a price', () => {
    const all = [held('Cent', '0.01'), held('Dollar', '1'), held('Almost', '0.999999'), held('Unknown', null)]
    expect(names(byValue(all))).toEqual({ large: ['Dollar', 'Unknown'], small: ['Almost', 'Cent'] })
  })

  test('has an imitation after everything else', () => {
    const all = [
      held('Fake', null, { isVerified: false, imitates: 'USDC' }),
      held('Real', null),
      held('Dear', '5'),
    ]
    expect(names(byValue(all)).large).toEqual(['Dear', 'Real', 'Fake'])
  })

  test('ties are by name, symbol and chain', () => {
    const all = [
      held('Coin', '2', { symbol: 'B' }),
      held('Coin', '2.00', { symbol: 'A', chainId: 10 }),
      held('Bill', '2'),
      held('Coin', '2', { symbol: 'A' }),
    ]
    expect(byValue(all).large.map(({ token: { name, symbol, chainId } }) => [name, symbol, chainId])).toEqual(
      [
        ['Bill', 'Bill', 1],
        ['Coin', 'A', 1],
        ['Coin', 'A', 10],
        ['Coin', 'B', 1],
      ],
    )
  })
})

describe('the worth of a token', () => {
  const usdc = token('USDC')
  const holdings = [{ chainId: 1, address: usdc.address, balance: '3', balanceInUsd: '1' }]

  test('is the part of what the list valued, rounded down', () => {
    expect(tokenValue(holdings, usdc, '2')).toBe('0.666666')
  })

  test('is of that chain alone', () => {
    expect(tokenValue(holdings, { ...usdc, chainId: 10 }, '2')).toBeNull()
  })

  test('is not believed where nobody vouches for the token', () => {
    expect(tokenValue(holdings, { ...usdc, isVerified: false }, '2')).toBeNull()
  })
})
