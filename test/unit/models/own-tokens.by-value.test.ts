import { describe, expect, test } from 'vitest'
import { tokenValue } from '../../../lib/models/balances-model.ts'
import { sortByValue } from '../../../lib/models/own-tokens.ts'
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
const names = (all: ReturnType<typeof sortByValue>) => ({
  large: all.large.map((one) => one.token.name),
  small: all.small.map((one) => one.token.name),
})

describe('holdings', () => {
  test('are sorted by value as numbers, not as text; those without a price come last, by name', () => {
    const all = [held('None', null), held('Nine', '9'), held('Also', null), held('Ten', '10.5')]
    expect(names(sortByValue(all))).toEqual({ large: ['Ten', 'Nine', 'Also', 'None'], small: [] })
    expect(names(sortByValue(all.toReversed()))).toEqual({
      large: ['Ten', 'Nine', 'Also', 'None'],
      small: [],
    })
  })

  test('are small below exactly one dollar, and never because of a missing price', () => {
    const all = [held('Cent', '0.01'), held('Dollar', '1'), held('Almost', '0.999999'), held('Unknown', null)]
    expect(names(sortByValue(all))).toEqual({ large: ['Dollar', 'Unknown'], small: ['Almost', 'Cent'] })
  })

  test('list an imitation after everything else', () => {
    const all = [
      held('Fake', null, { isVerified: false, imitates: 'USDC' }),
      held('Real', null),
      held('Dear', '5'),
    ]
    expect(names(sortByValue(all)).large).toEqual(['Dear', 'Real', 'Fake'])
  })

  test('break ties by name, symbol and chain', () => {
    const all = [
      held('Coin', '2', { symbol: 'B' }),
      held('Coin', '2.00', { symbol: 'A', chainId: 10 }),
      held('Bill', '2'),
      held('Coin', '2', { symbol: 'A' }),
    ]
    expect(
      sortByValue(all).large.map(({ token: { name, symbol, chainId } }) => [name, symbol, chainId]),
    ).toEqual([
      ['Bill', 'Bill', 1],
      ['Coin', 'A', 1],
      ['Coin', 'A', 10],
      ['Coin', 'B', 1],
    ])
  })
})

describe('the value of a token', () => {
  const usdc = token('USDC')
  const holdings = [{ chainId: 1, address: usdc.address, balance: '3', balanceInUsd: '1' }]

  test('is a share of the listed value, rounded down', () => {
    expect(tokenValue(holdings, usdc, 2n)).toBe('0.666666')
  })

  test('is of that chain only', () => {
    expect(tokenValue(holdings, { ...usdc, chainId: 10 }, 2n)).toBeNull()
  })

  test('is not trusted for an unverified token', () => {
    expect(tokenValue(holdings, { ...usdc, isVerified: false }, 2n)).toBeNull()
  })
})
