import { transferData } from '../base/ethereum.ts'
import {
  type Address,
  type Hex,
  isHash,
  isSameAddress,
  isSameHex,
  nativeAddress,
  zeroAddress,
} from '../base/hex.ts'
import { pinnedAddresses } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import { depositReserveSeconds, quoteReserveSeconds } from '../quote/held-quote.ts'
import { readReceiver } from '../quote/receiver.ts'
import type { DepositTerms } from '../quote/terms.ts'
import { originFormatOf } from '../service/quote-request.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request-shape.ts'
import type { Quote } from '../service/quote-shape.ts'
import type { DepositRoute, TxData } from '../service/route.ts'
import {
  type CheckedOutput,
  type CheckedQuote,
  type CheckInput,
  type CheckLine,
  type CheckReport,
  checkLine,
  reportOf,
} from './check-report.ts'

/** A quote lives for about a minute. A day or more means that the time is in other units. */
const maxQuoteLifeSeconds = 86_400

/** The input of the echo checks. A deposit may have no promised output and no known account. */
interface EchoInput {
  readonly request: ResolvedQuoteRequest
  readonly quote: CheckedQuote
  readonly route: { readonly output: CheckedOutput | null }
}

/** Checks X-1: the quote answers the request. */
export function* echoLines({ request, quote, route }: EchoInput): Generator<CheckLine> {
  const { input } = quote
  const token = route.output?.token
  const echo = (path: string, found: string | number | null, expected: string | number) =>
    checkLine('X-1', path, found === expected)
  const echoAddress = (path: string, found: string | null, expected: string) =>
    checkLine('X-1', path, isSameAddress(found, expected))

  yield echo('originChainId', quote.originChainId, request.originChainId)
  yield echo('destinationChainId', quote.destinationChainId, request.destinationChainId)
  if (request.userAddress !== null) yield echoAddress('userAddress', quote.userAddress, request.userAddress)
  yield echoAddress('receiverAddress', quote.receiverAddress, request.receiverAddress)
  yield echo('input.token.chainId', input.token.chainId, request.originChainId)
  yield echoAddress('input.token.address', input.token.address, request.inputToken)
  yield echo('input.amount', input.amount, request.inputAmount)
  if (token === undefined) return
  yield echo('autoRoute.output.token.chainId', token.chainId, request.destinationChainId)
  yield echoAddress('autoRoute.output.token.address', token.address, request.outputToken)
}

/**
 * Checks: the request hash matches the request and was never used, and the quote lives long enough to be used.
 */
export function* requestLines(input: CheckInput, computedHash: Hex): Generator<CheckLine> {
  const { requestHash } = input.route
  const isOwn = isHash(requestHash) && requestHash.toLowerCase() === computedHash
  yield checkLine('X-3', 'autoRoute.requestHash', isOwn)
  const isNew = !input.usedRequestHashes.has(computedHash)
  yield checkLine('X-3', 'autoRoute.requestHash', isNew)
  yield quoteLifeLine(input.nowSeconds, input.route.quoteExpirySeconds)
}

/** Checks X-4: the quote lives long enough to be used. */
export function quoteLifeLine(nowSeconds: number, quoteExpirySeconds: number): CheckLine {
  const lifeSeconds = quoteExpirySeconds - nowSeconds
  const lives = lifeSeconds > quoteReserveSeconds && lifeSeconds <= maxQuoteLifeSeconds
  return checkLine('X-4', 'autoRoute.quoteExpiry', lives)
}

interface ExecInput {
  readonly request: Pick<ResolvedQuoteRequest, 'options'>
  readonly quote: Pick<Quote, 'destinationExec'>
}

/**
 * Checks X-1 of a route whose calldata Ferry cannot decode: if the quote names a call on the receiver, it is the requested
 * one. A quote that names no call passes here; `isPayloadConfirmed` detects that.
 */
export function execLine({ request, quote }: ExecInput): CheckLine {
  const named = payloadOf(quote.destinationExec?.destinationPayload)
  const requested = request.options?.destinationPayload ?? null
  const holds = named === null || isSameHex(named, requested)
  return checkLine('X-1', 'destinationExec', holds)
}

