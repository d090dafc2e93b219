import { canonicalAddress } from '../base/ethereum.ts'
import {
  type Address,
  isAddress,
  isOtherAddress,
  nativeAddress,
  type ReceiverForm,
  receiverForm,
  sameAddress,
  zeroAddress,
} from '../base/hex.ts'
import { chainConfig, type Deployment } from '../deployment/deployment.ts'
import type { Order } from '../order/order.ts'
import { refundChainOf } from '../order/order-facts.ts'
import { isProven, orderStateWords, type PageState } from '../order/order-state.ts'
import { readReceiver } from '../quote/receiver.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request.ts'
import { statusNames } from '../service/status-codes.ts'
import type { Chain } from '../service/token.ts'
import type { FerryErrorCode, FerryErrorReason } from './ferry-provider.d.ts'
import type { Proposal, ProposedSwap } from './sites.ts'

/** What the user confirmed, which may be another deal than the page proposed. Amounts are digit strings, smallest unit. */
interface PageDeal {
  readonly originChainId: number
  readonly destinationChainId: number
  readonly inputToken: string
  readonly inputAmount: string
  readonly outputToken: string
  readonly receiverAddress: string
  /** The least that may arrive. */
  readonly minOutputAmount: string
  /** What was promised about. */
  readonly outputAmount: string
}

/** A swap as the page that proposed it sees it: nothing of the user but what the chains tell of a swap. */
export interface PageSwap {
  readonly swapId: string
  readonly reference: string | null
  readonly state: PageState | 'proposed'
  /** The end was proven on chain; false while it is only reported. */
  readonly verified: boolean
  readonly requestHash: string | null
  readonly statusCode: number | null
  readonly statusName: string | null
  readonly sourceTransactionHash: string | null
  readonly destinationTransactionHash: string | null
  readonly refundTransactionHash: string | null
  /** Where the refund is: the origin, or the destination, where it went to the receiver; null where there is none. */
  readonly refundChainId: number | null
  /** Whether what was confirmed is what the page proposed, the receiver included. */
  readonly asProposed: boolean | null
  readonly deal: PageDeal | null
}

/** Returns the swap of a proposal; `order` is what it became. */
export function pageSwap(proposal: Proposal, order: Order | null): PageSwap {
  const { swapId, reference, state } = proposal
  if (state !== 'confirmed') return { swapId, reference, state, ...nothingKnown }
  // An order this browser has lost.
  if (order === null) return { swapId, reference, state: 'unknown', ...nothingKnown }
  const { statusCode } = order
  return {
    swapId,
    reference,
    state: orderStateWords(order).pageState,
    verified: isProven(order),
    requestHash: order.terms.requestHash,
    statusCode,
    statusName: statusCode === null ? null : statusNames[statusCode],
    sourceTransactionHash: order.sourceTransactionHash,
    destinationTransactionHash: order.destinationTransactionHash,
    refundTransactionHash: order.refundTransactionHash,
    refundChainId: statusCode === 7 ? refundChainOf(order) : null,
    asProposed: isAsProposed(proposal.swap, order.reviewed.request),
    deal: dealOf(order),
  }
}

/** A page that names no receiver means the user themselves. */
function isAsProposed(swap: ProposedSwap, ask: ResolvedQuoteRequest): boolean {
  return (
    swap.originChainId === ask.originChainId &&
    swap.destinationChainId === ask.destinationChainId &&
    sameAddress(swap.inputToken, ask.inputToken) &&
    swap.inputAmount === ask.inputAmount &&
    sameAddress(swap.outputToken, ask.outputToken) &&
    sameAddress(swap.receiverAddress ?? ask.userAddress, ask.receiverAddress)
  )
}

