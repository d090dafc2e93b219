import type { Address } from '../../lib/base/hex.ts'
import { requestInputs } from '../../lib/deployment/deployment.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { chainById } from './chains.ts'
import type { Ledger } from './ledger.ts'

/** For the native currency that includes its wrapped token, one for one. */
export function inputTokens({
  originChainId,
  inputToken,
}: Pick<QuoteRequest, 'originChainId' | 'inputToken'>): readonly Address[] {
  return requestInputs(chainById(originChainId), inputToken as Address)
}

export function heldInput(
  ledger: Ledger,
  request: Pick<QuoteRequest, 'originChainId' | 'inputToken'>,
  owner: string,
): bigint {
  return inputTokens(request).reduce(
    (units, token) => units + ledger.balance(request.originChainId, token, owner),
    0n,
  )
}
