import { type Address, isSameHex, nativeAddress } from '../../base/hex.ts'
import { Problem, type ProblemData } from '../../base/problem.ts'
import { secondMs } from '../../base/time.ts'
import { gasInUsd, gasReserveUnits, gasUnits } from '../../chain/costs.ts'
import type { SimulationSummary } from '../../chain/effects.ts'
import { requestInputs } from '../../deployment/deployment.ts'
import { createExitReviews } from '../../quote/frozen-rows.ts'
import type { ReviewPorts } from '../../review/review.ts'
import { nativePriceInUsd, readTokenFeedPrice } from '../../review/terms-prices.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import type { Account, WalletRef } from '../../wallet/port.ts'
import { chainSecondsOf, isVerifiedUsed, isWalletBusy } from '../chain-reads.ts'
import type { Order } from '../order.ts'
import { usesInbox } from '../order-facts.ts'
import { withCancellableTerms } from '../replace-terms.ts'
import {
  cancelCallOf,
  inboxDeadlineSeconds,
  originConfig,
  requireListed,
  withdrawCall,
} from '../wallet-request.ts'
import { canCancel, canWithdraw, withdrawalPlaceOf } from './exit-rules.ts'
import { simulateExit } from './simulate.ts'

/**
 * A withdrawal from the inbox as displayed before the wallet request. It is frozen, and confirmed by its key
 * only.
 */
export interface WithdrawReview {
  readonly reviewKey: string
  readonly orderId: string
  readonly simulation: SimulationSummary
  readonly contract: string
  /** The measured payout, otherwise the input amount. */
  readonly amountUnits: string
  readonly accountNonce: number
}

export const withdrawReviews = createExitReviews<WithdrawReview>('withdraw', 'unknown')

/**
 * Returns when Ferry offers a withdrawal even if the funds are reported as gone: the request's own deadline.
 * Null if the order has no inbox.
 */
export function withdrawFromMs(
  order: Order,
  deployment: Parameters<typeof inboxDeadlineSeconds>[0],
): number | null {
  if (!usesInbox(order)) return null
  const seconds = inboxDeadlineSeconds(deployment, order)
  return seconds === null ? null : seconds * secondMs
}

/**
 * Checks, by a call to the inbox, that it would pay out the funds now.
 *
 * Throws:
 * - `notAllowed`: there is nothing to withdraw, or it is reported as gone and the deadline is still to come.
 * - `contractNotListed`: the deployment file does not list the inbox.
 * - `gasTooLow`.
 * - `wouldFail`, with the node's error text.
 */
export async function reviewWithdraw(
  order: Order,
  account: Account | null,
  ports: ReviewPorts,
): Promise<WithdrawReview> {
  const where = withdrawalPlaceOf(order)
  const fromMs = withdrawFromMs(order, ports.deployment)
  const isThere = canWithdraw(order, await readLatestMs(order, ports), fromMs)
  if (!usesInbox(order) || !isThere) throw new Problem('notAllowed', where)
  const { userAddress, inputToken, inputAmount } = walletQuoteRequest(order.reviewed.request)
  exitWallet(account, userAddress, where)
  const config = originConfig(ports.deployment, order)
  requireListed(order, config, where.money ?? 'unknown')
  const { chainId } = config
  const { chain } = ports
  const call = withdrawCall(ports.deployment, order)
  const reserve = gasUnits(await chain.gasPrice(chainId), 'send')
  if ((await chain.balance(chainId, nativeAddress, userAddress)) < reserve)
    throw new Problem('gasTooLow', where)
  const simulation = await simulateExit(order, 'withdraw', ports, where.money)
  const review = {
    reviewKey: ports.newId(),
    orderId: order.id,
    simulation,
    contract: call.to,
    amountUnits: measuredPayout(simulation, requestInputs(config, inputToken)) ?? inputAmount,
    accountNonce: await chain.accountNonce(chainId, userAddress, 'pending'),
  }
  await withdrawReviews.put(review.reviewKey, review, ports.kept)
  return review
}

/** After a cancellation the payout is lower, because fees are deducted. */
function measuredPayout(simulation: SimulationSummary, inputs: readonly Address[]): string | null {
  if (simulation.kind !== 'measured') return null
  const paid = simulation.arrives.filter(({ token }) => inputs.some((one) => isSameHex(one, token)))
  return paid.length === 0 ? null : paid.reduce((sum, { units }) => sum + BigInt(units), 0n).toString()
}

/**
 * Returns the latest time among this machine's clock and the chain's, without the service's. The inbox uses
 * the chain's clock, but an idle chain may be behind, so this machine's counts too. The simulation at the
 * inbox then decides.
 */
async function readLatestMs(order: Order, ports: ReviewPorts): Promise<number> {
  const chainSeconds = await chainSecondsOf(order.reviewed.request.originChainId, ports)
  return Math.max(ports.clock.nowMs(), ...chainSeconds.map((seconds) => seconds * secondMs))
}

