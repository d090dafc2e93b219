import { compareDecimal } from '../base/decimal.ts'
import { nativeAddress, sameHex } from '../base/hex.ts'
import type { ReviewedTerms } from '../order/order.ts'
import { type Holding, shareOf } from '../service/holding.ts'

const wholeUnits = 10n ** 18n

/**
 * Dollars of one whole of the origin chain's own currency, from whatever values some of it: the quote's input, output and
 * fees, else a holding of the token list. Decimal text, six places, rounded down; null where nothing does.
 */
export function nativePriceInUsd(
  reviewed: Pick<ReviewedTerms, 'ask' | 'fees' | 'inputValueInUsd' | 'outputValueInUsd' | 'promisedAmount'>,
  holdings: readonly Holding[] | null,
): string | null {
  const { ask, fees } = reviewed
  const { originChainId, destinationChainId, inputToken, outputToken } = ask
  const valued = [
    value(originChainId, inputToken, ask.inputAmount, reviewed.inputValueInUsd),
    value(destinationChainId, outputToken, reviewed.promisedAmount, reviewed.outputValueInUsd),
    ...fees.map(({ token, amount, feeInUsd }) => value(token.chainId, token.address, amount, feeInUsd)),
    ...(holdings ?? []).map((one) => value(one.chainId, one.address, one.balance, one.balanceInUsd)),
  ]
  for (const { chainId, address, units, inUsd } of valued) {
    if (chainId !== originChainId || !sameHex(address, nativeAddress)) continue
    if (inUsd === null || compareDecimal(inUsd, '0') <= 0 || BigInt(units) === 0n) continue
    return shareOf(inUsd, wholeUnits.toString(), units)
  }
  return null
}

function value(chainId: number, address: string, units: string, inUsd: string | null) {
  return { chainId, address, units, inUsd }
}
