import { compareDecimal, lossPercent, subtractDecimal, valueOfPart } from '../base/decimal.ts'
import type { AddressFormat } from '../base/hex.ts'
import type { SameAsset } from '../deployment/deployment.ts'
import { destinationFormatOf, type ResolvedQuoteRequest } from '../service/quote-request.ts'

export type LossGate = 'none' | 'warn' | 'confirm' | 'typed'

/** Value of input and output in dollars, decimal text; null without a price. */
export interface InOutValue {
  readonly inUsd: string | null
  readonly outUsd: string | null
}

/** Source of a loss that is independent of the service: amounts of one asset, or the chains' price feeds. */
type PriceCheck = 'amounts' | 'feeds'

export interface ValueLoss {
  readonly level: LossGate
  /** Two places, rounded up; negative is a gain; null where it cannot be computed. */
  readonly percent: string | null
  /** Null with `percent`, and where the asset itself has no price. */
  readonly lostInUsd: string | null
  /** Null: every figure comes from the service. */
  readonly checkedBy: PriceCheck | null
  /**
   * The user has to accept a price that only the service knows: if the input is worth more than 100 dollars by its
   * highest valuation, or has no valuation. Absent where no consent is needed. A loss that cannot be computed requires its own consent.
   */
  readonly needsPriceConsent?: true
  /**
   * True: computed from the least that is signed for, where that alone is a large loss. False: from the promised amount.
   */
  readonly isAtMinimum: boolean
  /** Loss of a swap on the way; null where only the service has prices for it, absent without such a swap. */
  readonly intermediateSwapPercent?: string | null
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

/** The word that a user types to accept losing half, or more than 1,000 dollars. */
export const lossWord = 'lose'

export const lossGates: readonly LossGate[] = ['none', 'warn', 'confirm', 'typed']
const warnPercent = '5'
export const confirmPercent = '10'
const typedPercent = '50'
const typedUsd = '1000'
const uncheckedUsd = '100'

/**
 * Returns the worst of all valuations of a loss, so that no figure of the service makes a loss smaller. A side without a
 * feed or a holding is taken from the quote. A loss that cannot be computed requires a confirmation: leaving prices out
 * must not bypass the loss gate.
 */
export function valueLoss({ amounts, feeds, holdings, quoted }: Valuations): ValueLoss {
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
  const needs = checkedBy === null && isAboveUncheckedLimit ? ({ needsPriceConsent: true } as const) : {}
  return { ...others.reduce(worseLoss, first), checkedBy, ...needs, isAtMinimum: false }
}

/**
 * Returns the loss at the least that may arrive, which is the signed amount. Returns the promised loss where its gate is
 * higher, where both are equal, or where the least needs no warning.
 */
export function lossWithMinimum(promised: ValueLoss, least: ValueLoss): ValueLoss {
  if (least.level === 'none' || lossGates.indexOf(least.level) < lossGates.indexOf(promised.level))
    return promised
  const isSame = least.percent === promised.percent && least.level === promised.level
  return isSame ? promised : { ...least, isAtMinimum: true }
}

export function isGatePassed(level: LossGate, typed: string | null): boolean {
  if (level === 'none' || level === 'warn') return true
  const isWord = typed?.trim().toLowerCase() === lossWord
  return level === 'confirm' ? isWord || typed === 'yes' : isWord
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

function fillFromQuote(known: InOutValue, quoted: InOutValue): InOutValue {
  return { inUsd: known.inUsd ?? quoted.inUsd, outUsd: known.outUsd ?? quoted.outUsd }
}

function worseLoss(one: MeasuredLoss, other: MeasuredLoss): MeasuredLoss {
  const harder = lossGates.indexOf(other.level) - lossGates.indexOf(one.level)
  return harder > 0 || (harder === 0 && compareDecimal(other.percent, one.percent) > 0) ? other : one
}

function highestPrice(...prices: readonly (string | null)[]): string | null {
  return prices.reduce(
    (most, one) => (one !== null && (most === null || compareDecimal(one, most) > 0) ? one : most),
    null,
  )
}

function lossGateOf(percent: string, lostInUsd: string): LossGate {
  if (compareDecimal(percent, typedPercent) >= 0 || compareDecimal(lostInUsd, typedUsd) > 0) return 'typed'
  if (compareDecimal(percent, confirmPercent) >= 0) return 'confirm'
  return compareDecimal(percent, warnPercent) >= 0 ? 'warn' : 'none'
}

/** The user gives each consent separately, under its own sentence (`consent_<code>`). */
export const consentCodes = [
  // Ferry cannot read the transaction, or it leaves everything to the service.
  'unprovenRoute',
  'depositAddress',
  'noPromise',
  'payloadNotConfirmed',
  // The account that the service allows to cancel.
  'delegateNotRequested',
  'slippageAboveYours',
  'priceNotChecked',
  'notSimulated',
  'switchboardUnknown',
  'intermediateSwapUnpriced',
  // The token that may come back where a swap ends halfway.
  'intermediateSwapLoses',
] as const

export type ConsentCode = (typeof consentCodes)[number]

export interface RequiredConsent {
  readonly code: ConsentCode
  /** A `percent` in decimal text is an upper bound: the consent covers anything up to it. */
  readonly facts: { readonly [name: string]: string }
}

export function findMissingConsents(
  required: readonly RequiredConsent[],
  given: readonly string[],
): readonly RequiredConsent[] {
  return required.filter(({ code }) => !given.includes(code))
}

/** Whether an earlier consent covers a required one: the same facts, and no larger a percentage. */
export function isCoveredBy(required: RequiredConsent, given: readonly RequiredConsent[]): boolean {
  const known = given.find(({ code }) => code === required.code)
  if (known === undefined) return false
  return Object.entries(required.facts).every(([name, value]) => {
    const givenValue = known.facts[name]
    if (givenValue === undefined) return false
    return name === 'percent' ? compareDecimal(value, givenValue) <= 0 : value === givenValue
  })
}

/** An address that a page named. The user picks its ending, to show that they have read it (M7). */
export interface AddressEndingChoice {
  readonly origin: string
  /** Three endings in random order, one of them the address's. */
  readonly choices: readonly string[]
}

const endingLength = 6
const choiceCount = 3

const alphabets: { readonly [form in AddressFormat]: string } = {
  evm: '0123456789abcdef',
  solana: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  tron: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  sui: '0123456789abcdef',
  stellar: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  unknown: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
}

function endingOf(address: string): string {
  return address.slice(-endingLength)
}

export function createReceiverChoice(
  origin: string,
  request: Pick<ResolvedQuoteRequest, 'destinationChainId' | 'destinationFormat' | 'receiverAddress'>,
  random: () => number,
): AddressEndingChoice {
  return createEndingChoice(origin, request.receiverAddress, destinationFormatOf(request), random)
}

/** The other two are random, in the same characters. `random` gives 0 up to 1. */
export function createEndingChoice(
  origin: string,
  address: string,
  form: AddressFormat,
  random: () => number,
): AddressEndingChoice {
  const letters = alphabets[form]
  // For an address in lower case only, capitals would reveal the random endings.
  const alphabet = /[A-Z]/.test(address) ? letters : letters.replace(/[A-Z]/g, '')
  const choices = [endingOf(address)]
  while (choices.length < choiceCount) {
    const places = Array.from({ length: endingLength }, () => Math.floor(random() * alphabet.length))
    const made = () => places.map((place) => alphabet[place]).join('')
    // The three differ, whatever `random` gives.
    while (choices.includes(made())) places[0] = ((places[0] ?? 0) + 1) % alphabet.length
    choices.splice(Math.floor(random() * (choices.length + 1)), 0, made())
  }
  return { origin, choices }
}

/** Whether the user picked the address's ending; true where no choice was required. */
export function isEndingPicked(
  choice: AddressEndingChoice | null,
  address: string,
  picked: string | null,
): boolean {
  return choice === null || picked === endingOf(address)
}
