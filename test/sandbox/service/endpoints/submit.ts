import { isDeepStrictEqual } from 'node:util'
import { type Address, type Hex, recoverTypedDataAddress } from 'viem'
import { requireListedTaker } from '../affiliates.ts'
import { type Quoted, type Request, statusNames } from '../book.ts'
import { Refusal, type Reply, success } from '../envelope.ts'
import { isRecord } from '../json-pointer.ts'
import type { Call, ServiceParts } from '../service-parts.ts'
import { inputItem, outputItem } from '../status-record.ts'
import { permitMessage } from '../typed-data.ts'

/**
 * POST submit (interface 4.5): accepts the signed witness of a live quote. The same bytes get the same answer
 * again.
 */
export async function submit(parts: ServiceParts, { body, affiliate }: Call): Promise<Reply> {
  const { quoted, signature } = read(parts, body)
  requireListedTaker(parts.serviceSettings.affiliates, affiliate, quoted.request.fee)
  const count = parts.book.submitCount(quoted.requestHash)
  count.received += 1
  const user = await checked(quoted, signature, parts.ledger.word)
  // Read after the await: of two simultaneous copies only the first opens the request.
  const known = parts.book.requests.get(quoted.requestHash)
  if (known && known.signature !== signature)
    throw new Refusal(400, 'this request was submitted with another signature')
  if (known) return answer(parts, known, quoted)
  if (Date.now() >= quoted.expirySeconds * 1000) throw new Refusal(400, 'the quote has expired')
  count.accepted += 1
  return answer(parts, parts.solver.acceptSigned(quoted, user, signature), quoted)
}

function read(parts: ServiceParts, body: unknown): { quoted: Quoted; signature: Hex } {
  if (!isRecord(body)) throw new Refusal(400, 'the body must be a JSON object')
  const { requestType, request, userSignature, quoteId } = body
  if (requestType !== 'SINGLE_OUTPUT_REQUEST' && requestType !== 'SWAP_REQUEST')
    throw new Refusal(400, 'requestType must be SINGLE_OUTPUT_REQUEST or SWAP_REQUEST')
  if (typeof userSignature !== 'string' || !/^0x[0-9a-fA-F]{130}$/.test(userSignature))
    throw new Refusal(400, 'userSignature must be 65 bytes in hex')
  if (!isRecord(request)) throw new Refusal(400, 'request must be an object')
  const quoted = quoteId == null ? byRequest(parts, request) : parts.book.quotes.get(String(quoteId))
  if (!quoted) throw new Refusal(400, 'there is no such quote')
  if (quoted.onchain) throw new Refusal(400, 'this quote is sent onchain, not submitted')
  if (requestType !== quoted.kind || !isDeepStrictEqual(request, quoted.struct))
    throw new Refusal(400, 'request is not the one that was quoted')
  return { quoted, signature: `0x${userSignature.slice(2).toLowerCase()}` }
}

/** The quoteId is optional in deployments. Without it the request itself identifies its quote. */
function byRequest(parts: ServiceParts, request: Record<string, unknown>): Quoted | undefined {
  return [...parts.book.quotes.values()].find(({ struct }) => isDeepStrictEqual(request, struct))
}

async function checked(quoted: Quoted, signature: Hex, word: string): Promise<Address> {
  const { user } = quoted.request
  if (user === null) throw new Refusal(400, 'an indicative quote cannot be submitted')
  const v = signature.slice(-2)
  // Permit2 accepts v only as 27 or 28. A request with another v would be accepted and never extracted.
  if (v !== '1b' && v !== '1c') throw new Refusal(400, 'userSignature is not valid')
  const signer = await recoverTypedDataAddress({ ...permitMessage(quoted, word), signature }).catch(
    () => null,
  )
  if (signer?.toLowerCase() !== user.toLowerCase()) throw new Refusal(400, 'userSignature is not valid')
  return user
}

function answer(parts: ServiceParts, request: Request, quoted: Quoted): Reply {
  const { orderMs, signature } = request
  if (parts.serviceSettings.shape === 'interface') return success({ requestHash: quoted.requestHash })
  const at = new Date(orderMs).toISOString()
  const output = { ...outputItem(parts, request), promisedAmount: String(quoted.price.effectiveUnits) }
  return success(
    {
      requestHash: quoted.requestHash,
      status: statusNames[request.code],
      statusCode: request.code,
      inputTokens: [{ ...inputItem(parts, request), chainId: quoted.input.chainId }],
      outputTokens: quoted.kind === 'SWAP_REQUEST' ? output : [output],
      orderTimestamp: at,
      ogSender: request.user,
      requestSource: 'sandbox',
      userSignature: signature,
      requestType: quoted.kind,
      request: quoted.struct,
      createdAt: at,
      updatedAt: at,
    },
    201,
  )
}
