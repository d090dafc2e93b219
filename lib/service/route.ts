import * as v from 'valibot'
import { compareDecimal, knownValue } from '../base/decimal.ts'
import { isDollarText, minDecimal } from '../base/decimal-math.ts'
import { isHash, lowerHex } from '../base/hex.ts'
import { hasInvisibleCharacters } from '../base/invisible-characters.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { isObject } from '../base/object.ts'
import {
  addressShape,
  chainIdShape,
  type Decoded,
  decimalShape,
  digitsShape,
  hashShape,
  hexShape,
  lenient,
  objectShape,
  orNull,
  textShape,
  unixSecondsShape,
} from '../base/shapes.ts'
import { nameMax, sanitizeName } from '../base/untrusted-text.ts'
import { namedMembersShape, type TypeMap } from '../deployment/schema.ts'
import { anyAddressShape, imageUrlShape, serviceTokenShape, tokenAddressShape } from './token-shape.ts'

export const dollarsShape = v.pipe(
  lenient(decimalShape),
  v.check((text) => text === null || compareDecimal(text, '0') >= 0, 'not negative'),
  v.check((text) => text === null || isDollarText(text), 'dollars below 10^18 with at most 60 places'),
)

/** A value after all costs. It is negative if the swap costs more than it brings. */
const signedDollarsShape = v.pipe(
  lenient(decimalShape),
  v.check(
    (text) => text === null || isDollarText(text.replace('-', '')),
    'dollars below 10^18 with at most 60 places',
  ),
)

const shortDecimalShape = v.pipe(decimalShape, v.check(isShortDecimal, 'decimal of at most 40 characters'))

function isShortDecimal(text: string): boolean {
  return text.length <= 40
}

/** Slippage in percent, from 0 to below 100; null if missing or not a decimal. */
const routePercentShape = v.pipe(
  lenient(decimalShape),
  v.check((text) => text === null || isShortDecimal(text), 'decimal of at most 40 characters'),
  v.check(
    (text) => text === null || (compareDecimal(text, '0') >= 0 && compareDecimal(text, '100') < 0),
    'percent below 100',
  ),
)

/** Seconds that a swap takes; null if missing or longer than a week. */
const estimateShape = lenient(v.pipe(v.number(), v.minValue(0), v.maxValue(604_800), v.transform(Math.ceil)))

/** A label of a few plain words; empty if it is unreadable, since a label is not essential. */
export const labelShape = v.pipe(
  v.unknown(),
  v.transform((text) => (typeof text === 'string' ? (sanitizeName(text, nameMax) ?? '') : '')),
)

/** An opaque id that is sent back to the service unchanged. */
const quoteIdShape = v.pipe(v.string('quote id'), v.regex(/^[\x21-\x7e]{1,200}$/, 'quote id'))

/** The output of a route (interface 2, autoRoute.output; wire shapes 3). */
const outputShape = v.pipe(
  v.object({
    token: serviceTokenShape,
    /** Optimistic: before the relaying fee. */
    amount: digitsShape,
    /** After the relaying fee; absent in older deployments. */
    effectiveAmount: orNull(digitsShape),
    minAmountOut: digitsShape,
    priceInUsd: dollarsShape,
    valueInUsd: dollarsShape,
    effectiveValueInUsd: signedDollarsShape,
    effectiveReceivedInUsd: signedDollarsShape,
  }),
  v.transform(({ effectiveValueInUsd, effectiveReceivedInUsd, ...output }) => ({
    ...output,
    /**
     * Value after all costs. Some deployments omit the relaying fee from one figure, or gas from the other. Negative if the
     * swap costs more than it brings; null if the service sends neither.
     */
    effectiveInUsd: minDecimal(knownValue(effectiveValueInUsd), knownValue(effectiveReceivedInUsd)),
  })),
)

export type RouteOutput = Decoded<typeof outputShape>

/** Labels of a route, at most 8; missing in some deployments. */
const routeTagsShape = v.pipe(
  lenient(v.array(v.unknown())),
  v.transform((tags) => (tags ?? []).slice(0, 8)),
  v.array(labelShape),
  v.transform((labels) => labels.filter((label) => label !== '')),
)

