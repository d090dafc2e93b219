import { compareDecimal, isDecimalText } from '../base/decimal.ts'
import {
  type Address,
  type ChainForms,
  type Hex,
  isAddress,
  type ReceiverForm,
  receiverForm,
} from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { usualFeeBps } from '../deployment/deployment.ts'

/**
 * Every optional parameter of the quote (interface 4.4) under its own name. Each is sent only when it is set; what is
 * left out is the service's default. Lists travel joined by commas, booleans as `true` or `false`.
 */
export interface QuoteOptions {
  /** Who may act on a request in the user's place; the user where it is left out. */
  readonly delegateAddress?: Address
  /** Some of the destination chain's own currency comes along. */
  readonly refuel?: boolean
  /** Called on the receiver; goes only with `destinationGasLimit`. */
  readonly destinationPayload?: Hex
  /** Digit string. */
  readonly destinationGasLimit?: string
  /** Basis points as decimal text (`3.5`); goes only with `feeTakerAddress`. */
  readonly feeBps?: string
  readonly feeTakerAddress?: Address
  readonly enableManual?: boolean
  /** Manual routes without a swap on the way. */
  readonly disableSwapping?: boolean
  readonly disableAuto?: boolean
  /** Ids as the chain's `bridges` and `dexes` name them, never display names. */
  readonly includeBridges?: readonly string[]
  readonly excludeBridges?: readonly string[]
  readonly includeDexes?: readonly string[]
  readonly excludeDexes?: readonly string[]
  readonly exclusiveTransmitter?: Address
  /** A request that is sent to the inbox instead of being signed; automatic routes only. */
  readonly useInbox?: boolean
  readonly enableMultipleAutoRoutes?: boolean
  /** The older deposit flow, answered in `depositRoute`. */
  readonly useDepositAddress?: boolean
  /** The deposit flow, answered in `deposit`; goes only with `refundAddress`. */
  readonly enableDepositAddress?: boolean
  /** In the origin chain's own format. */
  readonly refundAddress?: string
  /** For the receiver; only where the origin is Stellar. */
  readonly depositDestinationMemo?: string
  /** Name of a centralised exchange: only networks it supports. */
  readonly exchange?: string
  /** Pays the fees of some same-chain swaps on Solana. */
  readonly solanaSponsorAddress?: string
}

/** What the user wants, as it is sent to the quote endpoint (interface 4.4). */
export interface QuoteRequest {
  readonly originChainId: number
  readonly destinationChainId: number
  /** Lower case on EVM chains; another chain's own form where only a deposit can pay. */
  readonly inputToken: string
  /** Digit string in the input token's smallest unit, above zero. */
  readonly inputAmount: string
  readonly outputToken: string
  /** Null while no wallet is connected: only a deposit can be made from such a quote, everything else is indicative. */
  readonly userAddress: Address | null
  readonly receiverAddress: string | null
  /** Decimal text, `0.5` is 0.5 %; null leaves it to the service. */
  readonly slippagePercent: string | null
  /** How addresses of the origin look, where its record says another form than its id hints. */
  readonly originForm?: ReceiverForm
  /** The same of the destination. */
  readonly destinationForm?: ReceiverForm
  readonly options?: QuoteOptions
}

/** Returns how addresses look on the chain that a request sends from. */
export function originFormOf(request: Pick<QuoteRequest, 'originChainId' | 'originForm'>): ReceiverForm {
  return receiverForm(request.originChainId, request.originForm)
}

/** Returns how addresses look on the chain that a request delivers to. */
export function destinationFormOf(
  request: Pick<QuoteRequest, 'destinationChainId' | 'destinationForm'>,
): ReceiverForm {
  return receiverForm(request.destinationChainId, request.destinationForm)
}

/** Returns what the records of a request's two chains say of their addresses. */
export function formsOf(
  request: Pick<QuoteRequest, 'originChainId' | 'originForm' | 'destinationChainId' | 'destinationForm'>,
): ChainForms {
  const { originChainId, originForm, destinationChainId, destinationForm } = request
  return { [originChainId]: originForm, [destinationChainId]: destinationForm }
}

