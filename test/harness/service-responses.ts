import type { Address, Hex } from '../../lib/base/hex.ts'
import { digestOf, verifyEoaSignature } from '../../lib/checks/typed-data.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { StatusResponse } from '../../lib/service/status.ts'
import type { StatusCode } from '../../lib/service/status-codes.ts'
import type { ServiceResponse } from '../../lib/service/transport.ts'
import { tokenAt } from './chains.ts'
import type { FakeChain } from './fake-chain.ts'
import type { Request } from './fake-service.ts'
import type { IssuedQuote } from './honest-quote.ts'

export async function isValidPermitSignature(
  issued: IssuedQuote,
  signature: Hex,
  chain: FakeChain,
): Promise<boolean> {
  const { signTypedData } = issued.route
  const user = issued.request.userAddress
  if (signTypedData === null || user === null) return false
  const digest = digestOf(signTypedData)
  if (chain.owners.has(user)) {
    return chain.reader.isValidSignature(issued.request.originChainId, user, digest, signature)
  }
  // Permit2 accepts v only as 27 or 28.
  return /^0x[0-9a-f]{128}(1b|1c)$/.test(signature) && verifyEoaSignature(digest, signature, user)
}

export function outputUnits(request: QuoteRequest, permille: bigint): bigint {
  const inDecimals = tokenAt(request.originChainId, request.inputToken).decimals
  const outDecimals = tokenAt(request.destinationChainId, request.outputToken).decimals
  return (
    (BigInt(request.inputAmount) * 10n ** BigInt(outDecimals) * permille) / 10n ** BigInt(inDecimals) / 1000n
  )
}

/** The status response for a request; undefined: the service does not know it. */
export function lookOf(
  request: Request | undefined,
  { serverRequestId, clockOffsetMs }: ServiceResponse<unknown>,
): StatusResponse {
  if (request === undefined) return { kind: 'notIndexed', serverRequestId, clockOffsetMs }
  const { request: quoteRequest, requestHash, minUnits } = request.issued
  const isDelivered = request.code === 3 || request.code === 4
  return {
    kind: 'record',
    serverRequestId,
    clockOffsetMs,
    record: {
      hash: requestHash,
      // An unknown code carries no information (interface 3).
      statusCode: request.code > 7 ? null : (request.code as StatusCode),
      originChainId: quoteRequest.originChainId,
      destinationChainId: quoteRequest.destinationChainId,
      inputToken: quoteRequest.inputToken,
      inputAmount: quoteRequest.inputAmount,
      outputToken: quoteRequest.outputToken,
      userAddress: quoteRequest.userAddress as Address,
      receiverAddress: quoteRequest.receiverAddress,
      sourceTransactionHash: request.sourceHash,
      hasSourcePayment: request.sourceHash !== null,
      destinationTransactionHash: request.destinationHash,
      refundTransactionHash: request.refundHash,
      refundChainId: request.refundChainId,
      fulfilledAmount: isDelivered ? String(minUnits) : null,
    },
  }
}