/**
 * The approval that the service proposes (interface 2). Ferry makes its own approval, and only takes the spender of a
 * manual route from here.
 */
const approvalShape = lenient(
  v.object({
    spenderAddress: addressShape,
    amount: digitsShape,
    tokenAddress: addressShape,
    userAddress: addressShape,
  }),
)

export type ApprovalData = NonNullable<Decoded<typeof approvalShape>>

/** Wei as a digit string, hex, or an exact JSON integer; '0' if absent or null, as in an Ethereum transaction. */
const weiShape = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => {
      if (value === null) return '0'
      if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value).toString() : value
      const isHexText = typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
      return isHexText ? BigInt(value).toString() : value
    }),
    digitsShape,
  ),
  '0',
)

/**
 * A transaction of an EVM chain that the service proposes. It is checked against the deployment file before the wallet
 * gets it. Instructions of another chain are refused.
 */
const txDataShape = v.object({
  to: addressShape,
  data: hexShape,
  value: weiShape,
  chainId: orNull(chainIdShape),
})

export type TxData = Decoded<typeof txDataShape>

/** The response of `build-tx` for a chosen manual route (interface 4.7). */
export const builtShape = v.object({ txData: txDataShape, approvalData: approvalShape })

export type BuiltTransaction = Decoded<typeof builtShape>

/** Some deployments send gas figures as numbers. They are for display only. */
const feeDigitsShape = v.pipe(
  v.unknown(),
  v.transform((value) => (Number.isSafeInteger(value) ? String(value) : value)),
  digitsShape,
)

/** An amount of one token with the service's valuation. */
const tokenFeeShape = v.object({ token: serviceTokenShape, amount: feeDigitsShape, feeInUsd: dollarsShape })

export type FeeAmount = Decoded<typeof tokenFeeShape>

const gasFeeShape = v.pipe(
  v.object({ gasToken: serviceTokenShape, estimatedFee: feeDigitsShape, feeInUsd: dollarsShape }),
  v.transform(({ gasToken, estimatedFee, feeInUsd }) => ({
    token: gasToken,
    amount: estimatedFee,
    feeInUsd,
  })),
)

function orUnread<Output>(shape: v.GenericSchema<unknown, Output>) {
  return v.optional(v.fallback(v.union([orNull(shape), v.literal('unread')]), 'unread'), null)
}

function knownOrNull<Value>(value: Value | 'unread'): Value | null {
  return value === 'unread' ? null : value
}

/** A fee in either shape. */
const feeShape = orUnread(v.union([tokenFeeShape, gasFeeShape]))

const optionalLabelShape = v.optional(labelShape, '')

/** Display name of the exchange of the swap leg. */
const dexShape = v.pipe(
  lenient(
    objectShape({
      protocol: lenient(objectShape({ displayName: optionalLabelShape, name: optionalLabelShape })),
    }),
  ),
  v.transform((dex) => dex?.protocol?.displayName || dex?.protocol?.name || null),
)

/** Without these, the route fee is unread. */
const routeDetailsShape = v.pipe(
  lenient(
    objectShape({
      name: optionalLabelShape,
      logoURI: imageUrlShape,
      routeFee: feeShape,
      dexDetails: dexShape,
    }),
  ),
  v.transform(
    (details) => details ?? { name: '', logoURI: null, dexDetails: null, routeFee: 'unread' as const },
  ),
)

const tokenAmountShape = v.object({ token: serviceTokenShape, amount: digitsShape })

/** Native currency that is delivered on the destination chain in addition. */
const refuelDataShape = v.object({
  /** Its cost, taken from the input; null if the service does not state it. */
  input: orNull(tokenAmountShape),
  output: tokenAmountShape,
})

export type Refuel = Decoded<typeof refuelDataShape>

const commonEntries = {
  quoteId: quoteIdShape,
  output: outputShape,
  approvalData: approvalShape,
  affiliateFee: feeShape,
  gasFee: feeShape,
  slippage: routePercentShape,
  suggestedClientSlippage: lenient(routePercentShape),
  estimatedTime: estimateShape,
  routeDetails: routeDetailsShape,
  refuel: orUnread(refuelDataShape),
  routeTags: routeTagsShape,
}

