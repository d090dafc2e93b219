import { compareDecimal } from '../base/decimal.ts'
import type { ChainView } from '../message/view-map.ts'
import type { AskOptions } from '../swap/ask.ts'
import { filterNames } from '../swap/ask-options.ts'

/** Why there may be no route; the service itself does not say (interface 4.4). */
export type NoRouteReason =
  | 'originCannotSend'
  | 'destinationCannotReceive'
  | 'pairNotServed'
  | 'amountTooSmall'
  | 'amountTooLarge'
  | 'filters'
  | 'slippageNarrow'
  | 'unknown'

const smallDollars = '2'
const largeDollars = '100000'
const narrowPercent = '0.3'

/** Tells the reasons apart that can be known here (Q8): abilities first, then filters, then the amount. */
export function noRouteReason(asked: {
  readonly origin: ChainView | undefined
  readonly destination: ChainView | undefined
  readonly valueInUsd: string | null
  readonly slippagePercent: string | null
  readonly options: AskOptions
}): NoRouteReason {
  const { origin, destination, valueInUsd, slippagePercent, options } = asked
  if (origin?.sendingEnabled === false) return 'originCannotSend'
  if (destination?.receivingEnabled === false) return 'destinationCannotReceive'
  if (filterNames.some((name) => options[name] !== undefined)) return 'filters'
  if (origin?.isAutoEnabled === false || destination?.isAutoEnabled === false) return 'pairNotServed'
  if (slippagePercent !== null && compareDecimal(slippagePercent, narrowPercent) < 0) return 'slippageNarrow'
  if (valueInUsd !== null && compareDecimal(valueInUsd, smallDollars) < 0) return 'amountTooSmall'
  if (valueInUsd !== null && compareDecimal(valueInUsd, largeDollars) > 0) return 'amountTooLarge'
  return 'unknown'
}
