import { formatExactMoney } from '../base/money-text.ts'
import { createText, type Text } from '../base/text.ts'
import type { Token } from '../service/token.ts'
import type { DescriptionContext } from './description.ts'
import type { OrderFacts } from './order.ts'

/** The two sides of a swap. Null: unknown. */
interface Pair {
  readonly inputToken: Token | null
  /** In the smallest unit. Null names the token alone. */
  readonly inputAmount: string | null
  readonly outputToken: Token | null
}

export function pairOf({ reviewed }: Pick<OrderFacts, 'reviewed'>): Pair {
  return { ...reviewed, inputAmount: reviewed.request.inputAmount }
}

/** Returns the title of a swap. If both tokens have the same symbol, it names their networks instead. */
export function describePair(pair: Pair, context: Pick<DescriptionContext, 'chainName'>): string | Text {
  const swap = describeTokens(pair)
  return isSameSymbol(pair)
    ? createText('onNetworks', { swap, networks: describeNetworks(pair, context) })
    : swap
}

export function describeTokens(pair: Pair): string | Text {
  const from = describePaid(pair)
  if (isSameSymbol(pair)) return from
  return createText('fromTo', { from, to: pair.outputToken?.symbol ?? createText('unknown') })
}

export function describePaid({ inputToken, inputAmount }: Pair): string | Text {
  if (inputToken === null) return createText('unknown')
  return inputAmount === null ? inputToken.symbol : formatExactMoney(inputAmount, inputToken)
}

export function describeNetworks(
  { inputToken, outputToken }: Pair,
  { chainName }: Pick<DescriptionContext, 'chainName'>,
): string | Text {
  const chains = [inputToken, outputToken].filter((token) => token !== null).map(({ chainId }) => chainId)
  const [from = '', to] = [...new Set(chains)].map(chainName)
  return to === undefined ? from : createText('fromTo', { from, to })
}

/** Tokens of the same symbol on the same network are two different tokens, so both are named. */
function isSameSymbol({ inputToken, outputToken }: Pair): boolean {
  return inputToken?.symbol === outputToken?.symbol && inputToken?.chainId !== outputToken?.chainId
}
