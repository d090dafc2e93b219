import { compareDecimal } from '../base/decimal.ts'
import { type Address, isAddress, isHex, sameHex } from '../base/hex.ts'
import { Problem, type ProblemCode } from '../base/problem.ts'
import { canReceive } from '../base/address-format.ts'
import { hasUnseen } from '../base/invisible-characters.ts'
import type { Deployment } from '../deployment/deployment.ts'
import {
  asksDeposit,
  feeBpsPattern,
  idNames,
  isExchangeName,
  isVenueId,
  mostPayloadBytes,
  originFormOf,
  type QuoteOptions,
  type QuoteRequest,
} from './quote-request.ts'

/** 100 %, in basis points. A fee must be lower. The interface sets no bound. */
const wholeBps = '10000'
const mostMemoLength = 256
const mostPayload = 2 + 2 * mostPayloadBytes
const mostIds = 100

/** The parts of a deployment that restrict quote requests. */
interface Limits {
  readonly fee: Deployment['fee']
  /** The wrapped native token of the origin chain; null if unknown. */
  readonly wrappedNative: Address | null
}

/** The checked fields of a request. */
type Asked = Pick<
  QuoteRequest,
  'originChainId' | 'originForm' | 'inputToken' | 'userAddress' | 'receiverAddress' | 'options'
>

const addressOptions = ['delegateAddress', 'feeTakerAddress', 'exclusiveTransmitter'] as const

/**
 * Refuses requests that the interface forbids before they are sent (interface 4.4): an impossible value
 * (`optionInvalid` with the fact `name`), or options that exclude each other, each pair with a code of its own.
 */
export function checkQuoteRequest(request: Asked, limits: Limits): void {
  const options = request.options ?? {}
  for (const name of wrongValues(request, options)) throw new Problem('optionInvalid', { facts: { name } })
  for (const [code, isForbidden] of forbidden(request, options, limits)) {
    if (isForbidden) throw new Problem(code)
  }
}

function* forbidden(
  request: Asked,
  options: QuoteOptions,
  { fee: operatorFee, wrappedNative }: Limits,
): Generator<readonly [ProblemCode, boolean]> {
  const isDeposit = asksDeposit(request)
  const origin = originFormOf(request)
  const hasFee = options.feeBps !== undefined || options.feeTakerAddress !== undefined
  const hasPayload = options.destinationPayload !== undefined
  yield ['payloadNeedsGas', hasPayload !== (options.destinationGasLimit !== undefined)]
  yield ['feeNeedsBoth', (options.feeBps === undefined) !== (options.feeTakerAddress === undefined)]
  yield ['feeIsOperators', hasFee && operatorFee !== null]
  yield ['refundAddressMissing', options.enableDepositAddress === true && options.refundAddress === undefined]
  yield ['memoNotStellar', options.depositDestinationMemo !== undefined && origin !== 'stellar']
  const wantsAuto = options.useInbox === true || options.enableMultipleAutoRoutes === true
  // The inbox would treat the token as the native currency and demand its amount as value.
  yield ['wrappedThroughInbox', options.useInbox === true && sameHex(request.inputToken, wrappedNative)]
  yield ['autoIsOff', wantsAuto && options.disableAuto === true]
  yield ['nothingAsked', options.disableAuto === true && options.enableManual !== true && !isDeposit]
  const isSponsored = origin === 'solana' && options.solanaSponsorAddress !== undefined
  yield ['depositOnly', origin !== 'evm' && !isDeposit && !isSponsored]
  yield [
    'depositReceiverMissing',
    isDeposit && request.receiverAddress === null && request.userAddress === null,
  ]
}

function* wrongValues(request: Asked, options: QuoteOptions): Generator<keyof QuoteOptions> {
  for (const name of addressOptions) {
    if (options[name] !== undefined && !isAddress(options[name])) yield name
  }
  for (const name of idNames) {
    if (options[name] !== undefined && !areIds(options[name])) yield name
  }
  const { destinationPayload: payload, destinationGasLimit: gas, feeBps, refundAddress } = options
  if (payload !== undefined && (!isHex(payload) || payload.length < 4 || payload.length > mostPayload)) {
    yield 'destinationPayload'
  }
  if (gas !== undefined && !/^[1-9][0-9]{0,9}$/.test(gas)) yield 'destinationGasLimit'
  if (feeBps !== undefined && !isFeeBps(feeBps)) yield 'feeBps'
  if (refundAddress !== undefined && !canReceive(originFormOf(request), refundAddress)) {
    yield 'refundAddress'
  }
  const { depositDestinationMemo: memo, exchange, solanaSponsorAddress: sponsor } = options
  if (memo !== undefined && !isMemo(memo)) yield 'depositDestinationMemo'
  if (exchange !== undefined && !isExchangeName(exchange)) yield 'exchange'
  if (sponsor !== undefined && !canReceive('solana', sponsor)) yield 'solanaSponsorAddress'
}

function areIds(ids: readonly string[]): boolean {
  return ids.length > 0 && ids.length <= mostIds && ids.every(isVenueId)
}

function isFeeBps(text: string): boolean {
  return feeBpsPattern.test(text) && compareDecimal(text, '0') > 0 && compareDecimal(text, wholeBps) < 0
}

/** A memo may contain any visible characters. */
function isMemo(text: string): boolean {
  return text.trim() !== '' && text.length <= mostMemoLength && !hasUnseen(text)
}
