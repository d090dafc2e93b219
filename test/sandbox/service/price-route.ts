import type { RoutedToken } from './listed-token.ts'
import { converted, lessPercent, microUsd, scaled, unitsForUsd } from './money.ts'
import type { QuoteParams } from './quote-params.ts'

const largestMicroUsd = 250_000n * 1_000_000n

/** Native currency delivered on the destination next to the output. */
export interface Refuel {
  readonly token: RoutedToken
  readonly units: bigint
}

export interface Costs {
  readonly routeFeeBps: bigint
  /** Decimal text. */
  readonly relayFeeUsd: string
  readonly refuel: Refuel | null
  /** The output is lower by this percentage, in decimal text. */
  readonly lessPercent?: string
}

/** The costs and output of a swap, in smallest units. */
export interface Price {
  readonly inputUnits: bigint
  /** Taken from the input for `feeTakerAddress`. */
  readonly affiliateUnits: bigint
  /** Taken from the input for the service. */
  readonly routeFeeUnits: bigint
  readonly refuel: Refuel | null
  /** Taken from the input for the refuel. */
  readonly refuelInputUnits: bigint
  /** The output before the relaying fee. */
  readonly amountUnits: bigint
  /** The output after the relaying fee: the solver's payment. */
  readonly effectiveUnits: bigint
  readonly minUnits: bigint
}

/**
 * Prices a swap of `inputUnits` between two tokens; null if it is too small to pay its fees, or too large.
 */
export function priceRoute(
  { fee, slippage }: Pick<QuoteParams, 'fee' | 'slippage'>,
  inputUnits: bigint,
  input: RoutedToken,
  output: RoutedToken,
  { routeFeeBps, relayFeeUsd, refuel, lessPercent: less = '0' }: Costs,
): Price | null {
  if (microUsd(inputUnits, input) > largestMicroUsd) return null
  const affiliateUnits = fee ? (inputUnits * scaled(fee.bpsText, 3)) / 10_000_000n : 0n
  const routeFeeUnits = (inputUnits * routeFeeBps) / 10_000n
  const refuelInputUnits = refuel ? converted(refuel.units, refuel.token, input) + 1n : 0n
  const swappedUnits = inputUnits - affiliateUnits - routeFeeUnits - refuelInputUnits
  if (swappedUnits <= 0n) return null
  const amountUnits = lessPercent(converted(swappedUnits, input, output), less)
  const effectiveUnits = amountUnits - unitsForUsd(relayFeeUsd, output)
  // Below this the relaying fee is most of the swap. Deployments find no solver for it.
  if (effectiveUnits * 2n <= amountUnits) return null
  const minUnits = lessPercent(effectiveUnits, slippage)
  if (minUnits <= 0n) return null
  const taken = { affiliateUnits, routeFeeUnits, refuel, refuelInputUnits }
  return { inputUnits, ...taken, amountUnits, effectiveUnits, minUnits }
}
