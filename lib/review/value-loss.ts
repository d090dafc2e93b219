import * as v from 'valibot'
import { compareDecimal, subtractDecimal } from '../base/decimal.ts'
import { addDecimals, lossPercent, maxDecimal, valueOfPart } from '../base/decimal-math.ts'
import { type Decoded, decimalTextShape, objectShape, onlyTrue } from '../base/shapes.ts'
import type { SameAsset } from '../deployment/deployment.ts'
import type { SwapCost } from '../quote/swap-cost.ts'

/** From the mildest on. */
const lossGates = ['none', 'warn', 'confirm', 'typed'] as const

export type LossGate = (typeof lossGates)[number]

export const lossGateShape = v.picklist(lossGates)

export function isHigherGate(one: LossGate, than: LossGate): boolean {
  return lossGates.indexOf(one) > lossGates.indexOf(than)
}

export const valueLossShape = objectShape({
  level: lossGateShape,
  /** Two places, rounded up; negative is a gain; null where it cannot be computed. */
  percent: v.nullable(decimalTextShape),
  /** Null with `percent`, and where the asset itself has no price. */
  lostInUsd: v.nullable(decimalTextShape),
  /**
   * Source of the loss that is independent of the service: amounts of one asset, or the chains' price feeds. Null: every
   * figure comes from the service.
   */
  checkedBy: v.nullable(v.picklist(['amounts', 'feeds'])),
  /**
   * The user has to accept a price that only the service knows: if the input is worth more than 100 dollars by its
   * highest valuation, or has no valuation, or if a considerable part of one asset is lost that no feed values
   * (`isLargePart`). Absent where no consent is needed. A loss that cannot be computed requires its own consent.
   */
  needsPriceConsent: onlyTrue,
  /**
   * True: computed from the least that is signed for, where that alone is a large loss. False: from the promised amount.
   */
  isAtMinimum: v.boolean(),
  /** Loss of a swap on the way; null where only the service has prices for it, absent without such a swap. */
  intermediateSwapPercent: v.exactOptional(v.nullable(decimalTextShape)),
})

export type ValueLoss = Decoded<typeof valueLossShape>

/** Value of input and output in dollars, decimal text; null without a price. */
export interface InOutValue {
  readonly inUsd: string | null
  readonly outUsd: string | null
}

/** All valuations of one set of terms, the most trusted first; a value without a source is null. */
export interface Valuations {
  /** Where the deployment file says that both sides are one asset; needs no price. */
  readonly amounts: SameAsset | null
  readonly feeds: InOutValue
  /** By the service's list of the user's holdings, where the chain shows the same balance. */
  readonly holdings: InOutValue
  readonly quoted: InOutValue
}

const warnPercent = '5'
export const confirmPercent = '10'
const typedPercent = '50'
const typedUsd = '1000'
const uncheckedUsd = '100'
const unpricedPercent = '1'
const unpricedUnits = '1000'

/**
 * Returns the worst of all valuations of a loss, so that no figure of the service makes a loss smaller. A side without a
 * feed or a holding is taken from the quote. A loss that cannot be computed requires a confirmation: leaving prices out
 * must not bypass the loss gate. `ownSlippagePercent` is the part of the output that the user's own limit allows to be lost.
 */
export function valueLoss(
  { amounts, feeds, holdings, quoted }: Valuations,
  ownSlippagePercent = '0',
): ValueLoss {
  const isFed = feeds.inUsd !== null && feeds.outUsd !== null
  const checkedBy = amounts !== null ? 'amounts' : isFed ? 'feeds' : null
  const inUsd = highestPrice(feeds.inUsd, holdings.inUsd, quoted.inUsd)
  const losses = [
    amounts === null ? null : measureAmountsLoss(amounts, inUsd),
    measureLoss(fillFromQuote(feeds, quoted)),
    measureLoss(fillFromQuote(holdings, quoted)),
    measureLoss(quoted),
  ].filter((one) => one !== null)
  const [first, ...others] = losses
  if (first === undefined)
    return { level: 'confirm', percent: null, lostInUsd: null, checkedBy, isAtMinimum: false }
  // Only a price from outside the service may prove that an input is small.
  const isAboveUncheckedLimit =
    feeds.inUsd === null || inUsd === null || compareDecimal(inUsd, uncheckedUsd) > 0
  const worst = others.reduce(worseLoss, first)
  const isLostPartUnpriced =
    amounts !== null &&
    feeds.inUsd === null &&
    worst.level !== 'typed' &&
    isLargePart(amounts, ownSlippagePercent)
  const isUnchecked = checkedBy === null ? isAboveUncheckedLimit : isLostPartUnpriced
  const needs = isUnchecked ? ({ needsPriceConsent: true } as const) : {}
  return { ...worst, checkedBy, ...needs, isAtMinimum: false }
}

