import type { SandboxToken } from '../chains/ledger.ts'
import { converted, lessPercent, usd } from './money.ts'
import type { QuoteParams } from './quote-params.ts'
import type { ServiceParts } from './service-parts.ts'
import { wireToken } from './wire-token.ts'

/** A swap on the origin chain before anything goes to the destination. */
export interface IntermediateSwap {
  readonly token: SandboxToken
  readonly units: bigint
  readonly minUnits: bigint
}

/**
 * Between two chains, one plain token is first swapped into the output token on the origin chain, and that is
 * bridged. Null if no swap is needed, or the origin does not have that token.
 */
export function intermediateSwapOf(
  { catalogue }: Pick<ServiceParts, 'catalogue'>,
  { inputUnits, slippage }: Pick<QuoteParams, 'inputUnits' | 'slippage'>,
  input: SandboxToken,
  output: SandboxToken,
): IntermediateSwap | null {
  if (input.chainId === output.chainId || input.symbol === output.symbol) return null
  if (!isPlain(input) || !isPlain(output)) return null
  const token = catalogue.liveChain(input.chainId)?.tokens.find(({ symbol }) => symbol === output.symbol)
  if (token === undefined) return null
  const units = converted(inputUnits, input, token)
  return { token, units, minUnits: lessPercent(units, slippage) }
}

function isPlain({ kind }: SandboxToken): boolean {
  return kind === 'plain' || kind === 'usdtLike'
}

export function intermediateSwapItem(
  { serviceSettings, baseUrl }: ServiceParts,
  { token, units }: IntermediateSwap,
) {
  return {
    token: wireToken(token, serviceSettings.shape, baseUrl),
    amount: String(units),
    chainId: token.chainId,
    priceInUsd: Number(token.priceInUsd),
    valueInUsd: usd(units, token),
  }
}
