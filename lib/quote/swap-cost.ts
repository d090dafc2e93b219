import { subtractDecimal } from '../base/decimal.ts'
import { addDecimals, lossPercent, minDecimal } from '../base/decimal-math.ts'
import type { Decoded } from '../base/shapes.ts'
import type { FeeAmount } from '../service/route.ts'
import type { feeKindShape } from './reviewed-terms.ts'

export type FeeKind = Decoded<typeof feeKindShape>

export interface RouteFee extends FeeAmount {
  readonly kind: FeeKind
}

export interface FeeList {
  readonly fees: readonly RouteFee[]
  /** Fees that the route may have, but that are missing or unreadable. They do not count as zero. */
  readonly unknownFees: readonly FeeKind[]
}

/** The values that a cost is computed from. Frozen terms have them too. */
export interface CostTerms extends FeeList {
  readonly inputValueInUsd: string | null
  /** Value of the promised amount at the quote's price. */
  readonly outputValueInUsd: string | null
  /** The value after all costs that the service reports. */
  readonly effectiveInUsd?: string
  /** Native currency that arrives as well. The quote has no value for it. */
  readonly refuelUnits?: string
}

/** The cost of a swap: the value paid, with gas and native fee, less the value received. Exact; negative is a gain. */
export type SwapCost = Readonly<NonNullable<ReturnType<typeof measureCost>>>

/**
 * Returns the cost of a swap; null if the value of the input or of the output is unknown. `approvalGasInUsd` is the most
 * gas of the approvals that the swap still needs, null if it is unknown. No fee of the terms includes it.
 */
export function measureCost(terms: CostTerms, approvalGasInUsd: string | null = '0') {
  const { inputValueInUsd, fees, unknownFees, refuelUnits = '0' } = terms
  const afterCosts = valueAfterCosts(terms)
  const approvalGas = approvalGasInUsd ?? '0'
  const netInUsd = afterCosts === null ? null : subtractDecimal(afterCosts, approvalGas)
  const percent = lossPercent(inputValueInUsd, netInUsd)
  if (inputValueInUsd === null || netInUsd === null || percent === null) return null
  const inUsd = subtractDecimal(inputValueInUsd, netInUsd)
  const feesInUsd = addDecimals(approvalGas, ...fees.map(({ feeInUsd }) => feeInUsd ?? '0'))
  return {
    inUsd,
    /** Percent of the input's value: decimal text with two places, rounded up. */
    percent,
    /** The part of it that is gas of approvals, at most; null if it is unknown. */
    approvalGasInUsd,
    /** True if a fee that may be paid in addition to this has no known value. */
    isLowerBound: approvalGasInUsd === null || lacksCost(terms),
    /** The part of the cost that no fee with a known value explains; negative is a gain. */
    restInUsd: subtractDecimal(inUsd, feesInUsd),
    /** True if the rest is the price difference alone. Else it includes fees without a known value. */
    isRestPrice:
      unknownFees.every(isPaidOnTop) &&
      fees.every(({ kind, feeInUsd }) => feeInUsd !== null || isPaidOnTop(kind)),
    /** True if the rest includes native currency that arrives as well, so the cost is too high by its value. */
    includesRefuel: refuelUnits !== '0',
  }
}

/**
 * Returns the lesser of two values: the output less gas and native fee as far as they are known, and the service's value
 * after all costs. The service cannot hide a cost by reporting a value that is too high.
 */
export function valueAfterCosts(terms: Omit<CostTerms, 'inputValueInUsd' | 'unknownFees'>): string | null {
  const effectiveInUsd = terms.effectiveInUsd ?? null
  const received = terms.outputValueInUsd ?? effectiveInUsd
  if (received === null) return null
  const onTop = terms.fees.filter(({ kind }) => isPaidOnTop(kind)).map(({ feeInUsd }) => feeInUsd ?? '0')
  return minDecimal(subtractDecimal(received, addDecimals('0', ...onTop)), effectiveInUsd)
}

/** True if gas or a native fee has no known value. */
export function lacksFeeOnTop({ fees, unknownFees }: FeeList): boolean {
  return (
    unknownFees.some(isPaidOnTop) || fees.some(({ kind, feeInUsd }) => isPaidOnTop(kind) && feeInUsd === null)
  )
}

/** True if the person may pay more than the known values say. */
function lacksCost(list: FeeList): boolean {
  const { fees, unknownFees } = list
  // Without the relayer's fee, the promised amount is too high. A transaction may send an unknown route fee natively.
  const maySendRouteFee = unknownFees.includes('route') && fees.some(({ kind }) => kind === 'gas')
  return lacksFeeOnTop(list) || unknownFees.includes('relayer') || maySendRouteFee
}

/** Gas and a native fee are paid in addition to the input. All other fees are part of it, or of the promised amount. */
function isPaidOnTop(kind: FeeKind): boolean {
  return kind === 'gas' || kind === 'native'
}
