import { sameHex } from '../base/hex.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-result.ts'
import { type CheckLine, checkLine } from './check-report.ts'

/** What a quote says of the call on the receiver. */
interface ExecInput {
  readonly ask: Pick<ResolvedQuoteRequest, 'options'>
  readonly quote: Pick<Quote, 'destinationExec'>
}

/**
 * Checks X-1 of a route whose bytes nobody here can read: a call on the receiver that the quote names is the one that
 * was asked for, and none where none was. One that it does not name is no fault: `isPayloadConfirmed` tells.
 *
 * @example execLine({ ask, quote }).holds // false where the quote names another call
 */
export function execLine({ ask, quote }: ExecInput): CheckLine {
  const named = payloadOf(quote.destinationExec?.destinationPayload)
  const asked = ask.options?.destinationPayload ?? null
  const holds = named === null || sameHex(named, asked)
  return checkLine('X-1', 'destinationExec', holds, named, asked ?? 'none')
}

/**
 * Tells whether the quote confirms the call that was asked for, with its gas; true where none was asked for.
 *
 * @example isPayloadConfirmed({ ask: { options: {} }, quote }) // true: no call was asked for
 */
export function isPayloadConfirmed({ ask, quote }: ExecInput): boolean {
  const { destinationPayload, destinationGasLimit } = ask.options ?? {}
  if (destinationPayload === undefined) return true
  const { destinationExec } = quote
  return (
    destinationExec !== null &&
    sameHex(destinationExec.destinationPayload, destinationPayload) &&
    destinationExec.destinationGasLimit === destinationGasLimit
  )
}

/** No bytes are no call. */
function payloadOf(payload: string | undefined): string | null {
  return payload === undefined || payload === '0x' ? null : payload
}
