import { t } from '../../components/parts/text.ts'
import { Problem } from '../../lib/base/problem.ts'
import { chainConfig } from '../../lib/deployment/chain-config.ts'
import { historyHandlers } from '../../lib/history/history-messages.ts'
import { orderHandlers } from '../../lib/order/order-messages.ts'
import { addChainParameter } from '../../lib/order/wallet-request.ts'
import { browser } from '../../lib/platform/browser.ts'
import { quoteHandlers } from '../../lib/quote/quote-messages.ts'
import { reviewHandlers } from '../../lib/review/review-messages.ts'
import { appHandlers } from '../../lib/rpc/app-messages.ts'
import type { ViewHandlers } from '../../lib/rpc/rpc-server.ts'
import { requireDurable } from '../../lib/storage/self-test.ts'
import { storageHandlers } from '../../lib/storage/storage-messages.ts'
import { tokenHandlers } from '../../lib/tokens/token-messages.ts'
import { accountHandlers } from '../../lib/wallet/account-messages.ts'
import type { Background } from './compose.ts'

/** Gives each feature's handlers what they stand on. */
export function viewHandlers(background: Background): ViewHandlers {
  const { account, items, pages, storage, views } = background
  const ports = {
    ...background,
    version: browser.runtime.getManifest().version,
    areas: { local: browser.storage.local, items },
    proposals: pages.proposals,
    requireDurable: () => requireDurable(storage),
    chainBesideId: (name: string, chainId: number) => t('chainBesideId', { name, id: String(chainId) }),
    settingsChanged: (settings: Parameters<ViewHandlers['saveSettings']>[0]['settings']) =>
      views.push({ kind: 'settings', settings }),
    addChainParameter(chainId: number) {
      const config = chainConfig(background.deployment, chainId)
      if (config === null) throw new Problem('chainNotPinned')
      return addChainParameter(config)
    },
    async knownAddress() {
      const known = await account.get()
      if (known === null) throw new Problem('walletNotConnected')
      return known.address
    },
  }
  return {
    ...appHandlers(ports),
    ...accountHandlers(ports),
    ...tokenHandlers(ports),
    ...quoteHandlers(ports),
    ...reviewHandlers(ports),
    ...orderHandlers(ports),
    ...historyHandlers(ports),
    ...pages.handlers,
    ...storageHandlers(ports),
  }
}