/** A request as a view makes it: how addresses look it leaves to the background, which knows the records of the chains. */
export type ViewQuoteRequest = Omit<QuoteRequest, 'originForm' | 'destinationForm'>

/** Returns a request with what the records of its two chains say of their addresses. */
export function withForms(request: ViewQuoteRequest, forms: ChainForms): QuoteRequest {
  const originForm = forms[request.originChainId]
  const destinationForm = forms[request.destinationChainId]
  return {
    ...request,
    ...(originForm === undefined ? {} : { originForm }),
    ...(destinationForm === undefined ? {} : { destinationForm }),
  }
}

/** A request whose receiver is known: what a review shows and an order keeps. */
export interface ResolvedQuoteRequest extends QuoteRequest {
  readonly receiverAddress: string
}

/** A request that a wallet on an EVM chain pays for. */
export interface WalletQuoteRequest extends ResolvedQuoteRequest {
  readonly userAddress: Address
  readonly inputToken: Address
}

/** Tells whether the request is for a deposit address, by either of the two flows. */
export function asksDeposit({ options }: { readonly options?: QuoteOptions }): boolean {
  return options?.useDepositAddress === true || options?.enableDepositAddress === true
}

/** How a swap can go: by itself, by a transaction the user sends, or by a payment to an address. */
export type Way = 'auto' | 'manual' | 'deposit'

export const allWays: readonly Way[] = ['auto', 'manual', 'deposit']

/** Returns the ways that a quote with these options asks for. */
export function askedWays(options: QuoteOptions): readonly Way[] {
  const isAsked: { readonly [way in Way]: boolean } = {
    auto: options.disableAuto !== true,
    manual: options.enableManual === true,
    deposit: asksDeposit({ options }),
  }
  return allWays.filter((way) => isAsked[way])
}

/**
 * Returns the request as one that a wallet carries out. Throws `walletNotConnected` where it is made for nobody, as that of
 * a deposit from elsewhere, and `routeNotHere` where its token is of another kind of chain, which no wallet here pays with.
 */
export function walletQuoteRequest(request: ResolvedQuoteRequest): WalletQuoteRequest {
  const { userAddress, inputToken } = request
  if (userAddress === null) throw new Problem('walletNotConnected')
  if (!isAddress(inputToken)) throw new Problem('routeNotHere')
  return { ...request, userAddress, inputToken }
}

/** The largest call on the receiver that may be asked for: it has room in every request, in hex, and in a quote's address. */
export const mostPayloadBytes = 16_384

export type OptionName = keyof QuoteOptions

/** What narrows the routes there are: named, and lifted with one click, where none is left. */
export const filterNames = [
  'disableAuto',
  'disableSwapping',
  'includeBridges',
  'excludeBridges',
  'includeDexes',
  'excludeDexes',
  'exchange',
  'exclusiveTransmitter',
  'destinationPayload',
] as const satisfies readonly OptionName[]

/* How the options are set by hand: switched, typed, or taken from a chain's lists. */
export const flagNames = [
  'enableManual',
  'enableMultipleAutoRoutes',
  'useInbox',
  'refuel',
  'disableAuto',
  'disableSwapping',
] as const satisfies readonly OptionName[]
export const depositFlags = [
  'enableDepositAddress',
  'useDepositAddress',
] as const satisfies readonly OptionName[]
export const depositTexts = [
  'refundAddress',
  'depositDestinationMemo',
] as const satisfies readonly OptionName[]
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
export const idNames = [
  'includeBridges',
  'excludeBridges',
  'includeDexes',
  'excludeDexes',
] as const satisfies readonly OptionName[]

/** What narrows manual routes, and direct ones where a deployment has them (interface 4.4). */
const manualFilters = ['disableSwapping', ...idNames] as const satisfies readonly OptionName[]

/** Tells whether a filter of manual routes is set while none are requested. */
export function lacksManual(options: QuoteOptions): boolean {
  return options.enableManual !== true && manualFilters.some((name) => options[name] !== undefined)
}

export type FlagName = (typeof flagNames)[number] | (typeof depositFlags)[number]
export type TextName = (typeof textNames)[number] | (typeof depositTexts)[number]
export type IdName = (typeof idNames)[number]

