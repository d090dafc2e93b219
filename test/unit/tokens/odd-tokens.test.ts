import { describe, expect, test } from 'vitest'
import { decodeTokens } from '../../../lib/service/token-list.ts'
import { configureToken } from '../../../lib/tokens/configure-token.ts'
import { parseTokenQuery } from '../../../lib/tokens/token-query.ts'
import { indexTokens, searchTokens } from '../../../lib/tokens/token-search.ts'
import oddTokens from '../../fixtures/real/odd-tokens.json' with { type: 'json' }
import { deployment } from '../../harness/chains.ts'
import { noPause } from '../../harness/no-pause.ts'

const decoded = await decodeTokens(oddTokens, 'tokens', noPause)
const tokens = decoded.map((token) => configureToken(deployment, token))
const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))]
const byChain = [...Map.groupBy(tokens, ({ chainId }) => chainId)]
const index = new Map(byChain.map(([chainId, listed]) => [chainId, indexTokens(listed)]))
const options = { chainIds, limit: 1_000 }
const find = (query: string) => searchTokens(index, parseTokenQuery(query, []), options).tokens

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
