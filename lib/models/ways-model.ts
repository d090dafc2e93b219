import { computed, type ReadonlySignal } from '@preact/signals'
import { compareDecimal } from '../base/decimal.ts'
import { servedWays } from '../quote/routes.ts'
import { askedWays, filterNames, type QuoteOptions, type Way, withOption } from '../service/quote-request.ts'
import type { ChainView } from '../tokens/token-messages.ts'
import type { DraftModel } from './draft-model.ts'

interface WaysPorts {
  readonly draft: DraftModel
  readonly origin: ReadonlySignal<ChainView | undefined>
  readonly destination: ReadonlySignal<ChainView | undefined>
}

export type WaysModel = ReturnType<typeof createWaysModel>

/** Models which ways the service's list leaves open for the pair of the form, and how to ask for them. */
export function createWaysModel({ draft, origin, destination }: WaysPorts) {
  const pair = () => ({
    origin: origin.value,
    destination: destination.value,
    options: draft.options.value,
  })
  return {
    /** Why the pair need not be asked for; null where it has to be, or where no pair is chosen. */
    notServed: computed(() =>
      draft.input.value === null || draft.output.value === null ? null : notServedReason(pair()),
    ),
    /** Ways that are open, that Ferry can go, and that are not asked for. */
    otherWays: computed((): readonly Exclude<Way, 'auto'>[] => {
      const { options, ...ends } = pair()
      const served = servedWays(ends.origin, ends.destination)
      const asked = askedWays(options)
      const isLive = ends.origin?.isConfigured === true
      return (['manual', 'deposit'] as const).filter(
        (way) => served.includes(way) && !asked.includes(way) && (way === 'deposit' || isLive),
      )
    }),
    /** Asks for routes that the user sends by themselves too. */
    askManual(): void {
      draft.options.value = withOption(draft.options.value, 'enableManual', true)
    },
  }
}

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
 * service has to be asked. Automatic routes that the user switched off are no matter of the pair.
 */
function notServedReason({ origin, destination, options }: Pair): NotServedReason | null {
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
