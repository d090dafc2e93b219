import { compareDecimal } from '../base/decimal.ts'
import { filterNames } from '../service/quote-request.ts'
import { notSupportedReason, type Pair } from './swap-methods.ts'

/** Why there may be no route; the service itself does not say (interface 4.4). */
export type NoRouteReason = ReturnType<typeof noRouteReason>

const smallDollars = '2'
const largeDollars = '100000'

/** Finds the reasons that Ferry can know: supported methods first, then filters, the amount and the slippage. */
export function noRouteReason(
  requested: Pair & { readonly valueInUsd: string | null; readonly slippagePercent: string | null },
) {
  const { valueInUsd, slippagePercent, options } = requested
  const notSupported = notSupportedReason(requested)
  if (notSupported !== null) return notSupported
  if (filterNames.some((name) => options[name] !== undefined)) return 'filters'
  if (valueInUsd !== null && compareDecimal(valueInUsd, smallDollars) < 0) return 'amountTooSmall'
  if (valueInUsd !== null && compareDecimal(valueInUsd, largeDollars) > 0) return 'amountTooLarge'
  // A larger one may bring the route back (wire shapes 16).
  return slippagePercent === null ? 'unknown' : 'slippageNarrow'
}
