import type { Deployment } from '../../lib/deployment/deployment.ts'
import { hostPattern } from '../../lib/deployment/host-pattern.ts'
import { browser } from '../../lib/platform/browser.ts'
import { wait } from '../../lib/platform/wait.ts'
import type { KeyValueArea } from '../../lib/storage/local.ts'
import { createExtensionConnector } from '../../lib/wallet/connectors/extension-connector.ts'
import { createLoopbackConnector } from '../../lib/wallet/connectors/loopback-connector.ts'
import { createPageConnector } from '../../lib/wallet/connectors/page-connector.ts'
import type { PagePorts } from '../../lib/wallet/connectors/page-ports.ts'
import type { StreamPorts } from '../../lib/wallet/connectors/stream-connector.ts'
import type { WalletListeners } from '../../lib/wallet/port.ts'
import { createWallets, type Wallets } from '../../lib/wallet/wallets.ts'

/** Creates every way to a wallet that the deployment names, on this browser's own doors. */
export function createWalletConnectors(
  deployment: Deployment,
  runtime: PagePorts['runtime'],
  listeners: WalletListeners & Pick<StreamPorts, 'isWanted'>,
  isSeen: () => boolean,
  area: KeyValueArea,
  /** Ids of wallet extensions that the person added. */
  addedIds: () => readonly string[],
): Wallets {
  const ports = {
    storage: area,
    beat: () => browser.runtime.getPlatformInfo(),
    wait,
    isSeen,
    isWanted: listeners.isWanted,
    newId: () => crypto.randomUUID(),
  }
  const ownOrigin = browser.runtime.getURL('').replace(/\/$/, '')
  const isFirefox = ownOrigin.startsWith('moz-extension:')
  const named = deployment.walletExtensions.flatMap(({ name, chromeIds, firefoxIds }) =>
    (isFirefox ? firefoxIds : chromeIds).map((id) => ({ id, name })),
  )
  const known = () => [
    ...named,
    ...addedIds()
      .filter((id) => named.every((one) => one.id !== id))
      .map((id) => ({ id, name: id })),
  ]
  const { walletPage } = deployment
  return createWallets(
    {
      extension: createExtensionConnector(known, listeners, { ...ports, runtime: browser.runtime }),
      loopback: createLoopbackConnector(deployment.loopbackWallets, listeners, {
        ...ports,
        origin: ownOrigin,
        open: (url) => new WebSocket(url),
        isAllowed: (endpoint) =>
          browser.permissions.contains({ origins: [hostPattern(endpoint, isFirefox)] }),
      }),
      page: createPageConnector(walletPage, listeners, {
        ...ports,
        runtime,
        tabs: browser.tabs,
        windows: browser.windows,
      }),
      pageUrl: walletPage,
    },
    wait,
  )
}
