import { nativeAddress } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import type { ProblemData } from '../../base/problem-shape.ts'
import { type GasPrice, gasInUsd, gasReserveUnits, gasUnits } from '../../chain/costs.ts'
import type { SimulationSummary } from '../../chain/effects.ts'
import type { WrappedToken } from '../../deployment/deployment.ts'
import { createExitReviews } from '../../quote/displayed-rows.ts'
import { paysOwnGas } from '../../review/preflight.ts'
import { nativePriceInUsd, readTokenFeedPrice } from '../../review/terms-prices.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import type { Account } from '../../wallet/port.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { simulateExit } from '../flows/repeat-simulation.ts'
import type { Order } from '../order.ts'
import { readCancelTerms } from './cancel.ts'
import { exitPlaceOf } from './exit-engine.ts'
import type { ExitKind } from './exit-rules.ts'
import { readRevokeTerms } from './revoke.ts'
import { readWithdrawTerms } from './withdraw.ts'

/** An exit as displayed before the wallet request. It is frozen, and confirmed by its key only. */
export interface ExitReview {
  readonly reviewKey: string
  readonly orderId: string
  readonly simulation: SimulationSummary
  /** Permit2 for a cancellation, the inbox for a withdrawal, the spender for a revocation. */
  readonly contract: string
  /** The payout of a withdrawal, the remaining allowance of a revocation, otherwise null. */
  readonly amountUnits: string | null
  /** Upper limit of the gas cost, in the smallest unit of the native currency. */
  readonly gasUnits: string
  /** Approximate upper limit of the gas cost in dollars. Null if the native currency has no price. */
  readonly gasInUsd: string | null
  /**
   * `gasTooLow` if the account may lack that gas. It is a warning: the gas may cost less than its limit, the wallet may pay it in
   * another way, and only the wallet knows.
   */
  readonly gasProblem: ProblemData | null
  readonly accountNonce: number
  /** A block (digits) at which the nonce to cancel was unused. */
  readonly sinceBlock: string
}

export type ExitView = Omit<ExitReview, 'accountNonce' | 'sinceBlock'> & {
  /** The inbox may have wrapped the native currency and may pay back this token instead. Null if it cannot. */
  readonly wrapped: WrappedToken | null
}

export const exitReviews = {
  cancel: createExitReviews<ExitReview>('cancel', 'neverExecuted'),
  withdraw: createExitReviews<ExitReview>('withdraw', 'unknown'),
  revoke: createExitReviews<ExitReview>('revoke', 'unmoved'),
}

const readTerms = { cancel: readCancelTerms, withdraw: readWithdrawTerms, revoke: readRevokeTerms } as const

/** The gas price step of each call. */
const steps = { cancel: 'cancel', withdraw: 'send', revoke: 'approve' } as const

/**
 * Checks that an exit is possible now, and simulates its call.
 *
 * Throws, each with the place of the money:
 * - what forbids this exit: see its `read…Terms`.
 * - `walletNotConnected`, `walletWrongAccount`.
 * - `wouldFail`, with the node's error text, or another effect of the simulation.
 */
export async function reviewExit(
  kind: ExitKind,
  stored: Order,
  account: Account | null,
  ports: FlowPorts,
): Promise<ExitReview> {
  const where = exitPlaceOf(kind, stored)
  const { order, contract, amountOf, sinceBlock } = await readTerms[kind](stored, account, ports)
  const { originChainId: chainId, userAddress: owner } = walletQuoteRequest(order.reviewed.request)
  const { chain } = ports
  const gasPrice = await chain.gasPrice(chainId)
  const reserveUnits =
    kind === 'withdraw' ? gasUnits(gasPrice, 'send') : gasReserveUnits(gasPrice, steps[kind])
  const isShort = (await chain.balance(chainId, nativeAddress, owner)) < reserveUnits
  const lacksGas = isShort && (await paysOwnGas(chainId, owner, chain))
  const facts = { ...where.facts, units: reserveUnits.toString() }
  const simulation = await simulateExit(order, kind, ports, where.money)
  const review = {
    reviewKey: ports.newId(),
    orderId: order.id,
    simulation,
    contract,
    amountUnits: amountOf(simulation),
    gasUnits: reserveUnits.toString(),
    // Only the reviews of the other exits show the price.
    gasInUsd: kind === 'withdraw' ? null : await readGasInUsd(order, gasPrice, steps[kind], ports),
    gasProblem: lacksGas ? new Problem('gasTooLow', { ...where, facts }).data : null,
    accountNonce: await chain.accountNonce(chainId, owner, 'pending'),
    sinceBlock,
  }
  await exitReviews[kind].put(review.reviewKey, review, ports.expiringStore)
  return review
}

async function readGasInUsd(
  { reviewed }: Order,
  gasPrice: GasPrice,
  step: 'cancel' | 'approve',
  ports: FlowPorts,
): Promise<string | null> {
  const { originChainId: chainId, userAddress: owner } = walletQuoteRequest(reviewed.request)
  const [fed, holdings] = await Promise.all([
    readTokenFeedPrice({ chainId, address: nativeAddress }, ports),
    ports.holdings([chainId], owner),
  ])
  return gasInUsd(gasPrice, step, fed ?? nativePriceInUsd(reviewed, holdings))
}
