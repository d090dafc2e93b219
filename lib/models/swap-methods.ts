import type { QuoteOptions } from '../service/quote-request-shape.ts'
import { requestedMethods, type SwapMethod, supportedMethods } from '../service/swap-methods.ts'
import type { ChainView } from '../tokens/token-messages.ts'

export interface Pair {
  readonly origin: ChainView | undefined
  readonly destination: ChainView | undefined
  readonly options: QuoteOptions
}

/**
 * Returns why the chain list excludes every route for a pair with these options; null where only the service can answer.
 * Switching automatic routes off does not make a pair unsupported.
 */
export function notSupportedReason({ origin, destination, options }: Pair) {
  if (origin?.sendingEnabled === false) return 'originCannotSend'
  if (destination?.receivingEnabled === false) return 'destinationCannotReceive'
  const served = supportedMethods(origin, destination)
  if (served.length === 0) return 'pairNotSupported'
  if (served.includes('auto') || requestedMethods(options).some((way) => served.includes(way))) return null
  if (served.length > 1) return 'manualOrDeposit'
  return served.includes('manual') ? 'manualOnly' : 'depositOnly'
}

/** Returns the supported methods that Ferry can execute and that are not requested yet. */
export function findOtherMethods({
  origin,
  destination,
  options,
}: Pair): readonly Exclude<SwapMethod, 'auto'>[] {
  const supported = supportedMethods(origin, destination)
  const requested = requestedMethods(options)
  return (['manual', 'deposit'] as const).filter(
    (way) =>
      supported.includes(way) &&
      !requested.includes(way) &&
      (way === 'deposit' || origin?.isConfigured === true),
  )
}
