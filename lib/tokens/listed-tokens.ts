import { forEachInSlices, type Pause } from '../base/concurrency.ts'
import { nativeAddress } from '../base/hex.ts'
import type { Token } from '../service/token.ts'
import { trustRank } from './chain-token-index.ts'

/** Twice the longest published list of one chain (Ethereum, 5,118 tokens). */
const perChainMax = 10_000

/**
 * Names the tokens of one chain's list as Ferry shows them, in slices. If the list is too long, the most important
 * tokens are retained, wherever they are in the list.
 */
export async function nameTokens(
  listed: readonly Token[],
  configured: (token: Token) => Token,
  pause: Pause,
): Promise<readonly Token[]> {
  const tokens: Token[] = []
  const ranks: number[] = []
  await forEachInSlices(listed, pause, (token) => {
    const named = configured(token)
    tokens.push(named)
    ranks.push(retentionRank(token, named))
  })
  if (tokens.length <= perChainMax) return tokens
  const byRank = [...tokens.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0))
  const retained = new Set(byRank.slice(0, perChainMax))
  return tokens.filter((_, at) => retained.has(at))
}

/** The service's verified mark is good enough for this. */
function retentionRank(listed: Token, named: Token): number {
  const trust = trustRank(named)
  if (trust === 0 || named.address === nativeAddress) return 0
  if (trust === 2) return 4
  if (listed.isVerified) return 1
  return named.logoURI === null ? 3 : 2
}

/** The database copies texts quickly and records slowly, so a list is stored as texts of this many tokens each. */
const textSize = 250

export async function packTokens(tokens: readonly Token[], pause: Pause): Promise<readonly string[]> {
  const starts = Array.from({ length: Math.ceil(tokens.length / textSize) }, (_, at) => at * textSize)
  const texts: string[] = []
  for (const start of starts) {
    texts.push(JSON.stringify(tokens.slice(start, start + textSize)))
    await pause()
  }
  return texts
}

/** Returns the tokens of a stored list; null if one is unreadable. The list is then read again. */
export async function unpackTokens(value: unknown, pause: Pause): Promise<readonly Token[] | null> {
  if (!Array.isArray(value)) return null
  const tokens: Token[] = []
  for (const text of value) {
    const part = parseTokens(text)
    if (part === null) return null
    tokens.push(...part)
    await pause()
  }
  return tokens
}

function parseTokens(text: unknown): readonly Token[] | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isListedToken) ? value : null
  } catch (cause) {
    if (cause instanceof SyntaxError) return null
    throw cause
  }
}

/** Written by hand for speed: tens of thousands of tokens are checked at each start. */
function isListedToken(value: unknown): value is Token {
  if (typeof value !== 'object' || value === null) return false
  const one: { readonly [name in keyof Token]?: unknown } = value
  return (
    Number.isSafeInteger(one.chainId) &&
    Number.isSafeInteger(one.decimals) &&
    typeof one.address === 'string' &&
    typeof one.name === 'string' &&
    typeof one.symbol === 'string' &&
    (one.logoURI === null || typeof one.logoURI === 'string') &&
    typeof one.isVerified === 'boolean'
  )
}
