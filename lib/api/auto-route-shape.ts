import * as v from 'valibot'
import type { AutoRoute } from '../swap/quote.ts'
import { hashShape, orNull } from '../wire/shapes.ts'
import {
  approvalShape,
  estimateShape,
  feeShape,
  gasFeeShape,
  outputShape,
  percentShape,
  quoteIdShape,
  refuelShape,
  rewardsShape,
  routeDetailsShape,
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
    approvalData: orNull(approvalShape),
    affiliateFee: orNull(feeShape),
    signTypedData: orNull(signTypedDataShape),
    gasFee: orNull(gasFeeShape),
    slippage: percentShape,
    txData: orNull(txDataShape),
    isForeign: v.boolean(),
    estimatedTime: estimateShape,
    routeDetails: routeDetailsShape,
    refuel: orNull(refuelShape),
    rewards: rewardsShape,
    quoteId: quoteIdShape,
    quoteExpiry: unixSecondsShape,
    routeTags: routeTagsShape,
  }),
  v.transform(({ slippage, estimatedTime, quoteExpiry, ...route }) => ({
    ...route,
    slippagePercent: slippage,
    estimatedSeconds: estimatedTime,
    quoteExpirySeconds: quoteExpiry,
  })),
)

/** An operation Ferry does not know is no route for Ferry (security 2, row 18). */
export function isUnknownOperation(route: unknown): boolean {
  if (typeof route !== 'object' || route === null || !('userOp' in route)) return false
  return typeof route.userOp === 'string' && route.userOp !== 'sign' && route.userOp !== 'tx'
}
