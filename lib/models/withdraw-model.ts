import type { WithdrawView } from '../quote/route-views.ts'
import type { ViewPorts } from './ports.ts'
import { createReviewedAct } from './reviewed-act.ts'

/** Taking the funds of a failed request out of the inbox (R11). */
export function createWithdrawModel({ line, orderId }: Pick<ViewPorts, 'line'> & { orderId: string }) {
  return createReviewedAct<WithdrawView>({
    review: () => line.send('reviewWithdraw', { orderId }),
    confirm: async (reviewKey) => {
      await line.send('confirmWithdraw', { reviewKey })
    },
  })
}
