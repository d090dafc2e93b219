import { canReceive } from '../base/address-format.ts'
import { compareDecimal, feeBpsPattern } from '../base/decimal.ts'
import { type Address, isAddress, isHex, isSameHex } from '../base/hex.ts'
import { hasInvisibleCharacters } from '../base/invisible-characters.ts'
import { Problem } from '../base/problem.ts'
import type { ProblemCode } from '../base/problem-codes.ts'
import type { Deployment } from '../deployment/schema.ts'
import { idNames } from './quote-options.ts'
import {
  isExchangeName,
  isVenueId,
  maxPayloadBytes,
  originFormatOf,
  type QuoteRequest,
} from './quote-request.ts'
import type { QuoteOptions } from './quote-request-shape.ts'
import { requestsDeposit } from './swap-methods.ts'

/** 100 %, in basis points. A fee must be lower. The interface sets no bound. */
const wholeBps = '10000'
const maxMemoLength = 256
const maxPayloadLength = 2 + 2 * maxPayloadBytes
const maxIds = 100

interface Limits {
  readonly fee: Deployment['fee']
  readonly wrappedNative: Address | null
}

type CheckedFields = Pick<
  QuoteRequest,
  'originChainId' | 'originFormat' | 'inputToken' | 'userAddress' | 'receiverAddress' | 'options'
>

/** These options are addresses of EVM chains, on every origin. */
export const evmAddressOptions = ['delegateAddress', 'feeTakerAddress', 'exclusiveTransmitter'] as const

/** Options that the interface takes only together. */
const pairedOptions = [
  ['destinationPayload', 'destinationGasLimit'],
  ['feeBps', 'feeTakerAddress'],
] as const

/**
 * Refuses requests that the interface forbids before they are sent (interface 4.4): an impossible value
 * (`optionInvalid`), a missing second option (`optionMissing`), each with the fact `name`, or options that exclude
 * each other.
 */
export function checkQuoteRequest(request: CheckedFields, limits: Limits): void {
  const options = request.options ?? {}
  for (const name of listInvalidOptions(request, options, limits))
    throw new Problem('optionInvalid', { facts: { name } })
  for (const [one, other] of pairedOptions) {
    if ((options[one] === undefined) === (options[other] === undefined)) continue
    throw new Problem('optionMissing', { facts: { name: options[one] === undefined ? one : other } })
  }
  for (const [code, isForbidden] of listForbiddenCombinations(request, options, limits)) {
    if (isForbidden) throw new Problem(code)
  }
}

function* listForbiddenCombinations(
  request: CheckedFields,
  options: QuoteOptions,
  { wrappedNative }: Limits,
): Generator<readonly [ProblemCode, boolean]> {
  const isDeposit = requestsDeposit(request)
  const origin = originFormatOf(request)
  yield ['refundAddressMissing', options.enableDepositAddress === true && options.refundAddress === undefined]
  const requestsAuto = options.useInbox === true || options.enableMultipleAutoRoutes === true
  // The inbox would treat the token as the native currency and demand its amount as value.
  yield ['wrappedThroughInbox', options.useInbox === true && isSameHex(request.inputToken, wrappedNative)]
  const isAllOff = options.enableManual !== true && !isDeposit
  yield ['routesOff', options.disableAuto === true && (requestsAuto || isAllOff)]
  const isSponsored = origin === 'solana' && options.solanaSponsorAddress !== undefined
  yield ['chainNotPinned', origin !== 'evm' && !isDeposit && !isSponsored]
  yield [
    'depositReceiverMissing',
    isDeposit && request.receiverAddress === null && request.userAddress === null,
  ]
}

function* listInvalidOptions(
  request: CheckedFields,
  options: QuoteOptions,
  { fee: operatorFee }: Limits,
): Generator<keyof QuoteOptions> {
  for (const name of evmAddressOptions) {
    if (options[name] !== undefined && !isAddress(options[name])) yield name
  }
  for (const name of idNames) {
    if (options[name] !== undefined && !areIds(options[name])) yield name
  }
  const { destinationPayload: payload, destinationGasLimit: gas, feeBps, refundAddress } = options
  if (payload !== undefined && (!isHex(payload) || payload.length < 4 || payload.length > maxPayloadLength)) {
    yield 'destinationPayload'
  }
  if (gas !== undefined && !/^[1-9][0-9]{0,9}$/.test(gas)) yield 'destinationGasLimit'
  if (feeBps !== undefined && (!isFeeBps(feeBps) || operatorFee !== null)) yield 'feeBps'
  if (options.feeTakerAddress !== undefined && operatorFee !== null) yield 'feeTakerAddress'
  if (refundAddress !== undefined && !canReceive(originFormatOf(request), refundAddress)) {
    yield 'refundAddress'
  }
  const { depositDestinationMemo: memo, exchange, solanaSponsorAddress: sponsor } = options
  if (memo !== undefined && (!isMemo(memo) || originFormatOf(request) !== 'stellar'))
    yield 'depositDestinationMemo'
  if (exchange !== undefined && !isExchangeName(exchange)) yield 'exchange'
  if (sponsor !== undefined && !canReceive('solana', sponsor)) yield 'solanaSponsorAddress'
}

function areIds(ids: readonly string[]): boolean {
  return ids.length > 0 && ids.length <= maxIds && ids.every(isVenueId)
}

function isFeeBps(text: string): boolean {
  return feeBpsPattern.test(text) && compareDecimal(text, '0') > 0 && compareDecimal(text, wholeBps) < 0
}

function isMemo(text: string): boolean {
  return text.trim() !== '' && text.length <= maxMemoLength && !hasInvisibleCharacters(text)
}
