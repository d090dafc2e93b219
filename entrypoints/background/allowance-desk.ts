import { Problem } from '../../lib/base/problem.ts'
import { listAllowances } from '../../lib/order/flows/list-allowances.ts'
import { heldRevoke, reviewRevoke } from '../../lib/order/flows/revoke-review.ts'
import { knownOrder } from '../../lib/order/reads.ts'
import type { ViewHandlers } from '../../lib/rpc/rpc-server.ts'
import type { Background } from './compose.ts'

/** Answers the messages about what contracts may still take. */
export function createAllowanceAnswers(
  graph: Background,
): Pick<ViewHandlers, 'allowances' | 'reviewRevoke' | 'confirmRevoke'> {
  const { run, orders, reviewPorts } = graph
  return {
    allowances: () => listAllowances(reviewPorts),
    async reviewRevoke({ orderId }) {
      const order = await knownOrder(orders, orderId)
      const { accountNonce: _nonce, ...shown } = await reviewRevoke(
        order,
        await graph.account.get(),
        reviewPorts,
      )
      return shown
    },
    async confirmRevoke({ reviewKey }) {
      const { orderId, accountNonce } = await heldRevoke(reviewKey, reviewPorts)
      const wallet = (await graph.account.get())?.wallet
      if (!wallet) throw new Problem('walletNotConnected', { money: 'unmoved' })
      await run.happen(orderId, { kind: 'revoke', reviewKey, accountNonce, wallet })
      return { orderId }
    },
  }
}
