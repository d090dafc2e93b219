import { canonicalAddress } from '../base/checksum.ts'
import { lossPercent, worthOfUnits } from '../base/decimal.ts'
import { nativeAddress, sameHex, zeroAddress } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { sameAsset } from '../deployment/same-asset.ts'
import type { OrderTerms } from '../order/order.ts'
import type { ReviewedTerms } from '../quote/reviewed-terms.ts'
import type { Token } from '../service/token.ts'
import { canonicalUint, member } from './canonical.ts'
import { type CheckInput, type CheckLine, checkLine } from './check-report.ts'
import { requestOf } from './create-request.ts'

/** What a request swaps its input into on the origin chain, before anything goes to the destination. */
export interface SwapOnTheWay {
  readonly token: Pick<Token, 'address'>
  /** The least of it, smallest unit. */
  readonly minUnits: string
}

/**
 * Reads the swap on the way of a deal whose request was checked; null where its input goes on as it is.
 *
 * @example onTheWayOf(terms, deployment)?.minUnits // digits; undefined where the input goes on as it is
 */
export function onTheWayOf(
  deal: Pick<OrderTerms, 'requestType' | 'signTypedData' | 'txData'>,
  deployment: Pick<Deployment, 'types'>,
): SwapOnTheWay | null {
  const request = requestOf(deal, deployment) ?? undefined
  const address = canonicalAddress(member(request, 'swapOutputToken'))
  const units = canonicalUint(member(request, 'minSwapOutput'))
  const input = canonicalAddress(member(member(request, 'basicReq'), 'inputToken'))
  if (address === null || units === null || address === zeroAddress || address === input) return null
  return { token: { address }, minUnits: String(units) }
}

/**
 * Checks W-12: no token and nothing of it; or the input itself, which is no swap, and no more than goes in; or some of
 * a token that is none of the contracts and accounts which have another part in the swap.
 *
 * @example const report = reportOf(onTheWayLines(input, values.witness))
 */
export function* onTheWayLines(
  { ask, chain }: Pick<CheckInput, 'ask' | 'chain'>,
  witness: Json | undefined,
): Generator<CheckLine> {
  const found = member(witness, 'swapOutputToken')
  const least = member(witness, 'minSwapOutput')
  const address = canonicalAddress(found)
  const units = canonicalUint(least) ?? -1n
  const isInput = sameHex(address, ask.inputToken)
  const parties = [
    ...[nativeAddress, chain.permit2, chain.multicall3, ask.userAddress, ask.receiverAddress],
    ...[...chain.gateways, ...chain.inboxes, ...chain.manualTargets],
  ]
  const isParty = parties.some((one) => sameHex(one, address))
  const isToken = address !== null && (isInput || !isParty)
  yield checkLine('W-12', 'witness.swapOutputToken', isToken, found, 'a token of the origin chain, or none')
  const [fewest, most] =
    address === zeroAddress ? [0n, 0n] : isInput ? [0n, BigInt(ask.inputAmount)] : [1n, null]
  const isLeast = units >= fewest && (most === null || units <= most)
  yield checkLine('W-12', 'witness.minSwapOutput', isLeast, least, most === 0n ? '0' : 'an amount of it')
}

/**
 * Tells whether a newer swap on the way is another one than was shown, or may bring less of its token.
 *
 * @example isOtherOnTheWay({ token, minUnits: '10' }, { token, minUnits: '9' }) // true
 */
export function isOtherOnTheWay(
  shown: SwapOnTheWay | null | undefined,
  next: SwapOnTheWay | null | undefined,
): boolean {
  if (!shown || !next) return Boolean(shown) !== Boolean(next)
  return !sameHex(shown.token.address, next.token.address) || BigInt(next.minUnits) < BigInt(shown.minUnits)
}

/** Dollars of one whole by the chain's own feeds; null where there is none to believe. */
interface FedPrices {
  readonly fedInput: string | null
  readonly fedOnTheWay: string | null
}

/**
 * Returns by how much the least on the way is worth less than what is given, as a percentage; negative is a gain, null
 * where nobody but the service could say. What stands on the way is what may come back where the rest of the swap
 * fails.
 *
 * Where it is the very thing that arrives, it is held against the least that arrives: what that loses is weighed by itself.
 *
 * @example lossOnTheWay(deployment, reviewed, { fedInput: '1', fedOnTheWay: '1' }) // '0.40', or null
 */
export function lossOnTheWay(
  deployment: Deployment,
  { ask, inputToken, minAmountOut, onTheWay }: ReviewedTerms,
  { fedInput, fedOnTheWay }: FedPrices,
): string | null {
  if (onTheWay === undefined) return null
  const { originChainId: chainId, inputAmount } = ask
  const { token, minUnits } = onTheWay
  const between = { chainId, address: token.address, units: minUnits }
  const given = sameAsset(deployment, { chainId, address: ask.inputToken, units: inputAmount }, between)
  if (given !== null) return lossPercent(given.given, given.got)
  if (fedInput !== null && fedOnTheWay !== null) {
    const inUsd = worthOfUnits(inputAmount, inputToken.decimals, fedInput)
    return lossPercent(inUsd, worthOfUnits(minUnits, token.decimals, fedOnTheWay))
  }
  const end = { chainId: ask.destinationChainId, address: ask.outputToken, units: minAmountOut }
  const arriving = sameAsset(deployment, end, between)
  return arriving === null ? null : lossPercent(arriving.given, arriving.got)
}
