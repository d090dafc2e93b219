import type { Clocks } from '../base/clocks.ts'
import { transferData } from '../base/contract-calls.ts'
import { type Address, nativeAddress, sameAddress, sameHex, zeroAddress } from '../base/hex.ts'
import type { DepositTerms } from '../order/order.ts'
import { readReceiver } from '../quote/receiver.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request.ts'
import type { DepositRoute, Quote, TxData } from '../service/quote-result.ts'
import { echoLines, execLine } from './check-cross.ts'
import { type CheckLine, type CheckReport, checkLine, reportOf } from './check-report.ts'

/** A deposit must still have this long when it is shown to be sent. */
const leastLifeSeconds = 60
export const mostDepositLifeSeconds = 86_400

export interface DepositCheckInput {
  readonly ask: ResolvedQuoteRequest
  readonly quote: Quote
  readonly route: DepositRoute
  readonly deposit: DepositTerms
  /** What its end is judged by. */
  readonly clocks: Clocks
  readonly floorUnits: bigint
  readonly usedRequestHashes: ReadonlySet<string>
}

/**
 * Tells whether a deposit may be shown to be paid (API4): an address of the origin chain (P-1) that is nobody of the
 * ask (P-5), token (P-2), amount (P-3) and chain (P-4) as asked, the refund address as given, or the user's own or
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
  const canReceive = readReceiver(ask.originChainId, address, []).fault === null
  yield checkLine('P-1', 'deposit.address', canReceive, address)
  const others = [ask.userAddress, ask.inputToken, ask.outputToken, ask.receiverAddress]
  const never = [...others, deposit.refundAddress, nativeAddress, zeroAddress]
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