/** True if the quote confirms the requested call with its gas limit, or if no call was requested. */
export function isPayloadConfirmed({ request, quote }: ExecInput): boolean {
  const { destinationPayload, destinationGasLimit } = request.options ?? {}
  if (destinationPayload === undefined) return true
  const { destinationExec } = quote
  return (
    destinationExec !== null &&
    isSameHex(destinationExec.destinationPayload, destinationPayload) &&
    destinationExec.destinationGasLimit === destinationGasLimit
  )
}

/** Empty bytes mean no call. */
function payloadOf(payload: string | undefined): string | null {
  return payload === undefined || payload === '0x' ? null : payload
}

export const maxDepositLifeSeconds = 86_400

export interface DepositCheckInput
  extends EchoInput,
    Pick<CheckInput, 'clocks' | 'floorUnits' | 'usedRequestHashes'> {
  readonly route: EchoInput['route'] & Pick<DepositRoute, 'requestHash'>
  readonly deposit: DepositTerms
  readonly deployment: Pick<Deployment, 'chains'>
}

/**
 * Checks a deposit before its address is displayed (API4):
 *
 * - P-1: the address is valid on the origin chain.
 * - P-5: the address is no account or token of the request and no contract of the deployment file.
 * - P-2, P-3, P-4: token, amount and chain are the requested ones.
 * - P-6: the refund address is the requested one, or the person's own account if none was requested. It may be absent: the
 *   review then says that a requested one is not confirmed.
 * - P-7: enough time is left.
 *
 * The deposit address itself cannot be pinned, so it is displayed in full.
 */
export function checkDeposit(input: DepositCheckInput): CheckReport {
  return reportOf(depositLines(input))
}

function* depositLines(input: DepositCheckInput): Generator<CheckLine> {
  const { request, route, deposit, clocks } = input
  const { address } = deposit
  yield checkLine('P-4', 'deposit.chainId', deposit.chainId === request.originChainId)
  const canReceive = readReceiver(originFormatOf(request), address, []).fault === null
  yield checkLine('P-1', 'deposit.address', canReceive)
  const others = [request.userAddress, request.inputToken, request.outputToken, request.receiverAddress]
  const refund = request.options?.refundAddress ?? null
  const known = [...others, refund, deposit.refundAddress, nativeAddress, zeroAddress]
  const never = [...known, ...pinnedAddresses(input.deployment)]
  yield checkLine('P-5', 'deposit.address', !never.some((one) => isSameAddress(one, address)))
  yield checkLine('P-2', 'deposit.token', isSameAddress(deposit.token, request.inputToken))
  yield checkLine('P-3', 'deposit.amount', deposit.amount === request.inputAmount)
  const own = refund ?? request.userAddress
  const isRefund = deposit.refundAddress === null || isSameAddress(deposit.refundAddress, own)
  yield checkLine('P-6', 'deposit.refundAddress', isRefund)
  const { expirySeconds } = deposit
  const isLongEnough = expirySeconds >= clocks.latestSeconds + depositReserveSeconds
  const lives = isLongEnough && expirySeconds <= clocks.earliestSeconds + maxDepositLifeSeconds
  yield checkLine('P-7', 'deposit.expiry', lives)
  if (route.output !== null) {
    const least = BigInt(route.output.minAmountOut)
    yield checkLine('W-9', 'output.minAmountOut', least >= input.floorUnits)
  }
  yield* echoLines(input)
  yield execLine(input)
  const isNew = route.requestHash !== null && !input.usedRequestHashes.has(route.requestHash)
  yield checkLine('X-3', 'deposit.requestHash', isNew)
}

/**
 * Builds a plain transfer of a token or of native currency. Ferry never uses the service's transaction for it (API4).
 */
export function transferCall(chainId: number, token: Address, to: Address, amountUnits: bigint): TxData {
  if (isSameHex(token, nativeAddress)) return { to, data: '0x', value: amountUnits.toString(), chainId }
  return { to: token, data: transferData(to, amountUnits), value: '0', chainId }
}
