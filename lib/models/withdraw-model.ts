import type { WithdrawView } from '../quote/route-view.ts'
import { createReviewedAct } from './reviewed-act.ts'
import type { ViewPorts } from './view-ports.ts'

/** Models taking the funds of a failed request out of the inbox (R11). */
export function createWithdrawModel({ client, orderId }: Pick<ViewPorts, 'client'> & { orderId: string }) {
  return createReviewedAct<WithdrawView>({
    review: () => client.send('reviewWithdraw', { orderId }),
    confirm: async (reviewKey) => {
      await client.sendOnce('confirmWithdraw', { reviewKey })
    },
  })
}
