import type { Chain } from '../service/chain.ts'
import { asksDeposit, type QuoteOptions } from '../service/quote-request.ts'

/** How a swap can go: by itself, by a transaction the user sends, or by a payment to an address. */
export type Way = 'auto' | 'manual' | 'deposit'

const allWays: readonly Way[] = ['auto', 'manual', 'deposit']

/** What the service's list says of a chain. */
type Abilities = Pick<
  Chain,
  'sendingEnabled' | 'receivingEnabled' | 'isAutoEnabled' | 'isManualEnabled' | 'isDepositEnabled'
>

/**
 * Returns the ways that the service's list leaves open between two chains, which may be one: automatic and manual
 * routes take both ends, a deposit the end where it is paid. A chain that is not in the list closes none.
 */
export function servedWays(
  origin: Abilities | undefined,
  destination: Abilities | undefined,
): readonly Way[] {
  if (origin?.sendingEnabled === false || destination?.receivingEnabled === false) return []
  const isOpen: { readonly [way in Way]: boolean } = {
    auto: origin?.isAutoEnabled !== false && destination?.isAutoEnabled !== false,
    manual: origin?.isManualEnabled !== false && destination?.isManualEnabled !== false,
    deposit: origin?.isDepositEnabled !== false,
  }
  return allWays.filter((way) => isOpen[way])
}

/** Returns the ways that a quote with these options asks for. */
export function askedWays(options: QuoteOptions): readonly Way[] {
  const isAsked: { readonly [way in Way]: boolean } = {
    auto: options.disableAuto !== true,
    manual: options.enableManual === true,
    deposit: asksDeposit({ options }),
  }
  return allWays.filter((way) => isAsked[way])
}
