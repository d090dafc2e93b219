import { type Address, nativeAddress } from '../../base/hex.ts'
import { Problem, type ProblemData } from '../../base/problem.ts'
import { gasInUsd, gasReserveUnits } from '../../chain/costs.ts'
import type { Simulated } from '../../chain/effects.ts'
import type { ReviewPorts } from '../../review/review.ts'
import { fedPrice, nativePriceInUsd } from '../../review/terms-prices.ts'
import { walletAsk } from '../../service/quote-request.ts'
import type { Account } from '../../wallet/port.ts'
import type { Order } from '../order.ts'
import { simulatedExit } from './simulate.ts'

/** Where the money is while nothing of it is asked, with the facts of that sentence. */
type Where = Partial<Pick<ProblemData, 'money' | 'facts'>>

/** Throws `walletNotConnected` or `walletWrongAccount` unless a wallet holds the account that an exit is for. */
export function requireHolder(account: Account | null, owner: Address, where: Where): void {
  if (!account?.wallet) throw new Problem('walletNotConnected', where)
  if (account.address !== owner) throw new Problem('walletWrongAccount', where)
}

/** What an exit that moves no money would do and cost, and the account's next nonce. */
export interface ExitCost {
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
  const { originChainId: chainId, userAddress: owner } = walletAsk(order.reviewed.ask)
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
