import { transferData } from '../base/ethereum.ts'
import {
  type Address,
  type Hex,
  isHash,
  nativeAddress,
  sameAddress,
  sameHex,
  zeroAddress,
} from '../base/hex.ts'
import type { Clocks } from '../base/time.ts'
import { type Deployment, pinnedAddresses } from '../deployment/deployment.ts'
import type { DepositTerms } from '../order/order-parts.ts'
import { quoteReserveSeconds } from '../quote/held-quote.ts'
import { readReceiver } from '../quote/receiver.ts'
import { originFormOf, type ResolvedQuoteRequest } from '../service/quote-request.ts'
import type { DepositRoute, Quote, RouteOutput, TxData } from '../service/quote-result.ts'
import { type CheckInput, type CheckLine, type CheckReport, checkLine, reportOf } from './check-report.ts'

/** A quote lives about a minute; a day and more is a time in other units. */
const mostQuoteLifeSeconds = 86_400

/** What the echoes are read from; a deposit may promise no output and know no user. */
interface EchoInput {
  readonly ask: ResolvedQuoteRequest
  readonly quote: Quote
  readonly route: { readonly output: RouteOutput | null }
}

/**
 * Checks X-1: the quote is about the ask.
 *
 * @example const report = reportOf(echoLines({ ask, quote, route }))
 */
export function* echoLines({ ask, quote, route }: EchoInput): Generator<CheckLine> {
  const { input } = quote
  const token = route.output?.token
  const line = (path: string, holds: boolean, found: unknown, expected: string | number) =>
    checkLine('X-1', path, holds, found, expected)
  const echo = (path: string, found: string | number | null, expected: string | number) =>
    line(path, found === expected, found, expected)
  const echoAddress = (path: string, found: string | null, expected: string) =>
    line(path, sameAddress(found, expected), found, expected)

  yield echo('originChainId', quote.originChainId, ask.originChainId)
  yield echo('destinationChainId', quote.destinationChainId, ask.destinationChainId)
  if (ask.userAddress !== null) yield echoAddress('userAddress', quote.userAddress, ask.userAddress)
  yield echoAddress('receiverAddress', quote.receiverAddress, ask.receiverAddress)
  yield echo('input.token.chainId', input.token.chainId, ask.originChainId)
  yield echoAddress('input.token.address', input.token.address, ask.inputToken)
  yield echo('input.amount', input.amount, ask.inputAmount)
  if (token === undefined) return
  yield echo('autoRoute.output.token.chainId', token.chainId, ask.destinationChainId)
  yield echoAddress('autoRoute.output.token.address', token.address, ask.outputToken)
}

/**
 * Checks: the request's hash is its own and new, and the quote lives long enough to be answered.
 *
 * @example const report = reportOf(requestLines(input, requestHashOf(types, witness)))
 */
export function* requestLines(input: CheckInput, computedHash: Hex): Generator<CheckLine> {
  const { requestHash } = input.route
  const isOwn = isHash(requestHash) && requestHash.toLowerCase() === computedHash
  yield checkLine('X-3', 'autoRoute.requestHash', isOwn, requestHash, computedHash)
  const isNew = !input.usedRequestHashes.has(computedHash)
  yield checkLine('X-3', 'autoRoute.requestHash', isNew, requestHash, 'one not used before')
  yield lifeLine(input.nowSeconds, input.route.quoteExpirySeconds)
}

/**
 * Checks X-4: the quote lives long enough to be answered.
 *
 * @example lifeLine(nowSeconds, quote.quoteExpirySeconds).holds
 */
export function lifeLine(nowSeconds: number, quoteExpirySeconds: number): CheckLine {
  const lifeSeconds = quoteExpirySeconds - nowSeconds
  const lives = lifeSeconds > quoteReserveSeconds && lifeSeconds <= mostQuoteLifeSeconds
  return checkLine('X-4', 'autoRoute.quoteExpiry', lives, quoteExpirySeconds)
}

/** What a quote says of the call on the receiver. */
interface ExecInput {
  readonly ask: Pick<ResolvedQuoteRequest, 'options'>
  readonly quote: Pick<Quote, 'destinationExec'>
}

/**
 * Checks X-1 of a route whose bytes nobody here can read: a call on the receiver that the quote names is the one that
 * was asked for, and none where none was. One that it does not name is no fault: `isPayloadConfirmed` tells.
 *
 * @example execLine({ ask, quote }).holds // false where the quote names another call
 */
export function execLine({ ask, quote }: ExecInput): CheckLine {
  const named = payloadOf(quote.destinationExec?.destinationPayload)
  const asked = ask.options?.destinationPayload ?? null
  const holds = named === null || sameHex(named, asked)
  return checkLine('X-1', 'destinationExec', holds, named, asked ?? 'none')
}

