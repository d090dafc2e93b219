import { isHex, sameHex } from '../base/hex.ts'
import type { DeploymentChain } from '../deployment/deployment.ts'
import { nativeFeeUnits } from '../quote/route-summary.ts'
import type { WalletQuoteRequest } from '../service/quote-request.ts'
import type { ManualRoute, Quote, TxData } from '../service/quote-result.ts'
import { canonicalUint } from './canonical.ts'
import { echoLines, lifeLine } from './check-cross.ts'
import { type CheckLine, type CheckReport, checkLine, reportOf } from './check-report.ts'
import { deniedSelectors, isAllowedTarget, isToken } from './check-transaction.ts'
import { execLine } from './destination-exec.ts'

/** What a built transaction is checked against. */
export interface ManualCheckInput {
  readonly ask: WalletQuoteRequest
  readonly quote: Quote
  readonly route: ManualRoute
  readonly txData: TxData
  /** The pins of the origin chain. */
  readonly chain: DeploymentChain
  /** Unix seconds by the service's clock, for the life of its quote only. */
  readonly nowSeconds: number
  /** Until when the quote is good, Unix seconds; said or assumed. */
  readonly expirySeconds: number
  /** The least the user accepted, in smallest units of the output token; 0 before a review. */
  readonly floorUnits: bigint
}

/**
 * Tells whether the transaction that `build-tx` made may go to the wallet (API4): target pinned (M-1) and no token
 * (M-2), value the input and at most the deployment file's native fee (M-3), no denied call, also not behind a route id
 * (M-4), on the origin chain (M-5), a call at all (M-6). Its calldata is the bridge's own and cannot be read: the
 * simulation before it is the flow's.
 *
 * @example const report = checkManualTransaction(input) // { ok: false, code: 'M-1', … } for an unnamed target
 */
export function checkManualTransaction(input: ManualCheckInput): CheckReport {
  return reportOf(manualLines(input))
}

function* manualLines(input: ManualCheckInput): Generator<CheckLine> {
  const { ask, chain, route, txData, floorUnits } = input
  const { to, data, chainId } = txData
  const onOrigin = chain.chainId === ask.originChainId && (chainId === null || chainId === chain.chainId)
  yield checkLine('M-5', 'txData.chainId', onOrigin, chainId, ask.originChainId)
  const isOther = !isToken(ask, chain, to) && !sameHex(to, ask.userAddress)
  yield checkLine('M-2', 'txData.to', isOther, to, 'no token')
  const { manualTargets } = chain
  yield checkLine('M-1', 'txData.to', isAllowedTarget(to, manualTargets), to, manualTargets.join(' '))
  const value = canonicalUint(txData.value)
  const fee = value === null ? -1n : nativeFeeUnits(ask, txData)
  const isPaid = fee >= 0n && fee <= BigInt(chain.nativeFeeMaxUnits)
  yield checkLine('M-3', 'txData.value', isPaid, txData.value, `fee of at most ${chain.nativeFeeMaxUnits}`)
  yield checkLine('M-6', 'txData.data', isHex(data) && data.length >= 10, data, 'a call')
  const denied = deniedCall(data)
  yield checkLine('M-4', 'txData.data', denied === undefined, denied, 'a swap')
  const least = canonicalUint(route.output.minAmountOut) ?? 0n
  const path = 'output.minAmountOut'
  yield checkLine('W-9', path, least > 0n && least >= floorUnits, route.output.minAmountOut, floorUnits)
  yield* echoLines(input)
  yield execLine(input)
  yield lifeLine(input.nowSeconds, input.expirySeconds)
}

/** The denied call that calldata begins with, at its start or behind the four bytes of a route id. */
function deniedCall(data: string): string | undefined {
  const hex = data.slice(2).toLowerCase()
  return deniedSelectors[`0x${hex.slice(0, 8)}`] ?? deniedSelectors[`0x${hex.slice(8, 16)}`]
}
