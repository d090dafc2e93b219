import * as v from 'valibot'
import { chainIdShape, digitsShape, lenient, objectShape, textShape } from '../base/shapes.ts'
import { transactionIdOn } from '../base/transaction-id.ts'
import { isSuccess, type StatusCode, type StatusRecord } from './status-codes.ts'
import { anyAddressShape, tokenAddressShape } from './token-shape.ts'

/** A code of interface 3; null for anything else, which carries no information. */
export const statusCodeShape = lenient(
  v.custom<StatusCode>(
    (code) => typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 7,
  ),
)

// A figure that cannot be read is one that is not said: what is told of a swap is compared with what we know anyway.
const chainShape = lenient(chainIdShape)
const addressShape = lenient(anyAddressShape)
/** Of any chain: whose form it has to have is known once the record is. */
const transactionShape = lenient(textShape(128, 1))

const legItemShape = objectShape({
  token: lenient(objectShape({ address: lenient(tokenAddressShape) })),
  amount: lenient(digitsShape),
  fulfilledAmount: lenient(digitsShape),
})

/** A list, or its only item without one. */
const itemsShape = lenient(
  v.pipe(
    v.unknown(),
    v.transform((items) => (Array.isArray(items) ? items.slice(0, 20) : [items])),
    v.array(lenient(legItemShape)),
  ),
)

const originShape = objectShape({
  input: itemsShape,
  originChainId: chainShape,
  txHash: transactionShape,
  userAddress: addressShape,
})
const destinationShape = objectShape({
  output: itemsShape,
  destinationChainId: chainShape,
  txHash: transactionShape,
  receiverAddress: addressShape,
})
const refundShape = objectShape({ chainId: chainShape, txHash: transactionShape })

/** One record as sent (wire shapes 6); the interface as written keeps the destination under `status`. */
const rawShape = objectShape({
  hash: lenient(v.string()),
  exchangeStatusCode: statusCodeShape,
  originData: lenient(originShape),
  destinationData: lenient(destinationShape),
  status: lenient(objectShape({ destinationData: lenient(destinationShape) })),
  refund: lenient(refundShape),
})

/**
 * A status record, or null for what a service says of a hash it does not know: legs without chain ids and
 * nothing beyond PENDING.
 */
export const statusRecordShape: v.GenericSchema<unknown, StatusRecord | null> = v.pipe(
  rawShape,
  v.transform(({ hash, exchangeStatusCode: code, originData, refund, ...raw }) => {
    const destination = raw.destinationData ?? raw.status?.destinationData
    const originChainId = originData?.originChainId ?? null
    const destinationChainId = destination?.destinationChainId ?? null
    const hasChains = originChainId !== null && destinationChainId !== null
    const isKnown = hasChains || (code !== null && code > 0)
    if (!isKnown) return null
    const input = originData?.input?.[0]
    const sourceHash = originData?.txHash ?? null
    const output = destination?.output?.[0]
    const isDelivered = isSuccess(code)
    return {
      hash: hash?.toLowerCase() ?? '',
      statusCode: code,
      originChainId,
      destinationChainId,
      inputToken: input?.token?.address ?? null,
      inputAmount: input?.amount ?? null,
      outputToken: output?.token?.address ?? null,
      userAddress: originData?.userAddress ?? null,
      receiverAddress: destination?.receiverAddress ?? null,
      sourceTransactionHash: transactionIdOn(originChainId, sourceHash),
      isPaidIn: sourceHash !== null,
      destinationTransactionHash: transactionIdOn(destinationChainId, destination?.txHash),
      refundTransactionHash: transactionIdOn(refund?.chainId ?? originChainId, refund?.txHash),
      refundChainId: refund?.chainId ?? null,
      fulfilledAmount: isDelivered ? (output?.fulfilledAmount ?? output?.amount ?? null) : null,
    }
  }),
)
