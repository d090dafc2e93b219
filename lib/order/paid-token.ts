import { sameAddress } from '../base/hex.ts'
import type { Evidence } from '../chain/evidence.ts'
import type { ReviewedTerms } from '../quote/reviewed-terms.ts'
import type { Token } from '../service/token.ts'

/** Returns what the token of a payment is called and counted in; null where nobody said. */
export function paidToken(
  { chainId, token, paidIn }: Pick<Evidence, 'chainId' | 'token' | 'paidIn'>,
  { inputToken, outputToken }: Pick<ReviewedTerms, 'inputToken' | 'outputToken'>,
): Pick<Token, 'symbol' | 'decimals'> | null {
  const reviewed = [inputToken, outputToken].find(
    (one) => one.chainId === chainId && sameAddress(one.address, token),
  )
  return reviewed ?? paidIn ?? null
}
