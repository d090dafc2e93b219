import * as v from 'valibot'
import { lenient, orNull } from '../base/shapes.ts'
import { feeShape, refuelShape, routeDetailsShape, withKnownFees, withKnownRefuel } from './fee-shapes.ts'
import type { ManualRoute } from './quote-result.ts'
import {
  estimateShape,
  outputShape,
  percentShape,
  quoteIdShape,
  routeTagsShape,
  unixSecondsShape,
} from './route-shapes.ts'

/** An element of `manualRoutes` (wire shapes 3): what it approves and sends is known after `build-tx` only. */
export const manualRouteShape: v.GenericSchema<unknown, ManualRoute> = v.pipe(
  v.object({
    quoteId: quoteIdShape,
    quoteExpiry: orNull(unixSecondsShape),
    output: outputShape,
    affiliateFee: feeShape,
    gasFee: feeShape,
    slippage: percentShape,
    suggestedClientSlippage: lenient(percentShape),
    estimatedTime: estimateShape,
    routeDetails: routeDetailsShape,
    refuel: refuelShape,
    routeTags: routeTagsShape,
  }),
  v.transform(({ quoteExpiry, slippage, suggestedClientSlippage: suggested, estimatedTime, ...route }) => ({
    ...withKnownRefuel(withKnownFees(route)),
    quoteExpirySeconds: quoteExpiry,
    slippagePercent: slippage,
    ...(suggested === null ? {} : { suggestedSlippagePercent: suggested }),
    estimatedSeconds: estimatedTime,
  })),
)
