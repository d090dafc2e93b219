import * as v from 'valibot'
import type { Schema } from '../base/decode.ts'
import { isHash, lowerHex } from '../base/hex.ts'
import { chainIdShape, digitsShape, hashShape, lenient, orNull, textShape } from '../base/shapes.ts'
import type { DepositRoute } from './quote-result.ts'
import {
  estimateShape,
  outputShape,
  quoteIdShape,
  shortDecimalShape,
  unixSecondsShape,
} from './route-shapes.ts'
import { anyAddressShape, tokenAddressShape } from './token-shape.ts'

/** A memo is copied by hand or sent along, so it is plain text and taken as it is. */
const memoShape = orNull(v.pipe(textShape(64, 1), v.regex(/^[\x20-\x7e]*$/, 'plain text')))

/** The newer deposit (wire shapes 3); its `txData` is never read: Ferry builds the transfer itself (API4). */
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

/** The older shape: an address and little else; its quote id is the request's hash where it looks so. */
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

/** Returns the shape that a deposit has by what is in it, under whichever name; else the one of that name. */
export function anyDepositShape(name: 'deposit' | 'depositRoute', given: unknown): Schema<DepositRoute> {
  const has = (key: string) => typeof given === 'object' && given !== null && key in given
  if (has('depositData')) return depositShape
  if (has('depositAddress')) return depositRouteShape
  return name === 'deposit' ? depositShape : depositRouteShape
}
