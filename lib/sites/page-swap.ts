import * as v from 'valibot'
import { isDigitString } from '../base/decimal.ts'
import { canonicalAddress } from '../base/ethereum.ts'
import {
  type Address,
  type AddressFormat,
  getAddressFormat,
  isAddress,
  isNonEvmAddress,
  isSameAddress,
  nativeAddress,
  zeroAddress,
} from '../base/hex.ts'
import type { Decoded } from '../base/shapes.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import { isStopUnknown } from '../order/describe-money.ts'
import { describeState } from '../order/describe-state.ts'
import type { Order } from '../order/order.ts'
import { refundChainOf } from '../order/order-facts.ts'
import { readReceiver } from '../quote/receiver.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request-shape.ts'
import { statusCodes, statusNames } from '../service/status-codes.ts'
import type { Chain } from '../service/token.ts'
import type {
  FerryChain,
  FerryDeal,
  FerryErrorCode,
  FerryErrorReason,
  FerrySwap,
} from './ferry-provider.d.ts'
import type { Proposal, ProposedSwap } from './sites.ts'

/** The swap for the page that proposed it. About the user it holds only facts that the chains show of the swap. */
export function pageSwap(proposal: Proposal, order: Order | null): FerrySwap {
  const { swapId, reference, state } = proposal
  if (state !== 'confirmed') return { swapId, reference, state, ...unknownDetails }
  // This browser has lost the order.
  if (order === null) return { swapId, reference, state: 'unknown', ...unknownDetails }
  const { statusCode } = order
  const described = describeState(order)
  return {
    swapId,
    reference,
    // A page may ask for another payment after `declined`.
    state: isStopUnknown(order) ? 'unknown' : described.pageState,
    verified: described.isProvenOnChain,
    requestHash: order.terms.requestHash,
    statusCode,
    statusName: statusCode === null ? null : statusNames[statusCode],
    sourceTransactionHash: order.sourceTransactionHash,
    destinationTransactionHash: order.destinationTransactionHash,
    refundTransactionHash: order.refundTransactionHash,
    refundChainId: statusCode === statusCodes.refunded ? refundChainOf(order) : null,
    asProposed: isAsProposed(proposal.swap, order.reviewed.request),
    deal: confirmedTermsOf(order),
  }
}

/** A page that names no receiver means the user. */
function isAsProposed(swap: ProposedSwap, request: ResolvedQuoteRequest): boolean {
  return (
    swap.originChainId === request.originChainId &&
    swap.destinationChainId === request.destinationChainId &&
    isSameAddress(swap.inputToken, request.inputToken) &&
    swap.inputAmount === request.inputAmount &&
    isSameAddress(swap.outputToken, request.outputToken) &&
    isSameAddress(swap.receiverAddress ?? request.userAddress, request.receiverAddress)
  )
}

function confirmedTermsOf({ terms, reviewed: { request } }: Order): FerryDeal {
  const { originChainId, destinationChainId, inputToken, inputAmount, outputToken, receiverAddress } = request
  return {
    originChainId,
    destinationChainId,
    inputToken,
    inputAmount,
    outputToken,
    receiverAddress,
    minOutputAmount: terms.minAmountOut,
    outputAmount: terms.promisedAmount,
  }
}

const unknownDetails = {
  verified: false,
  requestHash: null,
  statusCode: null,
  statusName: null,
  sourceTransactionHash: null,
  destinationTransactionHash: null,
  refundTransactionHash: null,
  refundChainId: null,
  asProposed: null,
  deal: null,
} as const

/** The error of a request. It names no id, no address and no version (M11). */
export interface PageError {
  readonly code: FerryErrorCode
  readonly message: string
  /** `field` names the parameter, like `params[0].inputAmount`. */
  readonly data: { readonly reason: FerryErrorReason; readonly field?: string }
}

export class PageRefusal extends Error {
  override readonly name = 'PageRefusal'
  readonly data: PageError

  constructor(code: FerryErrorCode, reason: FerryErrorReason, message: string, field?: string) {
    super(message)
    this.data = { code, message, data: field === undefined ? { reason } : { reason, field } }
  }
}

const expectedValues: { readonly [name: string]: string } = {
  originChainId: 'a chain id as a number, like 10',
  destinationChainId: 'a chain id as a number, like 10',
  inputToken: 'the address of a token, as a text',
  outputToken: 'the address of a token, as a text',
  inputAmount: 'digits of the smallest unit, like "1500000"',
  receiverAddress: 'an address, as a text',
  reference: 'a text of at most 64 characters',
  swapId: 'the id of a swap, as a text',
}

