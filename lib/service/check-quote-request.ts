import { compareDecimal, isDecimalText } from '../base/decimal.ts'
import { isAddress, isHex, receiverForm } from '../base/hex.ts'
import { Problem, type ProblemCode } from '../base/problem.ts'
import { receiverBytes } from '../base/receiver-bytes.ts'
import type { Deployment } from '../deployment/deployment.ts'
import {
  asksDeposit,
  idNames,
  isExchangeName,
  isVenueId,
  mostPayloadBytes,
  type QuoteOptions,
  type QuoteRequest,
} from './quote-request.ts'

/** Most of what a fee may be, in basis points: what the deployment file allows an operator too. */
const mostFeeBps = '500'
const mostPayload = 2 + 2 * mostPayloadBytes
const mostIds = 100

/** What is looked at of a request. */
type Asked = Pick<QuoteRequest, 'originChainId' | 'userAddress' | 'receiverAddress' | 'options'>

const addressOptions = ['delegateAddress', 'feeTakerAddress', 'exclusiveTransmitter'] as const

/**
 * Refuses what the interface forbids before any request is made (interface 4.4): a value that cannot be right
 * (`optionInvalid` with the fact `name`) and options that do not go together, each under a code of its own.
 */
export function checkQuoteRequest(request: Asked, operatorFee: Deployment['fee']): void {
  const options = request.options ?? {}
  for (const name of wrongValues(request, options)) throw new Problem('optionInvalid', { facts: { name } })
  for (const [code, isForbidden] of forbidden(request, options, operatorFee)) {
    if (isForbidden) throw new Problem(code)
  }
}

function* forbidden(
  request: Asked,
  options: QuoteOptions,
  operatorFee: Deployment['fee'],
): Generator<readonly [ProblemCode, boolean]> {
  const isDeposit = asksDeposit(request)
  const origin = receiverForm(request.originChainId)
  const hasFee = options.feeBps !== undefined || options.feeTakerAddress !== undefined
  const hasPayload = options.destinationPayload !== undefined
  yield ['payloadNeedsGas', hasPayload !== (options.destinationGasLimit !== undefined)]
  yield ['feeNeedsBoth', (options.feeBps === undefined) !== (options.feeTakerAddress === undefined)]
  yield ['feeIsOperators', hasFee && operatorFee !== null]
  yield ['refundAddressMissing', options.enableDepositAddress === true && options.refundAddress === undefined]
  yield ['memoNotStellar', options.depositDestinationMemo !== undefined && origin !== 'stellar']
  const wantsAuto = options.useInbox === true || options.enableMultipleAutoRoutes === true
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
  if (refundAddress !== undefined && receiverBytes(request.originChainId, refundAddress) === null) {
    yield 'refundAddress'
  }
  const { depositDestinationMemo: memo, exchange, solanaSponsorAddress: sponsor } = options
  // Stellar's text memo is 28 bytes; a number is shorter, a hash is 64 hex digits.
  if (memo !== undefined && !/^[\x21-\x7e]{1,64}$/.test(memo)) yield 'depositDestinationMemo'
  if (exchange !== undefined && !isExchangeName(exchange)) yield 'exchange'
  if (sponsor !== undefined && receiverBytes(89999, sponsor) === null) yield 'solanaSponsorAddress'
}

function areIds(ids: readonly string[]): boolean {
  return ids.length > 0 && ids.length <= mostIds && ids.every(isVenueId)
}

function isFeeBps(text: string): boolean {
  return (
    isDecimalText(text) &&
    /^[0-9]{1,3}(\.[0-9]{1,3})?$/.test(text) &&
    compareDecimal(text, '0') > 0 &&
    compareDecimal(text, mostFeeBps) <= 0
  )
}
