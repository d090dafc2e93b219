import { signal } from '@preact/signals'
import { Problem, type ProblemData, problemData } from '../base/problem.ts'
import { isExtensionId } from '../deployment/extension-id.ts'
import type { WalletOffer } from '../wallet/account.ts'
import type { ViewPorts } from './ports.ts'
import type { StartModel } from './start-model.ts'
import { createTabWalletsModel } from './tab-wallets-model.ts'

export type WalletsModel = ReturnType<typeof createWalletsModel>

/** The wallets that are there to choose from; null while they are looked for. */
export function createWalletsModel({
  client,
  askHost,
  swapId,
  start,
}: Pick<ViewPorts, 'client' | 'askHost'> & {
  /** The proposal they are for: the wallet of its page comes first. */
  readonly swapId: string | null
  readonly start: StartModel
}) {
  const offers = signal<readonly WalletOffer[] | null>(null)
  const problem = signal<ProblemData | null>(null)

  const watchProblem = signal<ProblemData | null>(null)

  const extensionProblem = signal<ProblemData | null>(null)

  async function load(): Promise<void> {
    try {
      offers.value = await (swapId === null
        ? client.send('wallets', null)
        : client.send('proposalWallets', { swapId }))
      problem.value = null
    } catch (thrown) {
      problem.value = problemData(thrown)
    }
  }

  void load()
  return {
    /** Those in tabs of other sites. */
    tabs: createTabWalletsModel({ client }),
    offers,
    problem,
    load,
    /** Why an address cannot be watched. */
    watchProblem,
    /** Works for a pasted address, without a wallet; whether it is one. */
    async watch(text: string): Promise<boolean> {
      try {
        await client.send('watchAddress', { text })
        watchProblem.value = null
        return true
      } catch (thrown) {
        watchProblem.value = problemData(thrown)
        return false
      }
    },
    /** Why an extension was not added. */
    extensionProblem,
    /** Adds a wallet extension by its id; kept only where one answers under it. */
    async addExtension(text: string): Promise<void> {
      const id = text.trim()
      const before = start.settings.value.walletExtensionIds
      const isThere = () =>
        offers.value?.some((offer) => offer.way === 'extension' && offer.id === id) === true
      const refuse = (code: 'extensionInvalid' | 'extensionSilent'): void => {
        extensionProblem.value = new Problem(code).data
      }
      extensionProblem.value = null
      if (!isExtensionId(id)) return refuse('extensionInvalid')
      if (!before.includes(id)) await start.saveSettings({ walletExtensionIds: [...before, id] })
      await load()
      if (isThere()) return
      await start.saveSettings({ walletExtensionIds: before.filter((one) => one !== id) })
      refuse('extensionSilent')
    },
    /** Asks the browser's permission to reach a program on this computer. Called in a click, or no browser asks. */
    async allow(offer: WalletOffer): Promise<void> {
      if (offer.id === null) return
      try {
        if (await askHost(offer.id)) await load()
      } catch (thrown) {
        problem.value = problemData(thrown)
      }
    },
  }
}