/** What is said of one swap: where something of it goes, what it takes along. The next swap is asked for without it. */
const oneSwapNames: readonly OptionName[] = [...textNames, ...depositTexts, 'enableDepositAddress']

/** What holds for one chain to send from only. */
export const originNames: readonly OptionName[] = [...idNames, ...depositTexts, 'solanaSponsorAddress']

/** Tells whether a text can be the id of a bridge or an exchange: such ids travel joined by commas. */
export function isVenueId(text: string): boolean {
  return /^[A-Za-z0-9._:/@+-]{1,64}$/.test(text)
}

/**
 * Tells whether a text can be the name of an exchange, as people write it: `Gate.io`, `Binance US`, `Bank of Crypto
 * (EU)`.
 */
export function isExchangeName(text: string): boolean {
  return (
    text.length <= 64 &&
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.,&'’+()/-]*( [\p{L}\p{M}\p{N}.,&'’+()/-]+)*$/u.test(text)
  )
}

/**
 * Returns a chain's bridges as they can be chosen: `cctp` alone means none where its versions have ids of their own.
 */
export function bridgeChoices(bridges: readonly string[]): readonly string[] {
  const hasVersions = bridges.some((id) => id.startsWith('cctp-v'))
  return hasVersions ? bridges.filter((id) => id !== 'cctp') : bridges
}

/** Returns the options with one of them set; `undefined` leaves it out again. */
export function withOption<N extends OptionName>(
  options: QuoteOptions,
  name: N,
  value: QuoteOptions[N] | undefined,
): QuoteOptions {
  const { [name]: _before, ...others } = options
  return value === undefined ? others : { ...others, [name]: value }
}

/** Returns what stays of the options when another chain is sent from. */
export function withoutOrigin(options: QuoteOptions): QuoteOptions {
  return originNames.reduce<QuoteOptions>((left, name) => withOption(left, name, undefined), options)
}

/** Returns what stays of the options once a swap with them is on its way. */
export function withoutOneSwap(options: QuoteOptions): QuoteOptions {
  return oneSwapNames.reduce<QuoteOptions>((left, name) => withOption(left, name, undefined), options)
}

/** Returns the options that are set, in the order in which they are shown. */
export function setNames(options: QuoteOptions): readonly OptionName[] {
  const names: readonly OptionName[] = [
    ...textNames,
    ...depositTexts,
    ...depositFlags,
    ...flagNames,
    ...idNames,
  ]
  return names.filter((name) => options[name] !== undefined && options[name] !== false)
}

/** Returns the options without a filter; a call on the receiver goes with its gas limit. */
export function lifted(options: QuoteOptions, name: (typeof filterNames)[number]): QuoteOptions {
  const left = withOption(options, name, undefined)
  return name === 'destinationPayload' ? withOption(left, 'destinationGasLimit', undefined) : left
}

/** Adds routes the user sends themselves, and several automatic ones where those are not switched off. */
export function moreRoutes(options: QuoteOptions, isOn: boolean): QuoteOptions {
  const manual = withOption(options, 'enableManual', isOn ? true : undefined)
  const several = isOn && options.disableAuto !== true
  return withOption(manual, 'enableMultipleAutoRoutes', several ? true : undefined)
}

/** Basis points as they are written: at most four digits before the dot. */
export const feeBpsPattern = /^[0-9]{1,4}(\.[0-9]{1,18})?$/

/** Tells whether a memo is short and plain: what is typed by hand, and taken by every exchange. */
export function isPlainMemo(text: string): boolean {
  return /^[\x21-\x7e]{1,64}$/.test(text)
}

/** Tells whether a value may be sent, but is one that services are known to refuse, or that is easily mistyped. */
export function isUnusualOption(name: keyof QuoteOptions, value: string): boolean {
  if (name === 'feeBps') return isDecimalText(value) && compareDecimal(value, usualFeeBps) > 0
  // Stellar's text memo is 28 bytes; a number is shorter, a hash is 64 hex digits.
  return name === 'depositDestinationMemo' && !isPlainMemo(value)
}
