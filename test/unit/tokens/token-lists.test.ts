import { describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { Token } from '../../../lib/service/token.ts'
import { packTokens, unpackTokens } from '../../../lib/tokens/stored-lists.ts'
import { nameTokens } from '../../../lib/tokens/token-lists.ts'
import { noPause } from '../../harness/no-pause.ts'
import { tokenOn } from './listing-service.ts'

const most = 10_000
const longList = Array.from({ length: most }, (_, at) => tokenOn(1, at))

/** Names tokens unchanged, except for the given addresses. */
const named =
  (parts: { readonly [address: string]: Partial<Token> }) =>
  (token: Token): Token => ({ ...token, isVerified: false, ...parts[token.address] })

describe('a list above the limit', () => {
  const at = (place: number, part: Partial<Token> = {}): Token => ({ ...tokenOn(2, place), ...part })
  const [pinned, coin, marked, drawn] = [
    at(1),
    at(2, { address: nativeAddress }),
    at(3, { isVerified: true }),
    at(4, { logoURI: 'https://a.example/a.png' }),
  ]

  it('retains the important tokens, even from its end, and the order of the list', async () => {
    const parts = { [pinned.address]: { isVerified: true } }
    const kept = await nameTokens([...longList, drawn, marked, coin, pinned], named(parts), noPause)
    expect(kept).toHaveLength(most)
    expect(kept.slice(-4).map(({ address }) => address)).toEqual(
      [drawn, marked, coin, pinned].map(({ address }) => address),
    )
    expect(kept[0]?.address).toBe(longList[0]?.address)
  })

  it('drops imitations first', async () => {
    const fakes = longList.slice(0, 3).map(({ address }) => [address, { imitates: 'USDC' }])
    const parts = Object.fromEntries(fakes)
    const kept = await nameTokens([...longList, at(5), at(6), at(7)], named(parts), noPause)
    expect(kept).toHaveLength(most)
    expect(kept.some(({ imitates }) => imitates !== undefined)).toBe(false)
  })
})

describe('a stored list', () => {
  const tokens = longList.slice(0, 600)

  it('returns the packed tokens, from texts of some hundred tokens each', async () => {
    const texts = await packTokens(tokens, noPause)
    expect(texts).toHaveLength(3)
    expect(await unpackTokens(texts, noPause)).toEqual(tokens)
    expect(await unpackTokens(await packTokens([], noPause), noPause)).toEqual([])
  })

  it.each([
    ['no list', { torn: true }],
    ['records instead of texts', tokens.slice(0, 2)],
    ['a torn text', ['[{"chainId":1']],
    ['a text that is no list', ['{}']],
    ['a token that cannot be read', [JSON.stringify([{ ...tokenOn(1), symbol: 7 }])]],
  ])('is null with %s', async (_what, value) => {
    expect(await unpackTokens(value, noPause)).toBeNull()
  })
})
