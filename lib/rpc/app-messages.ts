import { type Handlers, message, nothing, output } from '../base/message.ts'
import type { Deployment, ServiceKind } from '../deployment/deployment.ts'
import { withdrawFromMs } from '../order/flows/exit-reviews.ts'
import { orderStateWords } from '../order/order-state.ts'
import { type OrderView, orderView } from '../order/order-view.ts'
import type { Orders } from '../order/orders.ts'
import type { Token } from '../service/token.ts'
import type { LocalItem } from '../storage/local.ts'
import type { StorageState } from '../storage/self-test.ts'
import type { Settings } from '../storage/settings.ts'
import type { Catalogue } from '../tokens/catalogue.ts'
import { type ChainView, chainViews } from '../tokens/token-messages.ts'
import type { Account } from '../wallet/account.ts'
import type { AccountService } from '../wallet/account-service.ts'

/** Everything a view needs to draw its first truthful picture. */
export interface StartView {
  readonly deploymentName: string
  readonly serviceKind: ServiceKind
  readonly supportUrl: string | null
  readonly settings: Settings
  readonly account: Account | null
  /** Whether a wallet has been asked to connect and has not answered. */
  readonly isConnecting: boolean
  readonly chains: readonly ChainView[]
  /** Pinned chains' tokens and natives: enough for a first pair. */
  readonly tokens: readonly Token[]
  readonly running: readonly OrderView[]
  /** Swaps are refused unless it is `durable`. */
  readonly storage: 'durable' | 'volatile' | 'broken'
  /** Match patterns of hosts the person took back in the browser's settings; running swaps wait for them. */
  readonly missingHosts: readonly string[]
}

/** Which Ferry this is. */
export interface VersionView {
  /** A later version that waits until nothing would be cut off; null while there is none. */
  readonly waiting: string | null
  /** The version before the last update; null where there was none. */
  readonly updatedFrom: string | null
}

/** What views ask about Ferry itself. */
export const appMessages = {
  start: message(nothing, output<StartView>()),
  version: message(nothing, output<VersionView>()),
}

interface AppPorts {
  readonly deployment: Deployment
  readonly storage: () => Promise<StorageState>
  readonly access: { missing(): Promise<readonly string[]> }
  readonly settings: Pick<LocalItem<Settings>, 'get'>
  readonly account: Pick<LocalItem<Account | null>, 'get'>
  readonly accounts: AccountService
  readonly catalogue: Catalogue
  readonly chainBesideId: (name: string, chainId: number) => string
  readonly orders: Orders
  readonly updates: { view(): Promise<VersionView> }
}

/** Answers what views ask about Ferry itself. */
export function appHandlers(ports: AppPorts): Handlers<typeof appMessages> {
  const { deployment, orders } = ports
  return {
    async start() {
      const storage = await ports.storage()
      const [missingHosts, settings, account, isConnecting, chains, tokens, open] = await Promise.all([
        ports.access.missing(),
        ports.settings.get(),
        ports.account.get(),
        ports.accounts.isConnecting(),
        chainViews(ports),
        ports.catalogue.firstTokens(),
        // What a full disk holds can be read; of one that cannot be read the notice tells.
        orders.open().catch(() => []),
      ])
      return {
        deploymentName: deployment.name,
        serviceKind: deployment.service.kind,
        supportUrl: deployment.supportUrl,
        settings,
        account,
        isConnecting,
        chains,
        tokens,
        running: open
          .filter((order) => orderStateWords(order).isRunning)
          .sort((a, b) => b.createdMs - a.createdMs)
          .map((order) => orderView(order, withdrawFromMs(order, deployment))),
        storage,
        missingHosts,
      }
    },
    version: () => ports.updates.view(),
  }
}