const feeNames = ['affiliateFee', 'gasFee', 'routeFee'] as const

function normalizeRoute<Route extends v.InferOutput<v.ObjectSchema<typeof commonEntries, undefined>>>({
  affiliateFee,
  gasFee,
  routeDetails: { dexDetails, routeFee, ...details },
  slippage,
  suggestedClientSlippage,
  estimatedTime,
  refuel,
  ...route
}: Route) {
  const fees = { affiliateFee, gasFee, routeFee }
  return {
    ...route,
    affiliateFee: knownOrNull(affiliateFee),
    gasFee: knownOrNull(gasFee),
    routeDetails: { ...details, dexName: dexDetails, routeFee: knownOrNull(routeFee) },
    /** Fees that are present but unreadable or impossible. They are null above, which means unknown. */
    unreadFees: feeNames.filter((name) => fees[name] === 'unread'),
    slippagePercent: slippage,
    suggestedSlippagePercent: suggestedClientSlippage,
    /** Null if the service's figure is implausible. */
    estimatedSeconds: estimatedTime,
    refuel: knownOrNull(refuel),
    isRefuelUnread: refuel === 'unread',
  }
}

/** An element of `manualRoutes` (wire shapes 3). Its transaction and final approval are known only after `build-tx`. */
export const manualRouteShape = v.pipe(
  v.object({ ...commonEntries, quoteExpiry: orNull(unixSecondsShape) }),
  v.transform(({ quoteExpiry, ...route }) => ({
    kind: 'manual' as const,
    key: ['manual', route.routeDetails.name, route.routeDetails.dexDetails ?? ''].join(':'),
    ...normalizeRoute(route),
    /** Null if the deployment does not state it; then a minute from receipt. */
    quoteExpirySeconds: quoteExpiry,
  })),
)

export type ManualRoute = Decoded<typeof manualRouteShape>

/** These values are signed and sent back unchanged, so a number that lost digits in parsing must be refused. */
function isExact(value: Json): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  if (value === null || typeof value !== 'object') return true
  return Object.values(value).every(isExact)
}

function isExactObject(value: unknown): value is JsonObject {
  return isObject(value) && isExact(value as JsonObject)
}

const exactShape = v.custom<JsonObject>(isExactObject, 'object of texts and exact integers')

/** Typed data that retains the received objects, so that exactly these are signed and sent back. */
const signTypedDataShape = v.object({
  domain: exactShape,
  types: v.custom<TypeMap>((types) => v.is(namedMembersShape, types), 'members by type name'),
  values: exactShape,
})

export type SignTypedData = Decoded<typeof signTypedDataShape>

/**
 * Returns a route with one way to execute it. `userOp` names it; without a known `userOp` the available data decides.
 * The data of the other way is dropped: it is not used, so a fault in it must not make the route unreadable.
 */
function withOneMethod(route: unknown): unknown {
  if (!isObject(route)) return route
  const { userOp, signTypedData, txData } = route
  const isNamed = userOp === 'sign' || userOp === 'tx'
  const method = isNamed ? userOp : signTypedData == null && txData != null ? 'tx' : 'sign'
  if (method === 'sign') return { ...route, userOp: method, txData: null, isForeign: false }
  const isForeign = isForeignTransaction(txData)
  return { ...route, userOp: method, signTypedData: null, txData: isForeign ? null : txData, isForeign }
}

/** A Solana transaction has its instructions as an object, and no target (wire shapes 3). */
function isForeignTransaction(txData: unknown): boolean {
  return isObject(txData) && !('to' in txData) && typeof txData.data === 'object' && txData.data !== null
}

