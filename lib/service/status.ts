import * as v from 'valibot'
import { normalizeTransactionId } from '../base/explorer-link.ts'
import { type ChainAddressFormats, isSameHex } from '../base/hex.ts'
import { isObject } from '../base/object.ts'
import {
  badShape,
  chainIdShape,
  decode,
  digitsShape,
  type Entry,
  entriesOf,
  lenient,
  objectShape,
  textShape,
} from '../base/shapes.ts'
import { withStatusCode } from '../deployment/schema.ts'
import { isSuccess, statusCodes } from './status-codes.ts'
import { anyAddressShape, tokenAddressShape } from './token-shape.ts'
import { type CallOptions, call, type Send, type ServiceResponse } from './transport.ts'

/** Identifies a request: signed ones by `requestHash`, sent ones by the hash of their transaction. */
export type StatusKey = { readonly requestHash: string } | { readonly txHash: string }

/**
 * Polls the status of a request (interface 4.6): one record, or ours among many, with amounts in the smallest unit. An
 * unknown hash is no error: null, nothing or an echo give `notIndexed`. A code above 7 is null: no information.
 */
export function status(send: Send, word: string) {
  return async (
    by: StatusKey,
    options: CallOptions,
    forms: ChainAddressFormats = {},
  ): Promise<StatusResponse> => {
    const hash = 'requestHash' in by ? by.requestHash : by.txHash
    const { result: record, ...response } = await call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/status',
        query: { ...by },
        timeoutMs: 10_000,
        maxBytes: 256_000,
        allowNull: true,
      },
      (result) => {
        const found = findRecord(result, hash)
        if (found === null) return null
        const { entry, path } = found
        const given = isObject(entry) ? withStatusCode(entry, word) : entry
        return createStatusRecord(decode(rawShape, given, 'status', path), forms)
      },
    )
    return record === null ? { kind: 'notIndexed', ...response } : { kind: 'record', record, ...response }
  }
}

/** A hash may match several requests. Ours is the record with this hash, else the first that is an object. */
function findRecord(result: unknown, hash: string): Entry | null {
  if (result === null) return null
  if (!Array.isArray(result)) return { entry: result, path: '$' }
  if (result.length > 1_000) throw badShape('status', '$', 'at most 1000 records')
  const records = entriesOf(result)
  const ours = records.find(
    ({ entry }) => isObject(entry) && typeof entry.hash === 'string' && isSameHex(entry.hash, hash),
  )
  return ours ?? records.find(({ entry }) => isObject(entry)) ?? records[0] ?? null
}

export const statusCodeShape = lenient(v.picklist(Object.values(statusCodes)))

// An unreadable field counts as missing. Reported fields are compared with our own data anyway.
const chainShape = lenient(chainIdShape)
const addressShape = lenient(anyAddressShape)
/** An id of any chain. Its format is checked when the record's chains are known. */
const transactionShape = lenient(textShape(128, 1))

const legItemShape = objectShape({
  token: lenient(objectShape({ address: lenient(tokenAddressShape) })),
  amount: lenient(digitsShape),
  effectiveAmount: lenient(digitsShape),
  fulfilledAmount: lenient(digitsShape),
})

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

/** One record as sent (wire shapes 6). The interface as written has the destination under `status`. */
const rawShape = objectShape({
  hash: lenient(v.string()),
  exchangeStatusCode: statusCodeShape,
  originData: lenient(originShape),
  destinationData: lenient(destinationShape),
  status: lenient(objectShape({ destinationData: lenient(destinationShape) })),
  refund: lenient(refundShape),
})

/**
 * Converts a record; null for an echo of an unknown hash, whose legs have no chain ids and whose code is at most
 * PENDING. The interface as written has no legs at all; then the code decides.
 */
function createStatusRecord(
  { hash, exchangeStatusCode: code, originData, refund, ...raw }: v.InferOutput<typeof rawShape>,
  forms: ChainAddressFormats,
) {
  const destination = raw.destinationData ?? raw.status?.destinationData
  const originChainId = originData?.originChainId ?? null
  const destinationChainId = destination?.destinationChainId ?? null
  const hasChains = originChainId !== null && destinationChainId !== null
  const hasLegs = originData !== null || raw.destinationData !== null
  const isKnown = hasChains || (code !== null && (code > 0 || !hasLegs))
  if (!isKnown) return null
  const idOn = (chainId: number | null, text: string | null | undefined) =>
    normalizeTransactionId(chainId, text, chainId === null ? undefined : forms[chainId])
  const input = originData?.input?.[0]
  const sourceHash = originData?.txHash ?? null
  const output = destination?.output?.[0]
  const isDelivered = isSuccess(code)
  return {
    hash: hash?.toLowerCase() ?? '',
    statusCode: code,
    /** Null in deployments that send no legs (interface 4.6 as written). */
    originChainId,
    destinationChainId,
    inputToken: input?.token?.address ?? null,
    inputAmount: input?.amount ?? null,
    outputToken: output?.token?.address ?? null,
    userAddress: originData?.userAddress ?? null,
    receiverAddress: destination?.receiverAddress ?? null,
    /** Ids in the format of their own chain. */
    sourceTransactionHash: idOn(originChainId, sourceHash),
    /** The service names a payment on the origin chain, even if the id of its transaction is unreadable. */
    hasSourcePayment: sourceHash !== null,
    destinationTransactionHash: idOn(destinationChainId, destination?.txHash),
    refundTransactionHash: idOn(refund?.chainId ?? originChainId, refund?.txHash),
    refundChainId: refund?.chainId ?? null,
    /** The delivered amount as the service reports it, smallest unit of the output token. */
    fulfilledAmount: isDelivered && output ? deliveredAmount(output) : null,
  }
}

/** Without a figure of the delivery, the amount after the relaying fee; `amount` is before it (wire shapes 3). */
export function deliveredAmount<Amount>(leg: {
  readonly fulfilledAmount: Amount
  readonly effectiveAmount: Amount
  readonly amount: Amount
}): Amount {
  return leg.fulfilledAmount ?? leg.effectiveAmount ?? leg.amount
}

/** A status record of a known request. An echo of an unknown hash is never one. */
export type StatusRecord = Readonly<NonNullable<ReturnType<typeof createStatusRecord>>>

export type StatusResponse = Omit<ServiceResponse<unknown>, 'result'> &
  ({ readonly kind: 'record'; readonly record: StatusRecord } | { readonly kind: 'notIndexed' })

/**
 * Reads the service's answer about a direct route's quote (interface 4.9, a scaffold). A 200 body has no definition, so
 * its text is passed on unchanged, up to 256 kB. Other responses are a `Problem`. Never polled: only a user action
 * sends it.
 */
export function directRouteStatus(send: Send) {
  return async (query: {
    readonly quoteId: string
    readonly txHash?: string
  }): Promise<ServiceResponse<string>> => {
    const response = await send({
      priority: 'watchedStatus',
      path: '/api/v1/exchange/direct-route/status',
      query,
      timeoutMs: 10_000,
      maxBytes: 256_000,
      asText: true,
    })
    return { ...response, result: String(response.result) }
  }
}
