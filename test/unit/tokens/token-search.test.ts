import { describe, expect, it } from 'vitest'
import type { Token } from '../../../lib/service/token.ts'
import { parseTokenQuery } from '../../../lib/tokens/token-query.ts'
import { indexTokens, searchTokens } from '../../../lib/tokens/token-search.ts'

let count = 0

function token(chainId: number, symbol: string, name: string, part: Partial<Token> = {}): Token {
  count += 1
  const address = `0x${count.toString(16).padStart(40, 'a')}`
  return { chainId, address, name, symbol, decimals: 18, logoURI: null, isVerified: true, ...part }
}

function indexOf(...tokens: readonly Token[]) {
  const byChain = Map.groupBy(tokens, ({ chainId }) => chainId)
  const index = new Map([...byChain].map(([chainId, listed]) => [chainId, indexTokens(listed)]))
  const search = (query: string, chainIds: readonly number[] = [...byChain.keys()], limit = 10_000) =>
    searchTokens(index, parseTokenQuery(query, chains), { chainIds, limit })
  /** Returns all results, and checks their number. */
  const find = (query: string, chainIds?: readonly number[]) => {
    const { tokens, total } = search(query, chainIds)
    expect(tokens).toHaveLength(total)
    return tokens
  }
  return { index, search, find }
}

const chains = ['Ethereum', 'Base', 'Arbitrum One'].map((name, at) => ({ chainId: at + 1, name }))

