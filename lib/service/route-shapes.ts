import * as v from 'valibot'
import { isHash, lowerHex } from '../base/hex.ts'
import { hasInvisibleCharacters } from '../base/invisible-characters.ts'
import type { Json, JsonObject } from '../base/json.ts'
import {
  chainIdShape,
  digitsShape,
  hashShape,
  lenient,
  orNull,
  type Schema,
  textShape,
  unixSecondsShape,
} from '../base/shapes.ts'
import type { TypeMap } from '../deployment/schema.ts'
import type { AutoRoute, DepositRoute, Rewards, SignTypedData } from './quote-result.ts'
import {
  approvalShape,
  dollarsShape,
  estimateShape,
  feeShape,
  outputShape,
  quoteIdShape,
  refuelShape,
  routeDetailsShape,
  routePercentShape,
  routeTagsShape,
  shortDecimalShape,
  txDataShape,
  withKnownFees,
  withKnownRefuel,
} from './route-part-shapes.ts'
import { anyAddressShape, serviceTokenShape, tokenAddressShape } from './token-shape.ts'

const typesShape = v.record(v.string(), v.array(v.object({ name: v.string(), type: v.string() })))

/** These values are signed and sent back unchanged, so a number that lost digits in parsing must be refused. */
function isExact(value: Json): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  if (value === null || typeof value !== 'object') return true
  return Object.values(value).every(isExact)
}

function isExactObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isExact(value as JsonObject)
}

const exactShape = v.custom<JsonObject>(isExactObject, 'object of texts and exact integers')

/** Typed data that retains the received objects, so that exactly these are signed and sent back. */
const signTypedDataShape: v.GenericSchema<unknown, SignTypedData> = v.object({
  domain: exactShape,
  types: v.custom<TypeMap>((types) => v.is(typesShape, types), 'members by type name'),
  values: exactShape,
})

/**
 * Returns a route with one way to execute it. `userOp` names it; without a known `userOp` the available data decides.
 * The data of the other way is dropped: it is not used, so a fault in it must not make the route unreadable.
 */
function withOneMethod(route: unknown): unknown {
  if (typeof route !== 'object' || route === null || Array.isArray(route)) return route
  const { userOp, signTypedData, txData } = route as { readonly [name: string]: unknown }
  const isNamed = userOp === 'sign' || userOp === 'tx'
  const method = isNamed ? userOp : signTypedData == null && txData != null ? 'tx' : 'sign'
  if (method === 'sign') return { ...route, userOp: method, txData: null, isForeign: false }
  const isForeign = isForeignTransaction(txData)
  return { ...route, userOp: method, signTypedData: null, txData: isForeign ? null : txData, isForeign }
}

/** A Solana transaction has its instructions as an object, and no target (wire shapes 3). */
function isForeignTransaction(txData: unknown): boolean {
  return (
    typeof txData === 'object' &&
    txData !== null &&
    !('to' in txData) &&
    'data' in txData &&
    typeof txData.data === 'object' &&
    txData.data !== null
  )
}

/** Rewards are for display only. Unreadable or disabled rewards are null. */
const rewardsShape: v.GenericSchema<unknown, Rewards | null> = v.pipe(
  lenient(
    v.object({
      token: serviceTokenShape,
      totalRewardAmount: digitsShape,
      totalRewardAmountInUsd: dollarsShape,
      isRewardEnabled: v.literal(true),
    }),
  ),
  v.transform((rewards) => {
    if (rewards === null) return null
    const { isRewardEnabled: _, ...shown } = rewards
    return shown
  }),
)

export const autoRouteShape: v.GenericSchema<unknown, AutoRoute> = v.pipe(
  v.unknown(),
  v.transform(withOneMethod),
  v.object({
    userOp: v.picklist(['sign', 'tx']),
    requestHash: hashShape,
    requestType: v.picklist(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']),
    output: outputShape,
    approvalData: approvalShape,
    affiliateFee: feeShape,
    signTypedData: orNull(signTypedDataShape),
    gasFee: feeShape,
    slippage: routePercentShape,
    suggestedClientSlippage: lenient(routePercentShape),
    txData: orNull(txDataShape),
    isForeign: v.boolean(),
    estimatedTime: estimateShape,
    routeDetails: routeDetailsShape,
    refuel: refuelShape,
    rewards: rewardsShape,
    quoteId: quoteIdShape,
    quoteExpiry: unixSecondsShape,
    routeTags: routeTagsShape,
  }),
  v.transform(({ slippage, suggestedClientSlippage: suggested, estimatedTime, quoteExpiry, ...route }) => ({
    ...withKnownRefuel(withKnownFees(route)),
    slippagePercent: slippage,
    ...(suggested === null ? {} : { suggestedSlippagePercent: suggested }),
    estimatedSeconds: estimatedTime,
    quoteExpirySeconds: quoteExpiry,
  })),
)

/** A memo is copied by hand or sent along. It must be visible text and is taken unchanged. */
const memoShape = orNull(
  v.pipe(
    textShape(256, 1),
    v.check((memo) => !hasInvisibleCharacters(memo), 'text that can be seen'),
  ),
)

/** The newer deposit (wire shapes 3). Its `txData` is never read: Ferry builds the transfer itself (API4). */
const depositShape: v.GenericSchema<unknown, DepositRoute> = v.pipe(
  v.object({
    requestHash: hashShape,
    expiry: unixSecondsShape,
    refundAddress: orNull(anyAddressShape),
    totalFeeBps: lenient(shortDecimalShape),
    depositData: v.object({
      address: anyAddressShape,
      token: tokenAddressShape,
      amount: digitsShape,
      chainId: chainIdShape,
      memo: memoShape,
    }),
    output: orNull(outputShape),
    estimatedTime: estimateShape,
  }),
  v.transform(({ depositData, expiry, estimatedTime, ...deposit }) => ({
    form: 'deposit' as const,
    ...deposit,
    ...depositData,
    expirySeconds: expiry,
    estimatedSeconds: estimatedTime,
  })),
)

/** The older deposit: an address and few other fields. Its quote id is the request's hash if it has that shape. */
const depositRouteShape: v.GenericSchema<unknown, DepositRoute> = v.pipe(
  v.object({
    depositAddress: anyAddressShape,
    quoteId: quoteIdShape,
    requestHash: orNull(hashShape),
    memo: memoShape,
    expiry: orNull(unixSecondsShape),
    refundAddress: orNull(anyAddressShape),
    totalFeeBps: lenient(shortDecimalShape),
    output: orNull(outputShape),
    estimatedTime: estimateShape,
  }),
  v.transform(({ depositAddress, quoteId, requestHash, expiry, estimatedTime, ...deposit }) => ({
    form: 'depositRoute' as const,
    ...deposit,
    requestHash: requestHash ?? (isHash(quoteId) ? lowerHex(quoteId) : null),
    address: depositAddress,
    token: null,
    amount: null,
    chainId: null,
    expirySeconds: expiry,
    estimatedSeconds: estimatedTime,
  })),
)

/** Chooses the shape of a deposit by its content, under either name; without a hint, by the name. */
export function chooseDepositShape(name: 'deposit' | 'depositRoute', given: unknown): Schema<DepositRoute> {
  const has = (key: string) => typeof given === 'object' && given !== null && key in given
  if (has('depositData')) return depositShape
  if (has('depositAddress')) return depositRouteShape
  return name === 'deposit' ? depositShape : depositRouteShape
}
