import type { Hex } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import type { RequestType } from '../deployment/deployment.ts'

/**
 * Returns the body of a submit (interface 4.5): the witness as it was received, no member converted, added or moved.
 *
 * @example submitBody({ requestType, witness: values.witness, userSignature, quoteId }) // JSON text
 */
export function submitBody(parts: {
  readonly requestType: RequestType
  readonly witness: Json | undefined
  readonly userSignature: Hex
  readonly quoteId: string
}): string {
  const { requestType, witness, userSignature, quoteId } = parts
  return JSON.stringify({ requestType, request: witness, userSignature, quoteId })
}