function dealOf({ terms, reviewed: { request: ask } }: Order): PageDeal {
  const { originChainId, destinationChainId, inputToken, inputAmount, outputToken, receiverAddress } = ask
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

const nothingKnown = {
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

/** What a page gets instead of a result; it names no id, no address and no version (M11). */
export interface PageError {
  readonly code: FerryErrorCode
  readonly message: string
  /** Absent where the page's Ferry is gone. `field` names the parameter, like `params[0].inputAmount`. */
  readonly data?: { readonly reason: FerryErrorReason; readonly field?: string }
}

/** A refusal of the page API as it is thrown. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal'
  readonly data: PageError

  constructor(code: FerryErrorCode, reason: FerryErrorReason, message: string, field?: string) {
    super(message)
    this.data = { code, message, data: field === undefined ? { reason } : { reason, field } }
  }
}

/** What a field of the request has to be, by its name. */
const expectedOf: { readonly [name: string]: string } = {
  originChainId: 'a chain id as a number, like 10',
  destinationChainId: 'a chain id as a number, like 10',
  inputToken: 'the address of a token, as a text',
  outputToken: 'the address of a token, as a text',
  inputAmount: 'digits of the smallest unit, like "1500000"',
  receiverAddress: 'an address, as a text',
  reference: 'a text of at most 64 characters',
  swapId: 'the id of a swap, as a text',
}

/** Returns the refusal of one field. A short value of the page's own is repeated to it; an address never is (M11). */
export function refuseField(
  field: string,
  value: unknown,
  reason: FerryErrorReason = 'invalidField',
  expected: string = expectedOf[field.slice(field.lastIndexOf('.') + 1)] ?? 'something else',
): PageRefusal {
  const text = JSON.stringify(value) ?? 'nothing'
  const got = text.length > 40 || text.includes('0x') ? '' : `, got ${text}`
  return new PageRefusal(-32602, reason, `${field}: expected ${expected}${got}`, field)
}

/** What a page said it wants, its shape checked and nothing else. */
export interface RawSwap {
  readonly originChainId: number
  readonly destinationChainId: number
  readonly inputToken: string
  readonly outputToken: string
  readonly inputAmount: string
  readonly receiverAddress?: string
  readonly reference?: string
}

/** A chain as a page is told of it. */
export interface PageChain {
  readonly chainId: number
  readonly name: string
  readonly canSend: boolean
  readonly canReceive: boolean
}

/** The same with how its addresses look, where its record says another form than its id hints. Pages do not get it. */
export interface ListedChain extends PageChain {
  readonly addressForm?: ReceiverForm
}

/**
 * Returns the chains of the service's list with what can be done there; without a list the chains of the deployment
 * file.
 */
export function pageChains(chains: readonly Chain[] | null, deployment: Deployment): readonly ListedChain[] {
  if (chains === null) {
    return deployment.chains.map(({ chainId, name }) => ({ chainId, name, canSend: true, canReceive: true }))
  }
  return chains.map(({ chainId, name, addressForm, sendingEnabled, receivingEnabled }) => {
    const canSend = sendingEnabled && chainConfig(deployment, chainId) !== null
    const chain = { chainId, name, canSend, canReceive: receivingEnabled }
    return addressForm === undefined ? chain : { ...chain, addressForm }
  })
}

/**
 * Returns the swap a page proposes, in our own spelling. `tokensThere` are the destination chain's tokens, which nobody
 * can receive at. Throws `PageRefusal` with -32602; whether an address imitates a known one is never told to a page.
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
  const form = receiverForm(destinationChainId, destination.addressForm)
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
  const address = isAddress(text) && sameAddress(text, nativeAddress) ? nativeAddress : canonicalAddress(text)
  return address === zeroAddress ? null : address
}

function tokenOn(form: ReceiverForm, text: string): string | null {
  if (form === 'evm' || isAddress(text)) return evmToken(text)
  return isOtherAddress(text) ? text : null
}

function receiverOn(form: ReceiverForm, text: string, tokens: readonly string[]): string | null {
  const { address, fault } = readReceiver(form, text, tokens)
  return fault !== null || text !== text.trim() ? null : address
}

interface OfOneSwap {
  readonly swapId: string
}

/** A request of a page whose shape was checked. */
export type PageRequest =
  | { readonly method: 'ferry_getCapabilities' }
  | { readonly method: 'ferry_proposeSwap'; readonly swap: RawSwap }
  | ({ readonly method: 'ferry_getSwap' } & OfOneSwap)
  | ({ readonly method: 'ferry_cancelProposal' } & OfOneSwap)
