import { type AbiParameter, encodeAbiParameters } from 'viem'
import { lossPercent, valueOfUnits } from '../base/decimal-math.ts'
import { canonicalAddress, decodeAbi, functionSelector } from '../base/ethereum.ts'
import { type Address, type Hex, isSameHex, nativeAddress, zeroAddress } from '../base/hex.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { pinnedContracts, sameAsset } from '../deployment/deployment.ts'
import type { Deployment, RequestType, TypeMap } from '../deployment/schema.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import type { OrderTerms } from '../quote/terms.ts'
import { maxPayloadBytes } from '../service/quote-request.ts'
import type { Token } from '../service/token.ts'
import {
  type CheckInput,
  type CheckLine,
  canonicalUint,
  checkLine,
  member,
  membersOf,
} from './check-report.ts'

/**
 * Selectors of the inbox's `createRequest` (wire shapes 11).
 *
 * @internal
 */
export const createRequestSelectors: { readonly [kind in RequestType]: Hex } = {
  SINGLE_OUTPUT_REQUEST: '0x4cdfec6e',
  SWAP_REQUEST: '0x7d9ead2b',
}

/** The largest payload for the receiver, plus four times the size of a request without one. */
const longestData = 2 + 2 * (maxPayloadBytes + 4_096)

/**
 * Decodes the calldata of `createRequest(Request, address)` with the pinned `Request`. Null unless the selector matches the
 * request type and encoding the result again gives exactly the same bytes.
 */
export function decodeCreateRequest(kind: RequestType, pinned: TypeMap, data: Hex) {
  const parameters: readonly AbiParameter[] = [
    tupleOf(pinned, 'Request', 'request'),
    { name: 'refundAddress', type: 'address' },
  ]
  const selector = createRequestSelectors[kind]
  if (data.length > longestData || !data.toLowerCase().startsWith(selector)) return null
  if (functionSelector('createRequest', parameters) !== selector) return null
  const body: Hex = `0x${data.slice(10).toLowerCase()}`
  const values: readonly unknown[] | null = decodeAbi(parameters, body)
  if (values === null || encodeAbiParameters(parameters, values) !== body) return null
  const [request, refundAddress] = values
  return {
    /** The request struct in the form of a witness: amounts as digit strings, addresses in lower case. */
    witness: toPlainJson(request) as JsonObject,
    refundAddress: String(refundAddress).toLowerCase() as Address,
  }
}

export function tupleOf(types: TypeMap, typeName: string, name: string): AbiParameter {
  const components = membersOf(types, typeName).map((member) =>
    types[member.type] === undefined
      ? { name: member.name, type: member.type }
      : tupleOf(types, member.type, member.name),
  )
  return { name, type: 'tuple', components }
}

function toPlainJson(value: unknown): Json {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.toLowerCase()
  return Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, toPlainJson(one)]))
}

/** Returns the request in the signed or sent bytes of order terms. Null if Ferry cannot read them. */
export function readRequest(
  { requestType, signTypedData, txData }: Pick<OrderTerms, 'requestType' | 'signTypedData' | 'txData'>,
  { types }: Pick<Deployment, 'types'>,
): Json | null {
  if (signTypedData !== null) return signTypedData.values.witness ?? null
  if (requestType === null || txData === null) return null
  return decodeCreateRequest(requestType, types[requestType], txData.data)?.witness ?? null
}

/** Reads the delegate of a request, in lower case. Null if it is the person's account, or if there is none. */
export function readDelegate(request: Json | null, userAddress: string | null): Address | null {
  const delegate = canonicalAddress(member(member(request, 'basicReq'), 'delegate'))
  return isSameHex(delegate, userAddress) ? null : delegate
}

/** The swap that a request makes on the origin chain, before anything goes to the destination. */
export interface IntermediateSwap {
  readonly token: Pick<Token, 'address'>
  readonly minUnits: string
}

