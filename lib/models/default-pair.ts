import { nativeAddress } from '../base/hex.ts'
import type { StartView } from '../rpc/app-messages.ts'
import type { Token } from '../service/token.ts'

/**
 * Returns a first pair for somebody who has picked none: a verified token on one chain and the same symbol on another.
 */
export function defaultPair(start: StartView): { readonly input: Token; readonly output: Token } | null {
  const live = new Set(start.chains.filter((chain) => chain.isConfigured).map((chain) => chain.chainId))
  const tokens = start.tokens.filter((token) => live.has(token.chainId))
  const first = tokens.find((token) => token.isVerified && token.address !== nativeAddress) ?? tokens[0]
  if (first === undefined) return null
  const elsewhere = tokens.filter((token) => token.chainId !== first.chainId)
  const twin = elsewhere.find((token) => token.isVerified && token.symbol === first.symbol)
  const second = twin ?? elsewhere[0] ?? tokens.find((token) => token !== first)
  return second === undefined ? null : { input: first, output: second }
}
