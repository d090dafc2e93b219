import * as v from 'valibot'
import type { Pause } from '../base/concurrency.ts'
import { isSameAddress } from '../base/hex.ts'
import {
  chainIdShape,
  type Decoded,
  decode,
  decodeEach,
  digitsShape,
  entriesOf,
  hashShape,
  lenient,
  objectShape,
  textShape,
  unixSecondsShape,
  validEntriesShape,
} from '../base/shapes.ts'
import { parseIsoTimeMs } from '../base/time.ts'
import { cleanText } from '../base/untrusted-text.ts'
import { dollarsShape } from './route.ts'
import { deliveredAmount, statusCodeShape } from './status.ts'
import { codeOfName } from './status-codes.ts'
import { anyAddressShape, serviceTokenShape } from './token-shape.ts'
import { call, type Send, type ServiceResponse } from './transport.ts'

export interface HistoryParams {
  readonly sender: string
  /** The first page is 1. */
  readonly pageNumber: number
  readonly pageSize: number
}

/**
 * Reads one page of a wallet's past requests (interface 4.8): amounts in the smallest unit, `orderMs` in ms, other
 * times in Unix seconds. Malformed items are left out. A page that is not full is the last one. The request reveals the
 * address, so only a user action sends it.
 */
export function history(send: Send, pause: Pause) {
  return (params: HistoryParams): Promise<ServiceResponse<HistoryPage>> =>
    call(
      send,
      {
        priority: 'list',
        path: '/api/v1/exchange-auto/history',
        query: {
          sender: params.sender.toLowerCase(),
          pageNumber: String(params.pageNumber),
          pageSize: String(params.pageSize),
        },
        timeoutMs: 15_000,
        maxBytes: 2_000_000,
      },
      (result) => decodePage(result, params, pause),
    )
}

/** Dollars for display only. An unreadable one is null and does not affect the item. */
const figureShape = lenient(dollarsShape)

function serviceTextShape(maxLength: number) {
  return v.pipe(
    textShape(maxLength, 1),
    v.transform((text) => cleanText(text, maxLength)),
  )
}

const legFields = {
  token: serviceTokenShape,
  amount: lenient(digitsShape),
  minAmountOut: lenient(digitsShape),
  valueInUsd: figureShape,
  minAmountOutInUsd: figureShape,
  /** Dollars per whole token. */
  priceInUsd: figureShape,
}

const legShape = v.pipe(
  v.object(legFields),
  v.transform(({ minAmountOutInUsd, ...leg }) => ({ ...leg, minValueInUsd: minAmountOutInUsd })),
)

export type HistoryLeg = Decoded<typeof legShape>

const outputShape = v.pipe(
  v.object({
    ...legFields,
    effectiveAmount: lenient(digitsShape),
    effectiveValueInUsd: figureShape,
    fulfilledAmount: lenient(digitsShape),
    fulfilValueInUsd: figureShape,
  }),
  v.transform(
    ({ effectiveAmount, effectiveValueInUsd, fulfilledAmount, fulfilValueInUsd, ...leg }): HistoryLeg => {
      const { amount, minAmountOutInUsd, valueInUsd, ...others } = leg
      const delivered = deliveredAmount({ fulfilledAmount, effectiveAmount, amount })
      const valued = [
        { units: fulfilledAmount, inUsd: fulfilValueInUsd },
        { units: effectiveAmount, inUsd: effectiveValueInUsd },
        { units: amount, inUsd: valueInUsd },
      ]
      // The value of another amount would contradict the delivered one.
      const found = valued.find(({ units, inUsd }) => inUsd !== null && (units ?? delivered) === delivered)
      return {
        ...others,
        /** Smallest unit; null if nothing arrived yet. */
        amount: delivered,
        valueInUsd: found?.inUsd ?? null,
        minValueInUsd: minAmountOutInUsd,
      }
    },
  ),
)

/** A list of legs, or a single leg. Malformed legs are left out. Long lists are cut before they are decoded. */
function legsShape(shape: v.GenericSchema<unknown, HistoryLeg>) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform((legs) => (Array.isArray(legs) ? legs.slice(0, 20) : [legs])),
      validEntriesShape(shape),
    ),
    null,
  )
}

/** Null, absent, empty, zero and malformed times all mean unknown. */
const secondsShape = lenient(unixSecondsShape)

const orderTimeShape = lenient(v.pipe(v.string(), v.transform(parseIsoTimeMs)))

const itemShape = v.pipe(
  v.object({
    requestType: serviceTextShape(64),
    requestHash: hashShape,
    status: lenient(serviceTextShape(64)),
    statusCode: v.optional(v.unknown(), null),
    sourceTransactionHash: lenient(textShape(128, 1)),
    destinationTransactionHash: lenient(textShape(128, 1)),
    refund: lenient(objectShape({ chainId: lenient(chainIdShape), txHash: lenient(textShape(128, 1)) })),
    input: legsShape(legShape),
    intermediaryToken: legsShape(legShape),
    output: legsShape(outputShape),
    sender: anyAddressShape,
    recipient: anyAddressShape,
    orderTimestamp: orderTimeShape,
    srcTimestamp: secondsShape,
    destTimestamp: secondsShape,
  }),
  v.transform(
    ({
      orderTimestamp,
      srcTimestamp,
      destTimestamp,
      refund,
      status,
      statusCode,
      intermediaryToken,
      ...item
    }) => ({
      ...item,
      // An unknown code carries no information. Only a missing code is replaced by the code of the name.
      statusCode:
        statusCode === null || statusCode === '' ? codeOfName(status) : v.parse(statusCodeShape, statusCode),
      /** As the service wrote it. */
      statusName: status,
      /** Tokens of an intermediate swap. */
      intermediateSwap: intermediaryToken,
      /** Deployments leave the refund out. */
      refundTransactionHash: refund?.txHash ?? null,
      refundChainId: refund?.chainId ?? null,
      orderMs: orderTimestamp,
      sourceSeconds: srcTimestamp,
      destinationSeconds: destTimestamp,
    }),
  ),
)

/** A request in the service's history (interface 2, history item). */
export type HistoryItem = Decoded<typeof itemShape>

const pageShape = objectShape({
  data: v.nullish(v.array(v.unknown(), 'list of requests')),
  pageSize: lenient(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
})

async function decodePage(result: unknown, { sender, pageSize }: HistoryParams, pause: Pause) {
  const page = decode(pageShape, Array.isArray(result) ? { data: result } : result, 'history')
  const data = page.data ?? []
  const rows = await decodeEach(itemShape, entriesOf(data.slice(0, 1_000), '$.data'), 'history', pause)
  // Rows of another account would be shown, counted and exported as the user's own.
  const items = rows.filter((row) => isSameAddress(row.sender, sender))
  // A deployment may limit the page size. Its own `pageSize` then says whether the page is full.
  const fullSize = Math.min(pageSize, page.pageSize ?? pageSize)
  return { items, isLastUsed: data.length < fullSize }
}

export type HistoryPage = Readonly<Awaited<ReturnType<typeof decodePage>>>
