import { type AbiParameter, decodeAbiParameters, encodeAbiParameters, toFunctionSelector } from 'viem'
import { lossPercent, worthOfUnits } from '../base/decimal.ts'
import { canonicalAddress } from '../base/ethereum.ts'
import { type Address, type Hex, nativeAddress, sameHex, zeroAddress } from '../base/hex.ts'
import type { Json, JsonObject } from '../base/json.ts'
import {
  type Deployment,
  pinnedContracts,
  type RequestType,
  sameAsset,
  type TypeMap,
} from '../deployment/deployment.ts'
import type { OrderTerms } from '../order/order-parts.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import { mostPayloadBytes } from '../service/quote-request.ts'
import type { AutoRoute } from '../service/quote-result.ts'
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

/** The largest call on the receiver, and four times what a request without one takes. */
const longestData = 2 + 2 * (mostPayloadBytes + 4_096)

/** What a call of `createRequest` says. */
interface CreateRequest {
  /** The request struct in the form of a witness: amounts as digit strings, addresses in lower case. */
  readonly witness: JsonObject
  readonly refundAddress: Address
}

/**
 * Reads the calldata of `createRequest(Request, address)`, whose struct is the pinned `Request`. Null unless the selector
 * is that of the kind and the bytes are exactly those that encoding the result again gives.
 *
 * @example decodeCreateRequest('SWAP_REQUEST', deployment.types.SWAP_REQUEST, '0x') // null
 */
export function decodeCreateRequest(kind: RequestType, pinned: TypeMap, data: Hex): CreateRequest | null {
  const parameters: readonly AbiParameter[] = [
    tupleOf(pinned, 'Request', 'request'),
    { name: 'refundAddress', type: 'address' },
  ]
  const selector = createRequestSelectors[kind]
  if (data.length > longestData || !data.toLowerCase().startsWith(selector)) return null
  if (
    toFunctionSelector({
      type: 'function',
      name: 'createRequest',
      inputs: parameters,
      outputs: [],
      stateMutability: 'payable',
    }) !== selector
  )
    return null
  const body: Hex = `0x${data.slice(10).toLowerCase()}`
  const values = decoded(parameters, body)
  if (values === null || encodeAbiParameters(parameters, values) !== body) return null
  const [request, refundAddress] = values
  return {
    witness: plain(request) as JsonObject,
    refundAddress: String(refundAddress).toLowerCase() as Address,
  }
}

function decoded(parameters: readonly AbiParameter[], body: Hex): readonly unknown[] | null {
  try {
    return decodeAbiParameters(parameters, body)
  } catch {
    // Any bytes may come; those that do not decode are no request.
    return null
  }
}

/**
 * Returns a struct of the pinned types as an ABI tuple.
 *
 * @example tupleOf(types, 'Request', 'request') // { name: 'request', type: 'tuple', components: […] }
 */
export function tupleOf(types: TypeMap, typeName: string, name: string): AbiParameter {
  const components = membersOf(types, typeName).map((member) =>
    types[member.type] === undefined
      ? { name: member.name, type: member.type }
      : tupleOf(types, member.type, member.name),
  )
  return { name, type: 'tuple', components }
}

function plain(value: unknown): Json {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.toLowerCase()
  return Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, plain(one)]))
}

/**
 * Reads the request struct that a deal signs, or that lies in its inbox calldata; null where it has none.
 *
 * @example requestOf(terms, deployment) // the struct, or null for a manual route
 */
export function requestOf(
  { requestType, signTypedData, txData }: Pick<OrderTerms, 'requestType' | 'signTypedData' | 'txData'>,
  { types }: Pick<Deployment, 'types'>,
): Json | null {
  if (signTypedData !== null) return signTypedData.values.witness ?? null
  if (requestType === null || txData === null) return null
  return decodeCreateRequest(requestType, types[requestType], txData.data)?.witness ?? null
}

/**
 * Reads the request struct of an automatic route: of what is signed, or of what is sent; null where it has none.
 *
 * @example requestOfRoute(route, deployment) // the struct
 */
export function requestOfRoute(
  {
    userOp,
    requestType,
    signTypedData,
    txData,
  }: Pick<AutoRoute, 'signTypedData' | 'txData' | 'requestType' | 'userOp'>,
  deployment: Pick<Deployment, 'types'>,
): Json | null {
  const isSent = userOp === 'tx'
  const parts = {
    requestType,
    signTypedData: isSent ? null : signTypedData,
    txData: isSent ? txData : null,
  }
  return requestOf(parts, deployment)
}

/**
 * Reads the delegate of a request, in lower case; null where it is the user, or where the request has none.
 *
 * @example delegateOf(request, user) // null, unless the request names another account
 */
export function delegateOf(request: Json | null, userAddress: string | null): Address | null {
  const delegate = canonicalAddress(member(member(request ?? undefined, 'basicReq'), 'delegate'))
  return sameHex(delegate, userAddress) ? null : delegate
}

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
  terms: Pick<OrderTerms, 'requestType' | 'signTypedData' | 'txData'>,
  deployment: Pick<Deployment, 'types'>,
): (SwapOnTheWay & { readonly token: { readonly address: Address } }) | null {
  const request = requestOf(terms, deployment) ?? undefined
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
  // Checked before (W-7): the token of the ask, or the one that wraps it.
  const named = canonicalAddress(member(member(witness, 'basicReq'), 'inputToken'))
  const isInput = address !== null && (sameHex(address, ask.inputToken) || address === named)
  const parties = [nativeAddress, ...pinnedContracts(chain), ask.userAddress, ask.receiverAddress]
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
  { request: ask, inputToken, minAmountOut, onTheWay }: ReviewedTerms,
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
