import { compareDecimal, isDecimalText, maxFeeBps } from '../base/decimal.ts'
import {
  type Address,
  type AddressFormat,
  type ChainAddressFormats,
  getAddressFormat,
  isAddress,
} from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { depositTexts, idNames, type OptionName, withOption } from './quote-options.ts'
import type { QuoteOptions, ResolvedQuoteRequest, ViewQuoteRequest } from './quote-request-shape.ts'

/** The request to the quote endpoint (interface 4.4). */
export interface QuoteRequest extends ViewQuoteRequest {
  /** The origin's address format, if its chain record contradicts the format that its id suggests. */
  readonly originFormat?: AddressFormat
  readonly destinationFormat?: AddressFormat
}

export function originFormatOf(request: Pick<QuoteRequest, 'originChainId' | 'originFormat'>): AddressFormat {
  return getAddressFormat(request.originChainId, request.originFormat)
}

export function destinationFormatOf(
  request: Pick<QuoteRequest, 'destinationChainId' | 'destinationFormat'>,
): AddressFormat {
  return getAddressFormat(request.destinationChainId, request.destinationFormat)
}

export function addressFormatsOf(
  request: Pick<QuoteRequest, 'originChainId' | 'originFormat' | 'destinationChainId' | 'destinationFormat'>,
): ChainAddressFormats {
  const { originChainId, originFormat, destinationChainId, destinationFormat } = request
  return { [originChainId]: originFormat, [destinationChainId]: destinationFormat }
}

export function withAddressFormats(request: ViewQuoteRequest, forms: ChainAddressFormats): QuoteRequest {
  const originFormat = forms[request.originChainId]
  const destinationFormat = forms[request.destinationChainId]
  return {
    ...request,
    ...(originFormat === undefined ? {} : { originFormat }),
    ...(destinationFormat === undefined ? {} : { destinationFormat }),
  }
}

export interface WalletQuoteRequest extends ResolvedQuoteRequest {
  readonly userAddress: Address
  readonly inputToken: Address
}

/** Throws `walletNotConnected` without an account, and `routeUnusable` if the input token is not on an EVM chain. */
export function walletQuoteRequest(request: ResolvedQuoteRequest): WalletQuoteRequest {
  const { userAddress, inputToken } = request
  if (userAddress === null) throw new Problem('walletNotConnected')
  if (!isAddress(inputToken)) throw new Problem('routeUnusable', { facts: { reason: 'unsupported' } })
  return { ...request, userAddress, inputToken }
}

/** The largest call on the receiver, in bytes. As hex it fits into every request, and into the URL of a quote. */
export const maxPayloadBytes = 16_384

/** If no route is left, the view names these filters and offers to remove each with one click. */
export const filterNames = [
  'disableAuto',
  'disableSwapping',
  ...idNames,
  'exchange',
  'exclusiveTransmitter',
  'destinationPayload',
] as const satisfies readonly OptionName[]

/* Options by their kind of input: switches, texts, or choices from a chain's lists. */
export const flagNames = [
  'enableManual',
  'enableMultipleAutoRoutes',
  'useInbox',
  'refuel',
  'disableAuto',
  'disableSwapping',
] as const satisfies readonly OptionName[]
export const depositFlags = ['enableDepositAddress', 'useDepositAddress'] as const
export const textNames = [
  'destinationPayload',
  'destinationGasLimit',
  'feeBps',
  'feeTakerAddress',
  'delegateAddress',
  'exclusiveTransmitter',
  'exchange',
  'solanaSponsorAddress',
] as const satisfies readonly OptionName[]
/** Options that filter manual routes, and direct routes where a deployment has them (interface 4.4). */
const manualFilters = ['disableSwapping', ...idNames] as const

export function hasUnusedManualFilter(options: QuoteOptions): boolean {
  return options.enableManual !== true && manualFilters.some((name) => options[name] !== undefined)
}

export type FlagName = (typeof flagNames)[number] | (typeof depositFlags)[number]
export type TextName = (typeof textNames)[number] | (typeof depositTexts)[number]
export type IdName = (typeof idNames)[number]

/** Options that concern one swap only, such as recipients of some part of it. They are reset for the next swap. */
const oneSwapNames: readonly OptionName[] = [...textNames, ...depositTexts, 'enableDepositAddress', 'refuel']

/** These ids are sent joined by commas. */
export function isVenueId(text: string): boolean {
  return /^[A-Za-z0-9._:/@+-]{1,64}$/.test(text)
}

/** As people write it: `Gate.io`, `Binance US`, `Bank of Crypto (EU)`. */
export function isExchangeName(text: string): boolean {
  return (
    text.length <= 64 &&
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.,&'’+()/-]*( [\p{L}\p{M}\p{N}.,&'’+()/-]+)*$/u.test(text)
  )
}

/** `cctp` is left out if its versions have ids of their own, since alone it matches none. */
export function bridgeChoices(bridges: readonly string[]): readonly string[] {
  const hasVersions = bridges.some((id) => id.startsWith('cctp-v'))
  return hasVersions ? bridges.filter((id) => id !== 'cctp') : bridges
}

export function removeOneSwapOptions(options: QuoteOptions): QuoteOptions {
  return oneSwapNames.reduce<QuoteOptions>((left, name) => withOption(left, name, undefined), options)
}

/** In display order. */
export function listSetOptions(options: QuoteOptions): readonly OptionName[] {
  const names: readonly OptionName[] = [
    ...textNames,
    ...depositTexts,
    ...depositFlags,
    ...flagNames,
    ...idNames,
  ]
  return names.filter((name) => options[name] !== undefined && options[name] !== false)
}

/** A call on the receiver is removed together with its gas limit. */
export function removeFilter(options: QuoteOptions, name: (typeof filterNames)[number]): QuoteOptions {
  const left = withOption(options, name, undefined)
  return name === 'destinationPayload' ? withOption(left, 'destinationGasLimit', undefined) : left
}

export function setMoreRoutes(options: QuoteOptions, isOn: boolean): QuoteOptions {
  const manual = withOption(options, 'enableManual', isOn ? true : undefined)
  const several = isOn && options.disableAuto !== true
  return withOption(manual, 'enableMultipleAutoRoutes', several ? true : undefined)
}

/** Short and plain, so that it can be typed by hand and every exchange accepts it. */
export function isPlainMemo(text: string): boolean {
  return /^[\x21-\x7e]{1,64}$/.test(text)
}

/** Allowed but unusual: services are known to refuse such a value, or it is easily mistyped. */
export function isUnusualOption(name: keyof QuoteOptions, value: string): boolean {
  if (name === 'feeBps') return isDecimalText(value) && compareDecimal(value, maxFeeBps) > 0
  // Stellar's text memo has 28 bytes. A number is shorter, a hash has 64 hex digits.
  return name === 'depositDestinationMemo' && !isPlainMemo(value)
}
