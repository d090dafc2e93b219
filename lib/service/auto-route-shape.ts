import * as v from 'valibot'
import { hashShape, lenient, orNull } from '../base/shapes.ts'
import { feeShape, refuelShape, routeDetailsShape, withKnownFees, withKnownRefuel } from './fee-shapes.ts'
import type { AutoRoute } from './quote-result.ts'
import {
  approvalShape,
  estimateShape,
  outputShape,
  percentShape,
  quoteIdShape,
  rewardsShape,
  routeTagsShape,
  txDataShape,
  unixSecondsShape,
} from './route-shapes.ts'
import { signTypedDataShape } from './typed-data-shape.ts'

/** A transaction for Solana has its instructions as an object, and nobody it goes to (wire shapes 3). */
function withoutForeignTransaction(route: unknown): unknown {
  if (typeof route !== 'object' || route === null || Array.isArray(route)) return route
  const { txData } = route as { readonly txData?: unknown }
  const isForeign =
    typeof txData === 'object' &&
    txData !== null &&
    !('to' in txData) &&
    'data' in txData &&
    typeof txData.data === 'object' &&
    txData.data !== null
  return { ...route, ...(isForeign ? { txData: null } : {}), isForeign }
}

/** An automatic route (interface 2). */
export const autoRouteShape: v.GenericSchema<unknown, AutoRoute> = v.pipe(
  v.unknown(),
  v.transform(withoutForeignTransaction),
  v.object({
    userOp: v.picklist(['sign', 'tx']),
    requestHash: hashShape,
    requestType: v.picklist(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']),
    output: outputShape,
    approvalData: approvalShape,
    affiliateFee: feeShape,
    signTypedData: orNull(signTypedDataShape),
    gasFee: feeShape,
    slippage: percentShape,
    suggestedClientSlippage: lenient(percentShape),
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