/**
 * Returns the loss at the least that may arrive, which is the signed amount. Returns the promised loss where its gate is
 * higher, where both are equal, or where the least needs neither a warning nor a consent for its lost part.
 */
export function lossWithMinimum(promised: ValueLoss, least: ValueLoss): ValueLoss {
  const isLostPartUnpriced = least.checkedBy === 'amounts' && least.needsPriceConsent === true
  const isSmall = least.level === 'none' && !isLostPartUnpriced
  if (isSmall || isHigherGate(promised.level, least.level)) return promised
  const isSame = least.percent === promised.percent && least.level === promised.level
  // Only the least is excused by the user's own slippage: the consent that the promised loss needs stays.
  const needs = promised.needsPriceConsent === true ? ({ needsPriceConsent: true } as const) : {}
  return isSame ? promised : { ...least, ...needs, isAtMinimum: true }
}

/**
 * A warning of a loss and the total cost are one figure: the larger of both. The measured loss lacks gas, and the quote's
 * prices may be better than those of the feeds. The loss at the minimum is another figure, and its warning says so.
 */
export function withSameFigures(
  loss: ValueLoss,
  cost: SwapCost | null,
): { readonly loss: ValueLoss; readonly cost: SwapCost | null } {
  const { level, isAtMinimum, percent, lostInUsd } = loss
  if (cost === null || level === 'none' || isAtMinimum || percent === null || lostInUsd === null)
    return { loss, cost }
  const inUsd = maxDecimal(cost.inUsd, lostInUsd)
  const worst = { percent: maxDecimal(cost.percent, percent) }
  const restInUsd = addDecimals(cost.restInUsd, subtractDecimal(inUsd, cost.inUsd))
  return { loss: { ...loss, ...worst, lostInUsd: inUsd }, cost: { ...cost, ...worst, inUsd, restInUsd } }
}

interface MeasuredLoss {
  readonly level: LossGate
  readonly percent: string
  readonly lostInUsd: string | null
}

function measureLoss({ inUsd, outUsd }: InOutValue): MeasuredLoss | null {
  if (inUsd === null || outUsd === null) return null
  const percent = lossPercent(inUsd, outUsd)
  if (percent === null) return null
  const lostInUsd = subtractDecimal(inUsd, outUsd)
  return { level: lossGateOf(percent, lostInUsd), percent, lostInUsd }
}

function measureAmountsLoss({ given, got }: SameAsset, inUsd: string | null): MeasuredLoss | null {
  const percent = lossPercent(given, got)
  if (percent === null) return null
  const lostInUsd = inUsd === null ? null : valueOfPart(inUsd, subtractDecimal(given, got), given)
  return { level: lossGateOf(percent, lostInUsd ?? '0'), percent, lostInUsd }
}

/**
 * Amounts show which part is lost. Without a feed, only the service says what that part is worth, and a tiny price would
 * switch off the limit of 1,000 dollars. So the user accepts a lost part above 1 %, or above 1,000 whole units, which is
 * the limit for a stablecoin. Below both, only an input of more than 100,000 dollars can lose that much. The usual fee of a
 * bridge needs no consent, nor does the slippage that the user set: one that is always requested is given without reading.
 */
function isLargePart({ given, got }: SameAsset, ownSlippagePercent: string): boolean {
  const percent = lossPercent(given, got)
  const limit = addDecimals(unpricedPercent, ownSlippagePercent)
  const isLargeShare = percent !== null && compareDecimal(percent, limit) > 0
  return isLargeShare || compareDecimal(subtractDecimal(given, got), unpricedUnits) > 0
}

function fillFromQuote(known: InOutValue, quoted: InOutValue): InOutValue {
  return { inUsd: known.inUsd ?? quoted.inUsd, outUsd: known.outUsd ?? quoted.outUsd }
}

function worseLoss(one: MeasuredLoss, other: MeasuredLoss): MeasuredLoss {
  const harder = lossGates.indexOf(other.level) - lossGates.indexOf(one.level)
  return harder > 0 || (harder === 0 && compareDecimal(other.percent, one.percent) > 0) ? other : one
}

function highestPrice(...prices: readonly (string | null)[]): string | null {
  const [first = null, ...others] = prices.filter((price) => price !== null)
  return first === null ? null : others.reduce(maxDecimal, first)
}

function lossGateOf(percent: string, lostInUsd: string): LossGate {
  if (compareDecimal(percent, typedPercent) >= 0 || compareDecimal(lostInUsd, typedUsd) > 0) return 'typed'
  if (compareDecimal(percent, confirmPercent) >= 0) return 'confirm'
  return compareDecimal(percent, warnPercent) >= 0 ? 'warn' : 'none'
}
