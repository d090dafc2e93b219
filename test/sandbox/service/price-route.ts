import type { Ask } from './ask.ts'
import type { RoutedToken } from './listed-token.ts'
import { converted, lessPercent, microUsd, scaled, unitsForUsd } from './money.ts'

const largestMicroUsd = 250_000n * 1_000_000n

/** Native currency delivered on the destination besides the output. */
export interface Refuel {
  readonly token: RoutedToken
  readonly units: bigint
}

/** What a way of swapping takes. */
export interface Costs {
  readonly routeFeeBps: bigint
  /** Decimal text. */
  readonly relayFeeUsd: string
  readonly refuel: Refuel | null
  /** So much less arrives, in percent as decimal text. */
  readonly lessPercent?: string
}

/** What a swap costs and brings, in smallest units. */
export interface Price {
  readonly inputUnits: bigint
  /** Taken from the input for `feeTakerAddress`. */
  readonly affiliateUnits: bigint
  /** Taken from the input for the service. */
  readonly routeFeeUnits: bigint
  readonly refuel: Refuel | null
  /** Taken from the input for the refuel. */
  readonly refuelInputUnits: bigint
  /** What arrives before the relaying fee. */
  readonly amountUnits: bigint
  /** What arrives after the relaying fee: what the solver pays. */
  readonly effectiveUnits: bigint
  readonly minUnits: bigint
}

/** Prices a swap of `inputUnits` between two tokens; null where it is too small to pay its fees, or too large. */
export function priceRoute(
  { fee, slippage }: Pick<Ask, 'fee' | 'slippage'>,
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
  // Below this the relaying fee eats most of the swap; deployments find no solver for it.
  if (effectiveUnits * 2n <= amountUnits) return null
  const minUnits = lessPercent(effectiveUnits, slippage)
  if (minUnits <= 0n) return null
  const taken = { affiliateUnits, routeFeeUnits, refuel, refuelInputUnits }
  return { inputUnits, ...taken, amountUnits, effectiveUnits, minUnits }
}
