import { nativeAddress } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { secondMs } from '../../base/time.ts'
import { gasUnits } from '../../chain/gas.ts'
import type { Simulated } from '../../chain/simulated.ts'
import { freeze } from '../../quote/held-quote.ts'
import type { ReviewPorts } from '../../review/review.ts'
import { walletAsk } from '../../service/quote-request.ts'
import type { Account } from '../../wallet/account.ts'
import type { Order } from '../order.ts'
import { chainSecondsOf } from '../present.ts'
import { originConfig } from '../wallet-request.ts'
import { requireShownPayIn } from './shown-pay-in.ts'
import { simulatedExit } from './simulate-request.ts'
import { inboxDeadlineSeconds, withdrawCall } from './withdraw-call.ts'
import { mayWithdraw, placeOfWithdrawal } from './withdraw-rules.ts'

/** A withdrawal from the inbox as it is shown before the wallet is asked: frozen, confirmed by its key only. */
export interface WithdrawReview {
  readonly reviewKey: string
  readonly orderId: string
  /** What it would do now. */
  readonly simulation: Simulated
  readonly contract: string
  readonly amountUnits: string
  readonly accountNonce: number
}

/** From when an order's funds may be taken out by anybody: the request's own deadline; null where they are in no inbox. */
export function withdrawFromMs(
  order: Order,
  deployment: Parameters<typeof inboxDeadlineSeconds>[0],
): number | null {
  if (order.kind !== 'native' && order.kind !== 'inbox') return null
  const seconds = inboxDeadlineSeconds(deployment, order)
  return seconds === null ? null : seconds * secondMs
}

/**
 * Checks that the inbox would pay the funds out now, by calling it. Throws `notAllowed` before the deadline or where there
 * is nothing to take out, `payInNotShown` for an order out of a copy that the chain does not show, `gasTooLow`, `wouldFail`
 * with the node's words.
 */
export async function reviewWithdraw(
  order: Order,
  account: Account | null,
  ports: ReviewPorts,
): Promise<WithdrawReview> {
  const where = placeOfWithdrawal(order)
  const fromMs = withdrawFromMs(order, ports.deployment)
  if (!mayWithdraw(order, await latestMs(order, ports), fromMs)) throw new Problem('notAllowed', where)
  const { userAddress, inputAmount } = walletAsk(order.reviewed.ask)
  if (!account?.wallet) throw new Problem('walletNotConnected', where)
  if (account.address !== userAddress) throw new Problem('walletWrongAccount', where)
  if (order.restored === true) await requireShownPayIn(order, ports)
  const { chainId } = originConfig(ports.deployment, order)
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
    amountUnits: inputAmount,
    accountNonce: await chain.accountNonce(chainId, userAddress, 'pending'),
  }
  await freeze('withdraw', review.reviewKey, review, ports.kept)
  return review
}

/**
 * The furthest that any clock is but the service's: the inbox goes by the chain's, which may be idle, so that ours counts
 * too. Whether it is really time is then tried at the inbox itself.
 */
async function latestMs(order: Order, ports: ReviewPorts): Promise<number> {
  const chainSeconds = await chainSecondsOf(order.reviewed.ask.originChainId, ports)
  return Math.max(ports.clock.nowMs(), ...chainSeconds.map((seconds) => seconds * secondMs))
}