/** Reads the swap on the origin chain from a checked request. Null if the input is not swapped there. */
export function readIntermediateSwap(
  request: Json | null,
): (IntermediateSwap & { readonly token: { readonly address: Address } }) | null {
  const address = canonicalAddress(member(request, 'swapOutputToken'))
  const units = canonicalUint(member(request, 'minSwapOutput'))
  const input = canonicalAddress(member(member(request, 'basicReq'), 'inputToken'))
  if (address === null || units === null || address === zeroAddress || address === input) return null
  return { token: { address }, minUnits: String(units) }
}

/**
 * Checks W-12. One of three cases must hold:
 *
 * - no token, and an amount of zero
 * - the input token itself, which is no swap, and at most the input amount
 * - an amount of another token, which is none of the contracts and accounts with another role in the swap
 */
export function* intermediateSwapLines(
  { request, chain }: Pick<CheckInput, 'request' | 'chain'>,
  witness: Json | undefined,
): Generator<CheckLine> {
  const address = canonicalAddress(member(witness, 'swapOutputToken'))
  const units = canonicalUint(member(witness, 'minSwapOutput')) ?? -1n
  // W-7 has checked this: it is the requested token, or the one that wraps it.
  const named = canonicalAddress(member(member(witness, 'basicReq'), 'inputToken'))
  const isInput = address !== null && (isSameHex(address, request.inputToken) || address === named)
  const parties = [nativeAddress, ...pinnedContracts(chain), request.userAddress, request.receiverAddress]
  const isParty = parties.some((one) => isSameHex(one, address))
  const isToken = address !== null && (isInput || !isParty)
  yield checkLine('W-12', 'witness.swapOutputToken', isToken)
  const [fewest, most] =
    address === zeroAddress ? [0n, 0n] : isInput ? [0n, BigInt(request.inputAmount)] : [1n, null]
  const isLeast = units >= fewest && (most === null || units <= most)
  yield checkLine('W-12', 'witness.minSwapOutput', isLeast)
}

/** True if a newer swap on the origin chain has another token than the displayed one, or a lower minimum. */
export function hasIntermediateSwapChanged(
  shown: IntermediateSwap | null | undefined,
  next: IntermediateSwap | null | undefined,
): boolean {
  if (!shown || !next) return Boolean(shown) !== Boolean(next)
  return !isSameHex(shown.token.address, next.token.address) || BigInt(next.minUnits) < BigInt(shown.minUnits)
}

/** Prices of one whole token in dollars by the chain's own feeds. Null if there is no credible one. */
interface FeedPrices {
  readonly feedInputPrice: string | null
  readonly feedIntermediatePrice: string | null
}

/**
 * Returns the loss of the swap on the origin chain in percent: the value of its least output against the value of the
 * input. Negative is a gain. Null if only the service could price it. The token of this swap may be refunded if the rest of
 * the swap fails.
 *
 * If it is the same asset as the one that arrives, it is compared with the least arriving amount, whose own loss is gated
 * separately.
 */
export function intermediateSwapLoss(
  deployment: Deployment,
  { request, inputToken, minAmountOut, intermediateSwap }: ReviewedTerms,
  { feedInputPrice, feedIntermediatePrice }: FeedPrices,
): string | null {
  if (intermediateSwap === undefined) return null
  const { originChainId: chainId, inputAmount } = request
  const { token, minUnits } = intermediateSwap
  const between = { chainId, address: token.address, units: minUnits }
  const given = sameAsset(deployment, { chainId, address: request.inputToken, units: inputAmount }, between)
  if (given !== null) return lossPercent(given.given, given.got)
  if (feedInputPrice !== null && feedIntermediatePrice !== null) {
    const inUsd = valueOfUnits(inputAmount, inputToken.decimals, feedInputPrice)
    return lossPercent(inUsd, valueOfUnits(minUnits, token.decimals, feedIntermediatePrice))
  }
  const end = { chainId: request.destinationChainId, address: request.outputToken, units: minAmountOut }
  const arriving = sameAsset(deployment, end, between)
  return arriving === null ? null : lossPercent(arriving.given, arriving.got)
}
