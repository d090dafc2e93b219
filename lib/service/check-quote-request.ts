import { canReceive } from '../base/address-format.ts'
import { compareDecimal, feeBpsPattern } from '../base/decimal.ts'
import { type Address, isAddress, isHex, isSameHex } from '../base/hex.ts'
import { hasInvisibleCharacters } from '../base/invisible-characters.ts'
import { Problem, type ProblemCode } from '../base/problem.ts'
import type { Deployment } from '../deployment/schema.ts'
import {
  idNames,
  isExchangeName,
  isVenueId,
  maxPayloadBytes,
  originFormatOf,
  type QuoteRequest,
  requestsDeposit,
} from './quote-request.ts'
import type { QuoteOptions } from './quote-request-shape.ts'

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

const addressOptions = ['delegateAddress', 'feeTakerAddress', 'exclusiveTransmitter'] as const

/**
 * Refuses requests that the interface forbids before they are sent (interface 4.4): an impossible value
 * (`optionInvalid` with the fact `name`), or options that exclude each other, each pair with a code of its own.
 */
export function checkQuoteRequest(request: CheckedFields, limits: Limits): void {
  const options = request.options ?? {}
  for (const name of listInvalidOptions(request, options))
    throw new Problem('optionInvalid', { facts: { name } })
  for (const [code, isForbidden] of listForbiddenCombinations(request, options, limits)) {
    if (isForbidden) throw new Problem(code)
  }
}

function* listForbiddenCombinations(
  request: CheckedFields,
  options: QuoteOptions,
  { fee: operatorFee, wrappedNative }: Limits,
): Generator<readonly [ProblemCode, boolean]> {
  const isDeposit = requestsDeposit(request)
  const origin = originFormatOf(request)
  const hasFee = options.feeBps !== undefined || options.feeTakerAddress !== undefined
  const hasPayload = options.destinationPayload !== undefined
  yield ['payloadNeedsGas', hasPayload !== (options.destinationGasLimit !== undefined)]
  yield ['feeNeedsBoth', (options.feeBps === undefined) !== (options.feeTakerAddress === undefined)]
  yield ['feeIsOperators', hasFee && operatorFee !== null]
  yield ['refundAddressMissing', options.enableDepositAddress === true && options.refundAddress === undefined]
  yield ['memoNotStellar', options.depositDestinationMemo !== undefined && origin !== 'stellar']
  const requestsAuto = options.useInbox === true || options.enableMultipleAutoRoutes === true
  // The inbox would treat the token as the native currency and demand its amount as value.
  yield ['wrappedThroughInbox', options.useInbox === true && isSameHex(request.inputToken, wrappedNative)]
  yield ['autoIsOff', requestsAuto && options.disableAuto === true]
  yield ['allRoutesOff', options.disableAuto === true && options.enableManual !== true && !isDeposit]
  const isSponsored = origin === 'solana' && options.solanaSponsorAddress !== undefined
  yield ['depositOnly', origin !== 'evm' && !isDeposit && !isSponsored]
  yield [
    'depositReceiverMissing',
    isDeposit && request.receiverAddress === null && request.userAddress === null,
  ]
}

function* listInvalidOptions(request: CheckedFields, options: QuoteOptions): Generator<keyof QuoteOptions> {
  for (const name of addressOptions) {
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
  if (feeBps !== undefined && !isFeeBps(feeBps)) yield 'feeBps'
  if (refundAddress !== undefined && !canReceive(originFormatOf(request), refundAddress)) {
    yield 'refundAddress'
  }
  const { depositDestinationMemo: memo, exchange, solanaSponsorAddress: sponsor } = options
  if (memo !== undefined && !isMemo(memo)) yield 'depositDestinationMemo'
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