/**
 * Tells whether the quote confirms the call that was asked for, with its gas; true where none was asked for.
 *
 * @example isPayloadConfirmed({ ask: { options: {} }, quote }) // true: no call was asked for
 */
export function isPayloadConfirmed({ ask, quote }: ExecInput): boolean {
  const { destinationPayload, destinationGasLimit } = ask.options ?? {}
  if (destinationPayload === undefined) return true
  const { destinationExec } = quote
  return (
    destinationExec !== null &&
    sameHex(destinationExec.destinationPayload, destinationPayload) &&
    destinationExec.destinationGasLimit === destinationGasLimit
  )
}

/** No bytes are no call. */
function payloadOf(payload: string | undefined): string | null {
  return payload === undefined || payload === '0x' ? null : payload
}

/** A deposit must still have this long when it is shown to be sent. */
const leastLifeSeconds = 60
export const mostDepositLifeSeconds = 86_400

export interface DepositCheckInput {
  readonly ask: ResolvedQuoteRequest
  readonly quote: Quote
  readonly route: DepositRoute
  readonly deposit: DepositTerms
  readonly deployment: Pick<Deployment, 'chains'>
  /** What its end is judged by. */
  readonly clocks: Clocks
  readonly floorUnits: bigint
  readonly usedRequestHashes: ReadonlySet<string>
}

/**
 * Tells whether a deposit may be shown to be paid (API4): an address of the origin chain (P-1) that is nobody of the
 * ask and no contract of the file (P-5), token (P-2), amount (P-3) and chain (P-4) as asked, the refund address as given, or the user's own or
 * none (P-6), time enough (P-7). The address itself cannot be pinned and is shown in full.
 *
 * @example const report = checkDeposit(input) // { ok: false, code: 'P-3', … } for another amount
 */
export function checkDeposit(input: DepositCheckInput): CheckReport {
  return reportOf(depositLines(input))
}

function* depositLines(input: DepositCheckInput): Generator<CheckLine> {
  const { ask, route, deposit, clocks } = input
  const { address } = deposit
  yield checkLine('P-4', 'deposit.chainId', deposit.chainId === ask.originChainId, deposit.chainId)
  const canReceive = readReceiver(originFormOf(ask), address, []).fault === null
  yield checkLine('P-1', 'deposit.address', canReceive, address)
  const others = [ask.userAddress, ask.inputToken, ask.outputToken, ask.receiverAddress]
  const known = [...others, deposit.refundAddress, nativeAddress, zeroAddress]
  const never = [...known, ...pinnedAddresses(input.deployment)]
  yield checkLine('P-5', 'deposit.address', !never.some((one) => sameAddress(one, address)), address)
  yield checkLine('P-2', 'deposit.token', sameAddress(deposit.token, ask.inputToken), deposit.token)
  yield checkLine('P-3', 'deposit.amount', deposit.amount === ask.inputAmount, deposit.amount)
  const refund = ask.options?.refundAddress
  const own = refund ?? ask.userAddress
  const isNobodys = refund === undefined && deposit.refundAddress === null
  const isRefund = isNobodys || sameAddress(deposit.refundAddress, own)
  yield checkLine('P-6', 'deposit.refundAddress', isRefund, deposit.refundAddress, own ?? 'nobody')
  const { expirySeconds } = deposit
  const isLongEnough = expirySeconds >= clocks.latestSeconds + leastLifeSeconds
  const lives = isLongEnough && expirySeconds <= clocks.earliestSeconds + mostDepositLifeSeconds
  yield checkLine('P-7', 'deposit.expiry', lives, expirySeconds)
  if (route.output !== null) {
    const least = BigInt(route.output.minAmountOut)
    yield checkLine('W-9', 'output.minAmountOut', least >= input.floorUnits, route.output.minAmountOut)
  }
  yield* echoLines(input)
  yield execLine(input)
  const isNew = route.requestHash !== null && !input.usedRequestHashes.has(route.requestHash)
  yield checkLine('X-3', 'deposit.requestHash', isNew, route.requestHash, 'one not used before')
}

/**
 * Builds a plain transfer of a token, or of the chain's own currency, as Ferry builds it itself (API4).
 *
 * @example transferCall(1, nativeAddress, to, 5n) // { to, data: '0x', value: '5', chainId: 1 }
 */
export function transferCall(chainId: number, token: Address, to: Address, amountUnits: bigint): TxData {
  if (sameHex(token, nativeAddress)) return { to, data: '0x', value: amountUnits.toString(), chainId }
  return { to: token, data: transferData(to, amountUnits), value: '0', chainId }
}
