import * as v from 'valibot'
import {
  addressShape,
  decimalTextShape as decimal,
  digitsShape,
  objectShape,
  onlyTrue,
} from '../base/shapes.ts'
import { resolvedRequestShape as request } from '../service/quote-request-shape.ts'
import { storedTokenShape as token } from '../service/token-shape.ts'

const text = v.string()

/**
 * The receiver of a fee: `relayer` for the delivery, `route` for the swap, `affiliate` for the partner, `gas` for the
 * network. `native` is sent by the transaction on top of its input. `deposit` is the sum of a deposit's fees.
 */
export const feeKindShape = v.picklist(['relayer', 'route', 'affiliate', 'gas', 'native', 'deposit'])

/** A swap on the origin chain, before the money moves to the destination. */
export const intermediateSwapShape = objectShape({
  token,
  /** Minimum output of this swap, smallest unit. */
  minUnits: digitsShape,
})

/** A chain's native currency, with the dollars of a whole one at the review. */
export const nativePriceShape = objectShape({ token, priceInUsd: decimal })

/** The terms that the user reviewed and agreed to. They are frozen with the order. */
export const reviewedShape = objectShape({
  request,
  /** Finds the same route in a later quote. Null if the user chose no route and the first automatic one was used. */
  routeKey: v.nullable(text),
  /** The chain's name in the deployment file; null if the file does not have the chain. */
  originChainName: v.nullable(text),
  inputToken: token,
  outputToken: token,
  /** Smallest unit of the output token; displayed as "at least". */
  minAmountOut: digitsShape,
  /** Smallest unit; displayed as "about". `effectiveAmount`, or `amount` without one. */
  promisedAmount: digitsShape,
  inputValueInUsd: v.nullable(decimal),
  outputValueInUsd: v.nullable(decimal),
  /** The value after all costs that the service reports; negative if the swap costs more than it brings. */
  effectiveInUsd: v.exactOptional(decimal),
  fees: v.array(
    objectShape({ kind: feeKindShape, token, amount: digitsShape, feeInUsd: v.nullable(decimal) }),
  ),
  /** Fees that the route may have, but that are missing or unreadable. They do not count as zero. */
  unknownFees: v.array(feeKindShape),
  estimatedSeconds: v.nullable(v.pipe(v.number(), v.finite())),
  /** The approval that the service proposes; absent if there is none, or Ferry makes none. */
  proposedApproval: v.exactOptional(
    objectShape({
      spenderAddress: addressShape,
      amount: text,
      tokenAddress: addressShape,
      userAddress: addressShape,
    }),
  ),
  nativeValueUnits: v.exactOptional(digitsShape),
  /** The switchboard id of the request, if the deployment file pins none. The user confirmed it at the review. */
  findUnpinnedSwitchboard: v.exactOptional(text),
  /** The request's delegate, who may cancel on the destination chain; absent if it is the user. */
  delegate: v.exactOptional(addressShape),
  refuelUnits: v.exactOptional(digitsShape),
  /**
   * The quote does not confirm that the call on the receiver is part of the route, and the route's bytes cannot be read.
   */
  isPayloadUnconfirmed: onlyTrue,
  /** A refund address was requested, and the deposit route names none. */
  isRefundUnconfirmed: onlyTrue,
  /** The token that the input is first swapped into; absent if the input is sent directly. */
  intermediateSwap: v.exactOptional(intermediateSwapShape),
})
