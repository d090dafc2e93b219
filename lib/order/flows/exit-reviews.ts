import { type Address, nativeAddress, sameHex } from '../../base/hex.ts'
import { Problem, type ProblemData } from '../../base/problem.ts'
import { digitsShape } from '../../base/shapes.ts'
import { secondMs } from '../../base/time.ts'
import { gasInUsd, gasReserveUnits, gasUnits } from '../../chain/costs.ts'
import type { Simulated } from '../../chain/effects.ts'
import { requestInputs } from '../../deployment/deployment.ts'
import { exitReviews } from '../../quote/frozen.ts'
import type { ReviewPorts } from '../../review/review.ts'
import { fedPrice, nativePriceInUsd } from '../../review/terms-prices.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import type { Account, WalletRef } from '../../wallet/port.ts'
import type { Order } from '../order.ts'
import { isOfInbox } from '../order-facts.ts'
import { chainSecondsOf, isShownUsed, walletIsTaken } from '../reads.ts'
import {
  cancelCallOf,
  inboxDeadlineSeconds,
  originConfig,
  requireListed,
  withdrawCall,
} from '../wallet-request.ts'
import { mayCancel, mayWithdraw, placeOfWithdrawal } from './exit-rules.ts'
import { requireShownPayIn } from './refund-proof.ts'
import { simulatedExit } from './simulate.ts'

/** A withdrawal from the inbox as it is shown before the wallet is asked: frozen, confirmed by its key only. */
export interface WithdrawReview {
  readonly reviewKey: string
  readonly orderId: string
  /** What it would do now. */
  readonly simulation: Simulated
  readonly contract: string
  /** What it pays as far as that was measured, else the input. */
  readonly amountUnits: string
  readonly accountNonce: number
}

/** Withdrawals that are shown, until they are confirmed. */
export const withdrawReviews = exitReviews<WithdrawReview>('withdraw', 'unknown')

/**
 * Returns from when an order's funds are offered for withdrawal although they are said to be gone: the request's own deadline;
 * null where they are in no inbox.
 */
export function withdrawFromMs(
  order: Order,
  deployment: Parameters<typeof inboxDeadlineSeconds>[0],
): number | null {
  if (!isOfInbox(order)) return null
  const seconds = inboxDeadlineSeconds(deployment, order)
  return seconds === null ? null : seconds * secondMs
}

/**
 * Checks that the inbox would pay the funds out now, by calling it. Throws `notAllowed` where there is nothing to take out, or
 * it is said to be gone and the deadline is to come, `contractNotListed` where the file names its inbox nowhere, `payInNotShown` for an order out of a copy that the chain does not show, `gasTooLow`, `wouldFail`
 * with the node's words.
 */
export async function reviewWithdraw(
  order: Order,
  account: Account | null,
  ports: ReviewPorts,
): Promise<WithdrawReview> {
  const where = placeOfWithdrawal(order)
  const fromMs = withdrawFromMs(order, ports.deployment)
  const isThere = mayWithdraw(order, await latestMs(order, ports), fromMs)
  if (!isOfInbox(order) || !isThere) throw new Problem('notAllowed', where)
  const { userAddress, inputToken, inputAmount } = walletQuoteRequest(order.reviewed.request)
  exitWallet(account, userAddress, where)
  const config = originConfig(ports.deployment, order)
  requireListed(order, config, where.money ?? 'unknown')
  if (order.restored === true) await requireShownPayIn(order, ports)
  const { chainId } = config
  const { chain } = ports
  const call = withdrawCall(ports.deployment, order)
  const reserve = gasUnits(await chain.gasPrice(chainId), 'send')
  if ((await chain.balance(chainId, nativeAddress, userAddress)) < reserve)
    throw new Problem('gasTooLow', where)
  const simulation = await simulatedExit(order, 'withdraw', ports, where.money)
  const review = {
    reviewKey: ports.newId(),
    orderId: order.id,
    simulation,
    contract: call.to,
    amountUnits: paidOut(simulation, requestInputs(config, inputToken)) ?? inputAmount,
    accountNonce: await chain.accountNonce(chainId, userAddress, 'pending'),
  }
  await withdrawReviews.put(review.reviewKey, review, ports.kept)
  return review
}

/** Returns what a withdrawal pays of the input, where that was measured: after a cancellation it is less by the fees. */
function paidOut(simulation: Simulated, inputs: readonly Address[]): string | null {
  if (simulation.kind !== 'measured') return null
  const paid = simulation.arrives.filter(({ token }) => inputs.some((one) => sameHex(one, token)))
  return paid.length === 0 ? null : paid.reduce((sum, { units }) => sum + BigInt(units), 0n).toString()
}

