import { computed, type ReadonlySignal } from '@preact/signals'
import { compareDecimal } from '../base/decimal.ts'
import { supportedMethods } from '../quote/routes.ts'
import { filterNames, requestedMethods, type SwapMethod, withOption } from '../service/quote-request.ts'
import type { QuoteOptions } from '../service/quote-request-shape.ts'
import type { ChainView } from '../tokens/token-messages.ts'
import type { DraftModel } from './draft-model.ts'

interface WaysPorts {
  readonly draft: DraftModel
  readonly origin: ReadonlySignal<ChainView | undefined>
  readonly destination: ReadonlySignal<ChainView | undefined>
}

export type SwapMethodsModel = ReturnType<typeof createSwapMethodsModel>

export function createSwapMethodsModel({ draft, origin, destination }: WaysPorts) {
  const pair = () => ({
    origin: origin.value,
    destination: destination.value,
    options: draft.options.value,
  })
  return {
    /** Why the pair needs no request; null where it needs one, or where no pair is chosen. */
    notSupported: computed(() =>
      draft.input.value === null || draft.output.value === null ? null : notSupportedReason(pair()),
    ),
    /** Supported methods that Ferry can execute and that are not requested yet. */
    otherMethods: computed((): readonly Exclude<SwapMethod, 'auto'>[] => {
      const { options, ...ends } = pair()
      const supported = supportedMethods(ends.origin, ends.destination)
      const requested = requestedMethods(options)
      const isLive = ends.origin?.isConfigured === true
      return (['manual', 'deposit'] as const).filter(
        (way) => supported.includes(way) && !requested.includes(way) && (way === 'deposit' || isLive),
      )
    }),
    /** Also requests manual routes, which the user sends themselves. */
    requestManual(): void {
      draft.options.value = withOption(draft.options.value, 'enableManual', true)
    },
  }
}

/** Why a request is useless: the service's chain list says that the pair has no route. */
export type NotSupportedReason =
  | 'originCannotSend'
  | 'destinationCannotReceive'
  | 'pairNotSupported'
  | 'manualOnly'
  | 'depositOnly'
  | 'manualOrDeposit'

/** Why there may be no route; the service itself does not say (interface 4.4). */
export type NoRouteReason =
  | NotSupportedReason
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
 * Returns why the chain list excludes every route for a pair with these options; null where only the service can answer.
 * Switching automatic routes off does not make a pair unsupported.
 */
function notSupportedReason({ origin, destination, options }: Pair): NotSupportedReason | null {
  if (origin?.sendingEnabled === false) return 'originCannotSend'
  if (destination?.receivingEnabled === false) return 'destinationCannotReceive'
  const served = supportedMethods(origin, destination)
  if (served.length === 0) return 'pairNotSupported'
  if (served.includes('auto') || requestedMethods(options).some((way) => served.includes(way))) return null
  if (served.length > 1) return 'manualOrDeposit'
  return served.includes('manual') ? 'manualOnly' : 'depositOnly'
}

/** Finds the reasons that Ferry can know: supported methods first, then filters, then the amount. */
export function noRouteReason(
  requested: Pair & { readonly valueInUsd: string | null; readonly slippagePercent: string | null },
): NoRouteReason {
  const { valueInUsd, slippagePercent, options } = requested
  const notSupported = notSupportedReason(requested)
  if (notSupported !== null) return notSupported
  if (filterNames.some((name) => options[name] !== undefined)) return 'filters'
  if (slippagePercent !== null && compareDecimal(slippagePercent, narrowPercent) < 0) return 'slippageNarrow'
  if (valueInUsd !== null && compareDecimal(valueInUsd, smallDollars) < 0) return 'amountTooSmall'
  if (valueInUsd !== null && compareDecimal(valueInUsd, largeDollars) > 0) return 'amountTooLarge'
  return 'unknown'
}
