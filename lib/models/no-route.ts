import { compareDecimal } from '../base/decimal.ts'
import { askedWays, servedWays } from '../quote/routes.ts'
import { filterNames } from '../service/quote-options.ts'
import type { QuoteOptions } from '../service/quote-request.ts'
import type { ChainView } from '../tokens/token-messages.ts'

/** Why nothing has to be asked for: the service's list of chains says that nothing of it is there. */
export type NotServedReason =
  | 'originCannotSend'
  | 'destinationCannotReceive'
  | 'pairNotServed'
  | 'manualOnly'
  | 'depositOnly'
  | 'manualOrDeposit'

/** Why there may be no route; the service itself does not say (interface 4.4). */
export type NoRouteReason =
  | NotServedReason
  | 'amountTooSmall'
  | 'amountTooLarge'
  | 'filters'
  | 'slippageNarrow'
  | 'unknown'

const smallDollars = '2'
const largeDollars = '100000'
const narrowPercent = '0.3'

interface Pair {
  readonly origin: ChainView | undefined
  readonly destination: ChainView | undefined
  readonly options: QuoteOptions
}

/**
 * Returns what the list of chains says of a pair that a quote with these options could not change; null where the
 * service has to be asked. Automatic routes that the person switched off are no matter of the pair.
 */
export function notServedReason({ origin, destination, options }: Pair): NotServedReason | null {
  if (origin?.sendingEnabled === false) return 'originCannotSend'
  if (destination?.receivingEnabled === false) return 'destinationCannotReceive'
  const served = servedWays(origin, destination)
  if (served.length === 0) return 'pairNotServed'
  if (served.includes('auto') || askedWays(options).some((way) => served.includes(way))) return null
  if (served.length > 1) return 'manualOrDeposit'
  return served.includes('manual') ? 'manualOnly' : 'depositOnly'
}

/** Tells the reasons apart that can be known here: abilities first, then filters, then the amount. */
export function noRouteReason(
  asked: Pair & { readonly valueInUsd: string | null; readonly slippagePercent: string | null },
): NoRouteReason {
  const { valueInUsd, slippagePercent, options } = asked
  const notServed = notServedReason(asked)
  if (notServed !== null) return notServed
  if (filterNames.some((name) => options[name] !== undefined)) return 'filters'
  if (slippagePercent !== null && compareDecimal(slippagePercent, narrowPercent) < 0) return 'slippageNarrow'
  if (valueInUsd !== null && compareDecimal(valueInUsd, smallDollars) < 0) return 'amountTooSmall'
  if (valueInUsd !== null && compareDecimal(valueInUsd, largeDollars) > 0) return 'amountTooLarge'
  return 'unknown'
}