/** Returns the refusal of one field. It quotes a short value of the page, but never an address (M11). */
export function refuseField(
  field: string,
  value: unknown,
  reason: FerryErrorReason = 'invalidField',
  expected: string = expectedValues[field.slice(field.lastIndexOf('.') + 1)] ?? 'something else',
): PageRefusal {
  const text = JSON.stringify(value) ?? 'nothing'
  const got = text.length > 40 || text.includes('0x') ? '' : `, got ${text}`
  return new PageRefusal(-32602, reason, `${field}: expected ${expected}${got}`, field)
}

const chainId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const address = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128))

/** The swap of a page's request; only its types are checked. */
export const rawSwapShape = v.strictObject({
  originChainId: chainId,
  destinationChainId: chainId,
  inputToken: address,
  outputToken: address,
  inputAmount: v.custom<string>((value) => isDigitString(value) && value !== '0', 'digits above zero'),
  receiverAddress: v.exactOptional(address),
  reference: v.exactOptional(v.pipe(v.string(), v.maxLength(64))),
})
export type RawSwap = Decoded<typeof rawSwapShape>

/** A chain with its address format, where its record differs from the format of its id. Pages do not get the format. */
export interface ListedChain extends FerryChain {
  readonly addressFormat?: AddressFormat
}

/** Without a list, the chains of the deployment file. */
export function pageChains(chains: readonly Chain[] | null, deployment: Deployment): readonly ListedChain[] {
  if (chains === null) {
    return deployment.chains.map(({ chainId, name }) => ({ chainId, name, canSend: true, canReceive: true }))
  }
  return chains.map(({ chainId, name, addressFormat, sendingEnabled, receivingEnabled }) => {
    const canSend = sendingEnabled && chainConfig(deployment, chainId) !== null
    const chain = { chainId, name, canSend, canReceive: receivingEnabled }
    return addressFormat === undefined ? chain : { ...chain, addressFormat }
  })
}

/**
 * Returns the proposed swap with canonical addresses. `tokensThere` are token addresses of the destination chain, which
 * cannot be receivers. Throws `PageRefusal` with -32602. A page never learns whether an address imitates a known one.
 */
export function checkProposed(
  raw: RawSwap,
  chains: readonly ListedChain[],
  tokensThere: readonly string[],
): ProposedSwap {
  const { originChainId, destinationChainId, inputAmount } = raw
  const chainOf = (chainId: number) => chains.find((chain) => chain.chainId === chainId)
  const wrong = (name: keyof RawSwap, expected: string, reason?: FerryErrorReason) =>
    refuseField(`params[0].${name}`, raw[name], reason, expected)
  if (chainOf(originChainId)?.canSend !== true) {
    throw wrong('originChainId', 'a chain that Ferry can send from', 'unsupportedChain')
  }
  const destination = chainOf(destinationChainId)
  if (destination?.canReceive !== true) {
    throw wrong('destinationChainId', 'a chain that Ferry can receive on', 'unsupportedChain')
  }
  const form = getAddressFormat(destinationChainId, destination.addressFormat)
  const inputToken = evmToken(raw.inputToken)
  if (inputToken === null) throw wrong('inputToken', 'a token of the origin chain')
  const outputToken = tokenOn(form, raw.outputToken)
  if (outputToken === null) throw wrong('outputToken', 'a token of the destination chain')
  if (originChainId === destinationChainId && inputToken === outputToken) {
    throw wrong('outputToken', 'another token than inputToken')
  }
  const receiverAddress =
    raw.receiverAddress === undefined
      ? null
      : receiverOn(form, raw.receiverAddress, [outputToken, ...tokensThere])
  if (raw.receiverAddress !== undefined && receiverAddress === null) {
    throw wrong('receiverAddress', 'an address that can receive on the destination chain')
  }
  return { originChainId, destinationChainId, inputToken, outputToken, inputAmount, receiverAddress }
}

function evmToken(text: string): Address | null {
  const address =
    isAddress(text) && isSameAddress(text, nativeAddress) ? nativeAddress : canonicalAddress(text)
  return address === zeroAddress ? null : address
}

function tokenOn(form: AddressFormat, text: string): string | null {
  if (form === 'evm' || isAddress(text)) return evmToken(text)
  return isNonEvmAddress(text) ? text : null
}

function receiverOn(form: AddressFormat, text: string, tokens: readonly string[]): string | null {
  const { address, fault } = readReceiver(form, text, tokens)
  return fault !== null || text !== text.trim() ? null : address
}

export type PageRequest =
  | { readonly method: 'ferry_getCapabilities' }
  | { readonly method: 'ferry_proposeSwap'; readonly swap: RawSwap }
  | {
      readonly method: 'ferry_getSwap' | 'ferry_cancelProposal' | 'ferry_showProposal'
      readonly swapId: string
    }
