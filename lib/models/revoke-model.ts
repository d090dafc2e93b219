import type { RevokeTerms } from '../order/allowance-line.ts'
import { createReviewedAct } from './reviewed-act.ts'
import type { ViewPorts } from './view-ports.ts'

export type RevokeModel = ReturnType<typeof createRevokeModel>

/** Models taking back what a contract may still take; `done` is called once the wallet is asked. */
export function createRevokeModel({
  client,
  orderId,
  done,
}: Pick<ViewPorts, 'client'> & { orderId: string; done: () => Promise<void> }) {
  return createReviewedAct<RevokeTerms>({
    review: () => client.send('reviewRevoke', { orderId }),
    confirm: async (reviewKey) => {
      await client.sendOnce('confirmRevoke', { reviewKey })
      await done()
    },
  })
}
