import { describe, expect, it, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { isOnNamedChain, parseTokenQuery } from '../../../lib/tokens/token-query.ts'

const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const mixed = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const chains = [
  { chainId: 1, name: 'Ethereum' },
  { chainId: 10, name: 'OP Mainnet' },
  { chainId: 56, name: 'BNB Smart Chain' },
  { chainId: 137, name: 'Polygon' },
  { chainId: 1101, name: 'Polygon zkEVM' },
  { chainId: 8453, name: 'Base' },
]

const read = (text: string) => parseTokenQuery(text, chains)

describe('an address', () => {
  test.each([
    mixed,
    ` ${mixed}. `,
    `0X${mixed.slice(2).toUpperCase()}`,
    `\u200b${mixed}\u202c`,
    `https://etherscan.io/token/${mixed}?a=0x1111111111111111111111111111111111111111#code`,
    `https://etherscan.io/address/${mixed}/`,
    `ethereum:${mixed}@1/transfer?uint256=1`,
    `eip155:1/erc20:${mixed}`,
    `USDC (${mixed})`,
  ])('is extracted from %j', (text) => {
    expect(read(text)).toEqual({ serviceText: usdc, address: usdc, names: [] })
  })

  test.each([
    `0x${'0'.repeat(40)}`,
    `https://etherscan.io/address/0x${'0'.repeat(40)}`,
    nativeAddress,
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    '0x000000000000000000000000000000000000dEaD',
    '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
    `0xdead${'0'.repeat(36)}`,
    `0x${'dead'.repeat(10)}`,
  ])('%s is the native currency', (text) => {
    expect(read(text)).toMatchObject({ serviceText: nativeAddress, address: nativeAddress })
  })

  test.each([`0xdead${'0'.repeat(35)}1`, `0x${'0'.repeat(39)}1`, `0xdeadbeef${'0'.repeat(32)}`])(
    '%s is not the native currency',
    (text) => {
      expect(read(text).address).toBe(text)
    },
  )

  it('of another chain retains its case, also in a link', () => {
    expect(read(mint)).toEqual({ serviceText: mint, address: mint, names: [] })
    expect(read(`https://solscan.io/token/${mint}?x=1`).address).toBe(mint)
    const sui = `0x${'ab'.repeat(32)}::usdc::USDC`
    expect(read(sui)).toMatchObject({ serviceText: sui, address: sui })
  })

  it('is not matched within a longer run of digits', () => {
    const hash = `0x${'ab'.repeat(32)}`
    expect(read(`https://etherscan.io/tx/${hash}`).address).toBeNull()
    expect(read(hash).address).toBe(hash)
  })

  it('may be incomplete, and may also be a name', () => {
    const names = [{ text: '0xa0b8', chainIds: null }]
    expect(read('0xA0B8')).toEqual({ serviceText: '0xA0B8', address: '0xa0b8', names })
    expect(read('0xA').address).toBeNull()
  })
})

describe('a name', () => {
  test.each([
    ['USDC', 'USDC', 'usdc'],
    [' $wif ', 'wif', 'wif'],
    ['$', '$', '$'],
    ['USD₮', 'usdt', 'usdt'],
    ['U\u200bSDC', 'USDC', 'usdc'],
    ['Myōbu', 'myobu', 'myobu'],
    ['USD   Coin', 'USD Coin', 'usd coin'],
  ])('%j is %j for the service and %j for our own lists', (typed, serviceText, text) => {
    expect(read(typed)).toEqual({ serviceText, address: null, names: [{ text, chainIds: null }] })
  })

  test.each([
    ['usdc base', 'usdc', [8453]],
    ['base usdc', 'usdc', [8453]],
    ['usd coin on Base', 'usd coin', [8453]],
    ['usdt bsc', 'usdt', [56]],
    ['usdt bnb smart chain', 'usdt', [56]],
    ['usdc optimism', 'usdc', [10]],
    ['usdc polygon', 'usdc', [137, 1101]],
    ['usdc polygon zkevm', 'usdc', [1101]],
    ['usdc base op', 'usdc', [8453, 10]],
    ['eth base', 'eth', [8453]],
  ])('%j is searched on the chains that it names', (typed, text, ids) => {
    const { names, serviceText } = read(typed)
    expect(names[1]).toEqual({ text, chainIds: new Set(ids) })
    expect(serviceText).toBe(text)
  })

  test.each(['base', 'usdc mainnet', 'one inch', 'usd coin', 'database usdc', ''])(
    '%j names no chain',
    (typed) => {
      expect(read(typed).names).toEqual([{ text: typed, chainIds: null }])
    },
  )

  it('restricts the service’s results to the named chains', () => {
    const here = (typed: string, chainId: number) => isOnNamedChain({ chainId }, read(typed))
    expect([here('usdc base', 8453), here('usdc base', 1), here('usdc', 1)]).toEqual([true, false, true])
  })
})