describe('searchTokens', () => {
  const exact = token(1, 'USD', 'Something else')
  const begins = token(1, 'USDC', 'Coin of dollars')
  const named = token(1, 'DAI', 'USD Dai')
  const within = token(1, 'sUSD', 'Synthetic')
  const inName = token(1, 'XYZ', 'My usd thing')
  const other = token(1, 'ETH', 'Ether')
  const { find } = indexOf(inName, within, named, begins, other, exact)

  it('returns exact symbols first, then symbols that begin with the query, then names, then other matches', () => {
    expect(find('usd')).toEqual([exact, begins, named, inName, within])
    expect(find('  USD ')).toEqual(find('usd'))
    expect(find('nothing')).toEqual([])
    expect(find('')).toEqual([inName, within, named, begins, other, exact])
  })

  it('ignores the kind of space between words, and never matches across two tokens', () => {
    const { find } = indexOf(token(1, 'AB', 'Cd  ef'), token(1, 'GH', 'Ij'))
    expect(find('cd   ef')).toHaveLength(1)
    expect(find('ef gh')).toEqual([])
    expect(find('ab cd')).toEqual([])
    expect(find('\t')).toHaveLength(2)
  })

  it('sorts verified tokens first, unknown ones next and imitations last, whatever matches better', () => {
    const fake = token(1, 'USDC', 'Fake', { isVerified: false, imitates: 'USDC' })
    const unknown = token(1, 'USDC', 'Unknown', { isVerified: false })
    const [first, second] = [token(1, 'USDC', 'First'), token(2, 'USDC', 'Second')]
    const bridged = token(1, 'USDCE', 'Bridged')
    const { find } = indexOf(fake, unknown, first, bridged, second)
    expect(find('usdc')).toEqual([first, second, bridged, unknown, fake])
    expect(find('')).toEqual([first, bridged, second, unknown, fake])
  })

  it('finds verified coins by other words for them, and no other tokens', () => {
    const named = [
      ['ethereum', token(1, 'ETH', 'Ether')],
      ['bitcoin', token(1, 'WBTC', 'Wrapped BTC')],
      ['solana', token(1, 'SOL', 'Wormhole')],
      ['binance', token(1, 'BNB', 'BNB')],
      ['polygon', token(1, 'POL', 'POL')],
      ['matic', token(1, 'POL', 'POL')],
      ['avalanche', token(1, 'AVAX', 'AVAX')],
      ['tether', token(1, 'USD₮0', 'USD₮0')],
    ] as const
    for (const [word, coin] of named) {
      const copy = token(1, coin.symbol, coin.name, { isVerified: false, imitates: coin.symbol })
      expect(indexOf(copy, coin).find(word)).toEqual([coin])
    }
    const self = token(1, 'BITCOIN', 'HarryPotterObamaSonic10Inu', { isVerified: false })
    const wrapped = token(1, 'WBTC', 'Wrapped BTC')
    expect(indexOf(self, wrapped).find('bitcoin')).toEqual([wrapped, self])
  })

  it('finds a token by look-alike letters, with a leading $, and with hidden characters', () => {
    const [tether, dog] = [token(1, 'USD₮', 'Tether'), token(1, '$WIF', 'dogwifhat')]
    const { find } = indexOf(tether, dog)
    for (const query of ['usdt', 'USD₮', 'UЅDТ', ' $usdt', 'us\u200bdt'])
      expect(find(query)).toEqual([tether])
    for (const query of ['wif', '$wif', '$WIF']) expect(find(query)).toEqual([dog])
  })

  it('distinguishes letters and digits that a user types', () => {
    const [ai, al] = [token(1, 'AI', 'x'), token(1, 'AL', 'y')]
    expect(indexOf(ai, al).find('ai')).toEqual([ai])
    expect(indexOf(token(1, 'SOL', 'x'), token(1, '50L', 'y')).find('sol')).toHaveLength(1)
  })

  it("treats the name of a chain as that chain, or as part of a token's name", () => {
    const [here, there] = [token(1, 'USDC', 'USD Coin'), token(2, 'USDC', 'USD Coin')]
    const [ether, based] = [token(2, 'ETH', 'Ether'), token(1, 'USDC Base', 'A name of its own')]
    const { find } = indexOf(here, there, ether, based)
    expect(find('usdc base')).toEqual([based, there])
    for (const query of ['base usdc', 'USDC on Base', 'coin base chain']) expect(find(query)).toEqual([there])
    expect(find('eth base')[0]).toEqual(ether)
    expect(find('usdc arb')).toEqual([])
  })

  it('finds an address by all of it or its beginning, in any case for hex', () => {
    const whole = token(1, 'A', 'a', { address: `0x${'ab'.repeat(20)}` })
    const begun = token(1, 'B', 'b', { address: `0x${'ab'.repeat(19)}cd` })
    const { find } = indexOf(begun, whole)
    expect(find(`0x${'AB'.repeat(20)}`)).toEqual([whole])
    expect(find('0xABABAB')).toEqual([begun, whole])
    const sol = token(2, 'C', 'c', { address: 'So1anaMintMixedCase11111111111111111111111' })
    const far = indexOf(sol)
    expect(far.find('So1anaMintMixedCase11111111111111111111111')).toEqual([sol])
    expect(far.find('so1anamintmixedcase11111111111111111111111')).toEqual([])
  })

  it('compares every typed digit of an address', () => {
    const heads = ['0x12340000', '0x12345678', '0x1234567890ab', '0x1234567890ac', '0xf2345678']
    const tokens = heads.map((head) => token(1, 'T', 't', { address: head.padEnd(42, '0') }))
    const { find } = indexOf(...tokens)
    const fitting = (query: string) => tokens.filter(({ address }) => address.startsWith(query.toLowerCase()))
    for (const query of [
      ...['0x1234', '0x12345', '0x12345678', '0x1234567890', '0X1234567890AB', '0xf234', '0x1235'],
    ]) {
      expect(find(query)).toEqual(fitting(query))
    }
    expect(find('0x12xy')).toEqual([])
  })

  it('returns the best results up to the limit, and the number of all', () => {
    const tokens = Array.from({ length: 40 }, (_, at) =>
      token(1 + (at % 3), `U${at % 5}`, `Name ${at % 7}`, { isVerified: at % 2 === 0 }),
    )
    const { search } = indexOf(...tokens)
    for (const query of ['', 'u', 'u1', 'name', '6', 'none']) {
      const whole = search(query, [2, 1, 3])
      for (const limit of [0, 1, 7, 39, 40, 90]) {
        const some = search(query, [2, 1, 3], limit)
        expect(some).toEqual({ tokens: whole.tokens.slice(0, limit), total: whole.total })
      }
    }
  })

  it('sorts tokens of later chains after all others', () => {
    const [exact, begins] = [token(1, 'USDC', 'x'), token(2, 'USDCE', 'x', { isVerified: false })]
    const { index } = indexOf(exact, begins)
    const query = parseTokenQuery('usdc', chains)
    const found = searchTokens(index, query, { chainIds: [2], later: [1, 9], limit: 10 })
    expect(found).toEqual({ tokens: [begins, exact], total: 2 })
  })

  it('finds a token once, even if several of its parts match', () => {
    const odd = token(1, '0xabcdef', '0xabcdef', { address: `0xabcdef${'0'.repeat(34)}` })
    expect(indexOf(odd).find('0xabcdef')).toEqual([odd])
  })

  it('searches only the given chains, in their order', () => {
    const [here, there] = [token(1, 'USDC', 'x'), token(2, 'USDC', 'x')]
    const { find } = indexOf(here, there)
    expect(find('usdc', [2, 1])).toEqual([there, here])
    expect(find('usdc', [2])).toEqual([there])
    expect(find('', [2, 1])).toEqual([there, here])
    expect(find('usdc', [3])).toEqual([])
  })

  it('returns the same as a simple search of every token', () => {
    const letters = ['a', 'b', 'ab', 'ba', 'aa', 'abc', 'É', 'İ', '名']
    const tokens = letters.flatMap((symbol, at) =>
      letters.map((name, other) =>
        token(1 + (at % 3), symbol, `${name} ${other}`, { isVerified: other % 2 === 0 }),
      ),
    )
    const { find } = indexOf(...tokens)
    for (const query of [...letters, 'a 0', '8', ' ']) {
      const wanted = query.trim().toLowerCase()
      const plainly = tokens.filter(
        ({ symbol, name }) => symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
      )
      expect(new Set(find(query))).toEqual(new Set(plainly))
    }
  })
})
