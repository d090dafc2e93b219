import { permit2Address } from '../chains/chain-book.ts'
import type { RequestStruct } from '../chains/ledger.ts'
import { toContractStruct } from '../chains/request-struct.ts'
import { primaryType, requestTypes, requestTypesIn } from '../chains/request-types.ts'
import { withServiceNames } from '../chains/service-names.ts'
import type { Quoted } from './book.ts'
import { isRecord } from './json-pointer.ts'
import type { QuoteParams } from './quote-params.ts'
import { type StructParts, wireDeadline } from './request-struct.ts'
import { wireAddress } from './wire-token.ts'

/** The `signTypedData` of a request (interface 2): Permit2's permit with the request as its witness. */
export function signTypedData(params: QuoteParams, parts: StructParts, witness: RequestStruct) {
  return {
    domain: {
      name: 'Permit2',
      chainId: params.originChainId,
      verifyingContract: wireAddress(permit2Address, parts.shape),
    },
    types: requestTypes[parts.kind],
    values: {
      permitted: { token: wireAddress(params.inputToken, parts.shape), amount: String(params.inputUnits) },
      spender: wireAddress(parts.chain.gateway, parts.shape),
      nonce: parts.nonce,
      deadline: wireDeadline(parts),
      witness,
    },
  }
}

/** The same message for viem, rebuilt from the book, to recover its signer. */
export function permitMessage({ kind, struct, request: params, input }: Quoted, word: string) {
  const basicReq = isRecord(struct.basicReq) ? struct.basicReq : {}
  return {
    domain: { name: 'Permit2', chainId: params.originChainId, verifyingContract: permit2Address },
    types: requestTypesIn(word)[kind],
    primaryType,
    message: {
      permitted: { token: input.address, amount: params.inputUnits },
      spender: basicReq.exchangeGateway,
      nonce: BigInt(String(basicReq.nonce)),
      deadline: BigInt(String(basicReq.deadline)),
      witness: withServiceNames(toContractStruct(kind, struct), word),
    },
  } as const
}
