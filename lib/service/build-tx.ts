import * as v from 'valibot'
import { decode } from '../base/decode.ts'
import type { BuiltTransaction } from './built-transaction.ts'
import { call } from './call.ts'
import { approvalShape, txDataShape } from './route-shapes.ts'
import type { CallOptions, ServiceResponse } from './service.ts'
import type { Send } from './transport.ts'

const builtShape: v.GenericSchema<unknown, BuiltTransaction> = v.object({
  txData: txDataShape,
  approvalData: approvalShape,
})

/**
 * Asks for the transaction of a chosen manual route (interface 4.7): `to`, `data` and `value` in the smallest unit of the
 * chain's own currency, with the approval the service would like. All of it is checked before a wallet sees it. Rejects
 * with `serviceRefused` where the quote has expired or cannot be built.
 */
export function buildTx(send: Send) {
  return (quoteId: string, options: CallOptions): Promise<ServiceResponse<BuiltTransaction>> =>
    call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/build-tx',
        query: { quoteId },
        timeLimitMs: 10_000,
        maxBytes: 2_000_000,
      },
      (result) => decode(builtShape, result, 'build-tx'),
    )
}
