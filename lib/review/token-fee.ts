import { isAddress, nativeAddress, sameHex } from '../base/hex.ts'
import { walletAsk } from '../service/quote-request.ts'
import type { ReviewPorts } from './review.ts'
import type { CheckedTerms } from './terms-input.ts'

/**
 * Returns what of the input would arrive where it goes, smallest unit, if the token keeps a part of what is moved (L6);
 * null where everything would, where nothing is sent from here, or where nobody can say.
 */
export async function shortArrival(
  { deal, reviewed }: CheckedTerms,
  { chain }: Pick<ReviewPorts, 'chain'>,
): Promise<string | null> {
  // A deposit from elsewhere is sent by others.
  if (deal.signTypedData === null && deal.txData === null) return null
  const { originChainId, inputToken, inputAmount, userAddress } = walletAsk(reviewed.ask)
  const to = deal.signTypedData?.values.spender ?? deal.deposit?.address ?? deal.txData?.to
  if (sameHex(inputToken, nativeAddress) || !isAddress(to)) return null
  const units = BigInt(inputAmount)
  const arrived = await chain.arrivingUnits(originChainId, inputToken, userAddress, to, units)
  return arrived === null || arrived >= units ? null : arrived.toString()
}