/** The automatic route (interface 2). Its `approvalData` is shown and compared, never acted on (API5). */
export const autoRouteShape = v.pipe(
  v.unknown(),
  v.transform(withOneMethod),
  v.object({
    userOp: v.picklist(['sign', 'tx']),
    requestHash: hashShape,
    requestType: v.picklist(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']),
    ...commonEntries,
    signTypedData: orNull(signTypedDataShape),
    txData: orNull(txDataShape),
    /** The transaction has another chain's format (Solana's instructions). It cannot be executed here. */
    isForeign: v.boolean(),
    quoteExpiry: unixSecondsShape,
  }),
  v.transform(({ quoteExpiry, ...route }) => {
    // The tag SUGGESTED moves between routes with each quote; the other tags stay.
    const aims = route.routeTags.filter((tag) => tag !== 'SUGGESTED').toSorted()
    return {
      kind: 'auto' as const,
      key: ['auto', route.userOp, route.routeDetails.name, ...aims].join(':'),
      ...normalizeRoute(route),
      quoteExpirySeconds: quoteExpiry,
    }
  }),
)

export type AutoRoute = Decoded<typeof autoRouteShape>

/** A memo is copied by hand or sent along. It must be visible text and is taken unchanged. */
const memoShape = orNull(
  v.pipe(
    textShape(256, 1),
    v.check((memo) => !hasInvisibleCharacters(memo), 'text that can be seen'),
  ),
)

/** The members that every route has, for a route that states none of them. */
export const unpricedRoute = {
  affiliateFee: null,
  gasFee: null,
  routeDetails: { name: '', logoURI: null, routeFee: null, dexName: null },
  unreadFees: [] as readonly (typeof feeNames)[number][],
  routeTags: [] as readonly string[],
  slippagePercent: null,
  suggestedSlippagePercent: null,
  refuel: null,
  isRefuelUnread: false,
} as const

const depositEntries = {
  refundAddress: orNull(anyAddressShape),
  totalFeeBps: lenient(shortDecimalShape),
  /** Null if the service promises nothing before the deposit arrived. */
  output: orNull(outputShape),
  estimatedTime: estimateShape,
}

/** The newer deposit (wire shapes 3). Its `txData` is never read: Ferry builds the transfer itself (API4). */
const depositShape = v.pipe(
  v.object({
    ...depositEntries,
    requestHash: hashShape,
    expiry: unixSecondsShape,
    depositData: v.object({
      address: anyAddressShape,
      token: tokenAddressShape,
      amount: digitsShape,
      chainId: chainIdShape,
      /** If set, a transfer without the memo cannot be assigned. */
      memo: memoShape,
    }),
  }),
  v.transform(({ depositData, ...deposit }) => ({ ...deposit, ...depositData })),
)

/**
 * The older deposit: an address and few other fields. Null amounts mean the requested ones. Its quote id is the request's
 * hash if it has that shape; without a hash Ferry cannot follow it.
 */
const olderDepositShape = v.pipe(
  v.object({
    ...depositEntries,
    depositAddress: anyAddressShape,
    quoteId: quoteIdShape,
    requestHash: orNull(hashShape),
    memo: memoShape,
    expiry: orNull(unixSecondsShape),
  }),
  v.transform(({ depositAddress, quoteId, requestHash, ...deposit }) => ({
    ...deposit,
    requestHash: requestHash ?? (isHash(quoteId) ? lowerHex(quoteId) : null),
    address: depositAddress,
    token: null,
    amount: null,
    chainId: null,
  })),
)

/**
 * A deposit address that swaps the money sent to it. Its shape is chosen by its content, under either name; without a
 * hint, by the name (wire shapes 3).
 */
export function depositRouteShape(name: 'deposit' | 'depositRoute') {
  return v.pipe(
    v.lazy((given) => {
      const has = (key: string) => typeof given === 'object' && given !== null && key in given
      if (has('depositData')) return depositShape
      return has('depositAddress') || name === 'depositRoute' ? olderDepositShape : depositShape
    }),
    v.transform(({ expiry, estimatedTime, ...deposit }) => ({
      kind: 'deposit' as const,
      key: 'deposit',
      ...unpricedRoute,
      ...deposit,
      expirySeconds: expiry,
      estimatedSeconds: estimatedTime,
    })),
  )
}

type EitherDeposit = Decoded<ReturnType<typeof depositRouteShape>>

export type DepositRoute = { readonly [field in keyof EitherDeposit]: EitherDeposit[field] }

/** A route of any kind. `key` stays the same across refreshes of the quote, unlike the quote id. */
export type Route = AutoRoute | ManualRoute | DepositRoute
export type PricedRoute = AutoRoute | ManualRoute
