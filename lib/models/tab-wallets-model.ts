import { signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { WalletOffer } from '../wallet/account.ts'
import type { ViewPorts } from './view-ports.ts'

export type TabWalletsModel = ReturnType<typeof createTabWalletsModel>

/** Creates the model of the wallets in tabs of other sites, and the warning before one of them is used. */
export function createTabWalletsModel({ client }: Pick<ViewPorts, 'client'>) {
  /** Null until the person had them looked for. */
  const offers = signal<readonly WalletOffer[] | null>(null)
  const isLooking = signal(false)
  const problem = signal<ProblemData | null>(null)
  /** The one the person is being warned of. */
  const warned = signal<WalletOffer | null>(null)

  return {
    offers,
    isLooking,
    problem,
    warned,
    async look(): Promise<void> {
      if (isLooking.value) return
      isLooking.value = true
      problem.value = null
      try {
        offers.value = await client.send('tabWallets', null)
      } catch (thrown) {
        offers.value = null
        problem.value = problemData(thrown)
      } finally {
        isLooking.value = false
      }
    },
    warn(offer: WalletOffer): void {
      warned.value = offer
    },
    leave(): void {
      warned.value = null
    },
  }
}
