import { nativeAddress } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { gasInUsd, gasReserveUnits } from '../../chain/gas.ts'
import type { Simulated } from '../../chain/simulated.ts'
import { freeze } from '../../quote/held-quote.ts'
import type { ReviewPorts } from '../../review/review.ts'
import { fedPrice, nativePriceInUsd } from '../../review/terms-prices.ts'
import { walletAsk } from '../../service/quote-request.ts'
import type { Account } from '../../wallet/account.ts'
import type { Order } from '../order.ts'
import { nonceUsed, walletIsTaken } from '../reads.ts'
import { cancelCallOf, originConfig } from '../wallet-request.ts'
import { mayCancel } from './cancel-rules.ts'
import { simulatedExit } from './simulate-request.ts'

/** A cancellation as it is shown before the wallet is asked: frozen, confirmed by its key only. */
export interface CancelReview {
  readonly reviewKey: string
  readonly orderId: string
  /** What it would do now. */
  readonly simulation: Simulated
  /** Permit2. */
  readonly contract: string
  /** The most the gas should cost, smallest unit of the chain's own currency. */
  readonly gasUnits: string
  /** Dollars of gas, at most about; null where nobody values the chain's own currency. */
  readonly gasInUsd: string | null
  readonly accountNonce: number
  readonly sinceBlock: string
}

/** A cancellation as views are shown it. */
export type CancelView = Omit<CancelReview, 'accountNonce' | 'sinceBlock'>

/**
 * Checks that the signature is unused and that Permit2 would take the cancellation now, by calling it. Throws `notAllowed`
 * where there is nothing to cancel, `cancelTooLate` where the signature was used, `walletBusy`, `gasTooLow`,
 * `wouldFail` with the node's words.
 */
export async function reviewCancel(
  order: Order,
  account: Account | null,
  ports: ReviewPorts,
): Promise<CancelReview> {
  if (!mayCancel(order)) throw new Problem('notAllowed', { money: 'untaken' })
  const { userAddress } = walletAsk(order.reviewed.ask)
  if (!account?.wallet) throw new Problem('walletNotConnected', { money: 'untaken' })
  if (account.address !== userAddress) throw new Problem('walletWrongAccount', { money: 'untaken' })
  if (await walletIsTaken(order, ports)) throw new Problem('walletBusy', { money: 'untaken' })
  const { chain } = ports
  const pins = originConfig(ports.deployment, order)
  // Dead by itself for everybody who was asked: nothing is left to cancel, and nothing worth its gas.
  const deadline = order.deal.permitDeadlineSeconds ?? 0
  if ((await chain.latestBlockSeconds(pins.chainId)).every((seconds) => seconds > deadline)) {
    throw new Problem('notAllowed', { money: 'untaken' })
  }
  // The block first: whatever uses the nonce from here on is in a later one.
  const sinceBlock = await chain.blockNumber(pins.chainId)
  if (await nonceUsed(order, ports)) throw new Problem('cancelTooLate', { money: 'onItsWay' })
  const gasPrice = await chain.gasPrice(pins.chainId)
  const gasUnits = gasReserveUnits(gasPrice, 'cancel')
  if ((await chain.balance(pins.chainId, nativeAddress, userAddress)) < gasUnits) {
    throw new Problem('gasTooLow', { money: 'untaken' })
  }
  const call = cancelCallOf(order, pins)
  const simulation = await simulatedExit(order, 'cancel', ports, 'untaken')
  const own = { chainId: pins.chainId, address: nativeAddress }
  const [fed, holdings] = await Promise.all([
    fedPrice(own, ports),
    ports.holdings([pins.chainId], userAddress),
  ])
  const review = {
    reviewKey: ports.newId(),
    orderId: order.id,
    simulation,
    contract: call.to,
    gasUnits: gasUnits.toString(),
    gasInUsd: gasInUsd(gasPrice, 'cancel', fed ?? nativePriceInUsd(order.reviewed, holdings)),
    accountNonce: await chain.accountNonce(pins.chainId, userAddress, 'pending'),
    sinceBlock: sinceBlock.toString(),
  }
  await freeze('cancel', review.reviewKey, review, ports.kept)
  return review
}
