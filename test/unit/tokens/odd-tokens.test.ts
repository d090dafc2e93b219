import { describe, expect, test } from 'vitest'
import { decodeTokens } from '../../../lib/service/token-list.ts'
import { configureToken } from '../../../lib/tokens/configure-token.ts'
import { searchTokens } from '../../../lib/tokens/search-tokens.ts'
import { createTokenIndex } from '../../../lib/tokens/token-index.ts'
import { parseTokenQuery } from '../../../lib/tokens/token-query.ts'
import oddTokens from '../../fixtures/real/odd-tokens.json' with { type: 'json' }
import { deployment } from '../../harness/chains.ts'
import { noPause } from '../../harness/no-pause.ts'

const tokens = (await decodeTokens(oddTokens, 'tokens', noPause)).map((token) =>
  configureToken(deployment, token),
)
const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))]
const index = createTokenIndex()
for (const chainId of chainIds) {
  index.put(
    chainId,
    tokens.filter((token) => token.chainId === chainId),
  )
}
const find = (query: string) => searchTokens(index, parseTokenQuery(query, []), { chainIds }).page(0, 1_000)

describe('real tokens with unusual names', () => {
  test('are all read', () => {
    expect(tokens.length).toBeGreaterThan(130)
  })

  test('are found by their displayed symbol, their displayed name, and a link', () => {
    const lost = tokens.flatMap((token) =>
      [token.symbol, token.name, `https://explorer.example/token/${token.address}?a=0x0`]
        .filter((query) => !query.includes('…') && !find(query).includes(token))
        .map((query) => `${query}: ${token.address}`),
    )
    expect(lost).toEqual([])
  })
})