/** A cancellation as displayed before the wallet request. It is frozen, and confirmed by its key only. */
export interface CancelReview extends ExitCost {
  readonly reviewKey: string
  readonly orderId: string
  /** The Permit2 contract. */
  readonly contract: string
  readonly sinceBlock: string
}

export const cancelReviews = createExitReviews<CancelReview>('cancel', 'neverExecuted')

export type CancelView = Omit<CancelReview, 'accountNonce' | 'sinceBlock'>

/**
 * Checks that the signature is unused and, by a call, that Permit2 would accept the cancellation now.
 *
 * Throws:
 * - `notAllowed`: there is nothing to cancel.
 * - `contractNotListed`: the deployment file lists another Permit2.
 * - `cancelTooLate`: the signature was used.
 * - `walletBusy`, `gasTooLow`.
 * - `wouldFail`, with the node's error text.
 */
export async function reviewCancel(
  stored: Order,
  account: Account | null,
  ports: ReviewPorts,
): Promise<CancelReview> {
  // The cancellation stops it, and its terms are those of the signature that may be used.
  const order = stored.state === 'needs_user' ? withCancellableTerms(stored) : stored
  if (order.kind !== 'signed' || !canCancel(order))
    throw new Problem('notAllowed', { money: 'neverExecuted' })
  const { userAddress } = walletQuoteRequest(order.reviewed.request)
  const config = originConfig(ports.deployment, order)
  requireListed(order, config, 'neverExecuted')
  const wallet = exitWallet(account, userAddress, { money: 'neverExecuted' })
  if (await isWalletBusy({ ...order, wallet }, ports))
    throw new Problem('walletBusy', { money: 'neverExecuted' })
  const { chain } = ports
  // All endpoints agree that the signature has expired. There is nothing left to cancel, and no reason to pay
  // gas.
  const deadline = order.terms.permitDeadlineSeconds
  if ((await chain.latestBlockSeconds(config.chainId)).every((seconds) => seconds > deadline)) {
    throw new Problem('notAllowed', { money: 'neverExecuted' })
  }
  // Read the block first: any later use of the nonce is in a later block.
  const sinceBlock = await chain.blockNumber(config.chainId)
  if (await isVerifiedUsed(order, ports)) throw new Problem('cancelTooLate', { money: 'inTransit' })
  const review = {
    ...(await exitCost(order, 'cancel', 'neverExecuted', ports)),
    reviewKey: ports.newId(),
    orderId: order.id,
    contract: cancelCallOf(order, config).to,
    sinceBlock: sinceBlock.toString(),
  }
  await cancelReviews.put(review.reviewKey, review, ports.kept)
  return review
}

type MoneyPlace = Partial<Pick<ProblemData, 'money' | 'facts'>>

/**
 * Returns the wallet for the request of an exit: the one that is connected now. The swap's own wallet may be
 * gone or no longer trusted. Throws `walletNotConnected`, or `walletWrongAccount` if the wallet does not hold
 * the swap's account.
 */
export function exitWallet(account: Account | null, owner: Address, where: MoneyPlace): WalletRef {
  if (!account?.wallet) throw new Problem('walletNotConnected', where)
  if (account.address !== owner) throw new Problem('walletWrongAccount', where)
  return account.wallet
}

interface ExitCost {
  readonly simulation: SimulationSummary
  /** Upper limit of the gas cost, in the smallest unit of the native currency. */
  readonly gasUnits: string
  /** Approximate upper limit of the gas cost in dollars. Null if the native currency has no price. */
  readonly gasInUsd: string | null
  readonly accountNonce: number
}

/** Throws `gasTooLow` and the simulation's problem, each with the place of the `money`. */
export async function exitCost(
  order: Order,
  purpose: 'cancel' | 'revoke',
  money: ProblemData['money'],
  ports: ReviewPorts,
): Promise<ExitCost> {
  const { originChainId: chainId, userAddress: owner } = walletQuoteRequest(order.reviewed.request)
  const { chain } = ports
  const step = purpose === 'revoke' ? 'approve' : 'cancel'
  const gasPrice = await chain.gasPrice(chainId)
  const gasUnits = gasReserveUnits(gasPrice, step)
  if ((await chain.balance(chainId, nativeAddress, owner)) < gasUnits)
    throw new Problem('gasTooLow', { money })
  const simulation = await simulateExit(order, purpose, ports, money)
  const own = { chainId, address: nativeAddress }
  const [fed, holdings] = await Promise.all([
    readTokenFeedPrice(own, ports),
    ports.holdings([chainId], owner),
  ])
  return {
    simulation,
    gasUnits: gasUnits.toString(),
    gasInUsd: gasInUsd(gasPrice, step, fed ?? nativePriceInUsd(order.reviewed, holdings)),
    accountNonce: await chain.accountNonce(chainId, owner, 'pending'),
  }
}