/**
 * The furthest that any clock is but the service's: the inbox goes by the chain's, which may be idle, so that ours counts
 * too. Whether it is really time is then tried at the inbox itself.
 */
async function latestMs(order: Order, ports: ReviewPorts): Promise<number> {
  const chainSeconds = await chainSecondsOf(order.reviewed.request.originChainId, ports)
  return Math.max(ports.clock.nowMs(), ...chainSeconds.map((seconds) => seconds * secondMs))
}

/** A cancellation as it is shown before the wallet is asked: frozen, confirmed by its key only. */
export interface CancelReview extends ExitCost {
  readonly reviewKey: string
  readonly orderId: string
  /** Permit2. */
  readonly contract: string
  readonly sinceBlock: string
}

/** Cancellations that are shown, until they are confirmed. */
export const cancelReviews = exitReviews<CancelReview>('cancel', 'untaken', { sinceBlock: digitsShape })

/** A cancellation as views are shown it. */
export type CancelView = Omit<CancelReview, 'accountNonce' | 'sinceBlock'>

/**
 * Checks that the signature is unused and that Permit2 would take the cancellation now, by calling it. Throws `notAllowed`
 * where there is nothing to cancel, `contractNotListed` where the file names another Permit2, `cancelTooLate` where the signature was used, `walletBusy`, `gasTooLow`,
 * `wouldFail` with the node's words.
 */
export async function reviewCancel(
  order: Order,
  account: Account | null,
  ports: ReviewPorts,
): Promise<CancelReview> {
  if (order.kind !== 'signed' || !mayCancel(order)) throw new Problem('notAllowed', { money: 'untaken' })
  const { userAddress } = walletQuoteRequest(order.reviewed.request)
  const config = originConfig(ports.deployment, order)
  requireListed(order, config, 'untaken')
  const wallet = exitWallet(account, userAddress, { money: 'untaken' })
  if (await walletIsTaken({ ...order, wallet }, ports)) throw new Problem('walletBusy', { money: 'untaken' })
  const { chain } = ports
  // Dead by itself for everybody who was asked: nothing is left to cancel, and nothing worth its gas.
  const deadline = order.terms.permitDeadlineSeconds
  if ((await chain.latestBlockSeconds(config.chainId)).every((seconds) => seconds > deadline)) {
    throw new Problem('notAllowed', { money: 'untaken' })
  }
  // The block first: whatever uses the nonce from here on is in a later one.
  const sinceBlock = await chain.blockNumber(config.chainId)
  if (await isShownUsed(order, ports)) throw new Problem('cancelTooLate', { money: 'onItsWay' })
  const review = {
    ...(await exitCost(order, 'cancel', 'untaken', ports)),
    reviewKey: ports.newId(),
    orderId: order.id,
    contract: cancelCallOf(order, config).to,
    sinceBlock: sinceBlock.toString(),
  }
  await cancelReviews.put(review.reviewKey, review, ports.kept)
  return review
}

/** Where the money is while nothing of it is asked, with the facts of that sentence. */
type Where = Partial<Pick<ProblemData, 'money' | 'facts'>>

/**
 * Returns the wallet that gets the request of an exit: the one that is connected now, because the swap's own may be gone or no
 * longer trusted. Throws `walletNotConnected`, or `walletWrongAccount` unless it holds the swap's account.
 */
export function exitWallet(account: Account | null, owner: Address, where: Where): WalletRef {
  if (!account?.wallet) throw new Problem('walletNotConnected', where)
  if (account.address !== owner) throw new Problem('walletWrongAccount', where)
  return account.wallet
}

/** What an exit that moves no money would do and cost, and the account's next nonce. */
interface ExitCost {
  readonly simulation: Simulated
  /** The most the gas should cost, smallest unit of the chain's own currency. */
  readonly gasUnits: string
  /** Dollars of gas, at most about; null where nobody values the chain's own currency. */
  readonly gasInUsd: string | null
  readonly accountNonce: number
}

/** Tries an exit out and says what it costs; throws `gasTooLow` and whatever the trial shows, with where the `money` is. */
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
  const simulation = await simulatedExit(order, purpose, ports, money)
  const own = { chainId, address: nativeAddress }
  const [fed, holdings] = await Promise.all([fedPrice(own, ports), ports.holdings([chainId], owner)])
  return {
    simulation,
    gasUnits: gasUnits.toString(),
    gasInUsd: gasInUsd(gasPrice, step, fed ?? nativePriceInUsd(order.reviewed, holdings)),
    accountNonce: await chain.accountNonce(chainId, owner, 'pending'),
  }
}
