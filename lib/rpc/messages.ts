import {
  answerNull,
  type Handlers,
  type InputOf,
  type Message,
  message,
  noInput,
  type OutputOf,
  output,
} from '../base/message.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { Deployment, ServiceKind } from '../deployment/schema.ts'
import { historyMessages } from '../history/history-messages.ts'
import { orderMessages } from '../order/order-messages.ts'
import { orderStateWords } from '../order/order-state.ts'
import { type OrderView, orderView } from '../order/order-view.ts'
import type { Orders } from '../order/orders.ts'
import { quoteMessages } from '../quote/quote-messages.ts'
import { reviewMessages } from '../review/review-messages.ts'
import { type CallLog, callLogText } from '../service/call-log.ts'
import type { Token } from '../service/token.ts'
import { type ProposalView, siteMessages } from '../sites/site-messages.ts'
import type { StorageState } from '../storage/database.ts'
import type { LocalItem } from '../storage/local.ts'
import { storageMessages } from '../storage/rescue.ts'
import type { Settings } from '../storage/settings-shape.ts'
import type { Catalogue } from '../tokens/catalogue.ts'
import { type ChainView, createChainViews, tokenMessages } from '../tokens/token-messages.ts'
import { accountMessages } from '../wallet/account-messages.ts'
import type { AccountService } from '../wallet/account-service.ts'
import type { Ledger } from '../wallet/ledger.ts'
import type { Account, OpenRequest, WalletEvent } from '../wallet/port.ts'

export interface StartView {
  readonly deploymentName: string
  readonly serviceKind: ServiceKind
  readonly supportUrl: string | null
  /** Where to install the wallets of the deployment file. Absent if there are none. */
  readonly walletLinks?: readonly { readonly name: string; readonly url: string }[]
  readonly settings: Settings
  readonly account: Account | null
  /** The account that the wallet switched to, until the person accepts it. Absent if there is none. */
  readonly accountOffered?: Account | null
  readonly isConnecting: boolean
  readonly openRequests?: readonly OpenRequest[]
  readonly chains: readonly ChainView[]
  /** The native currencies and verified tokens of the deployment's chains: enough for a first pair. */
  readonly tokens: readonly Token[]
  readonly running: readonly OrderView[]
  /** Swaps are refused unless it is `durable`. */
  readonly storage: 'durable' | 'volatile' | 'broken'
  /**
   * Match patterns of hosts whose permission the person withdrew in the browser's settings. Running swaps wait for them.
   */
  readonly missingHosts: readonly string[]
  /** True if the deployment file has no `indicativeAddress`: quotes then need a wallet. */
  readonly needsWalletFirst?: true
  readonly areNoticesBlocked?: true
}

export interface VersionView {
  /** A later version that waits until no work would be interrupted. Null if there is none. */
  readonly waiting: string | null
  readonly updatedFrom: string | null
}

export const appMessages = {
  start: message(noInput, output<StartView>()),
  version: message(noInput, output<VersionView>()),
  /** The last requests to the service, as a text for support. */
  recentCalls: message(noInput, output<{ readonly text: string }>()),
  /** Shows a notification, so that the person sees whether the browser and the system let it through. */
  testNotice: message(noInput, output<null>()),
}

interface AppPorts {
  readonly deployment: Deployment
  readonly storage: () => Promise<StorageState>
  readonly access: { missing(): Promise<readonly string[]> }
  readonly settings: Pick<LocalItem<Settings>, 'get'>
  readonly account: Pick<LocalItem<Account | null>, 'get'>
  readonly accounts: AccountService
  readonly ledger: Pick<Ledger, 'openRequests'>
  readonly catalogue: Catalogue
  readonly chainNameWithId: (name: string, chainId: number) => string
  readonly orders: Orders
  readonly updates: { view(): Promise<VersionView> }
  readonly callLog: Pick<CallLog, 'calls'>
  readonly version: string
  readonly canNotify: () => Promise<boolean>
  readonly showTestNotice: () => Promise<void>
}

export function appHandlers(ports: AppPorts): Handlers<typeof appMessages> {
  const { deployment, orders } = ports
  return {
    async start() {
      const storage = await ports.storage()
      const [missingHosts, canNotify, settings, account, accountOffered, isConnecting, chains, tokens, open] =
        await Promise.all([
          ports.access.missing(),
          ports.canNotify(),
          ports.settings.get(),
          ports.account.get(),
          ports.accounts.offered(),
          ports.accounts.isConnecting(),
          createChainViews(ports),
          ports.catalogue.firstTokens(),
          // A full database can still be read. If it cannot be read, the storage notice says so.
          orders.listOpen().catch(() => []),
        ])
      return {
        deploymentName: deployment.name,
        serviceKind: deployment.service.kind,
        supportUrl: deployment.supportUrl,
        walletLinks: deployment.walletExtensions.flatMap(({ name, install }) =>
          install === undefined ? [] : [{ name, url: install }],
        ),
        settings,
        account,
        accountOffered,
        isConnecting,
        openRequests: ports.ledger.openRequests(),
        chains,
        tokens,
        running: open
          .filter((order) => !orderStateWords(order).isOver)
          .sort((a, b) => b.createdMs - a.createdMs)
          .map((order) => orderView(order, deployment)),
        storage,
        missingHosts,
        ...(deployment.service.indicativeAddress === undefined ? { needsWalletFirst: true as const } : {}),
        ...(canNotify ? {} : { areNoticesBlocked: true as const }),
      }
    },
    version: () => ports.updates.view(),
    testNotice: () => answerNull(ports.showTestNotice()),
    recentCalls: async () => ({ text: callLogText(await ports.callLog.calls(), ports.version) }),
  }
}

export const messages = {
  ...appMessages,
  ...accountMessages,
  ...tokenMessages,
  ...quoteMessages,
  ...reviewMessages,
  ...orderMessages,
  ...historyMessages,
  ...siteMessages,
  ...storageMessages,
}

/** Input and output of each message by name. Failures are returned as `ProblemData`. */
export type ViewMessages = {
  readonly [K in keyof typeof messages]: {
    readonly input: InputOf<(typeof messages)[K]>
    readonly output: OutputOf<(typeof messages)[K]>
  }
}

/** Names of the messages that are never sent again if they may have arrived. */
export type OnceName = {
  [K in keyof typeof messages]: (typeof messages)[K] extends Message<unknown, unknown, true> ? K : never
}[keyof typeof messages]

export type ViewPush =
  | { readonly kind: 'order'; readonly order: OrderView }
  | { readonly kind: 'account'; readonly account: Account | null; readonly problem: ProblemData | null }
  /** The wallet did not switch to the chain that a review requested. It concerns that review alone. */
  | { readonly kind: 'chainRefused'; readonly problem: ProblemData }
  /** The wallet switched to an account that the person must accept. Null if none is waiting. */
  | { readonly kind: 'accountOffered'; readonly offered: Account | null }
  /** A request waits for a wallet whose worker was stopped. Pushed repeatedly while it lasts. */
  | Extract<WalletEvent, { readonly kind: 'waking' }>
  | { readonly kind: 'openRequests'; readonly openRequests: readonly OpenRequest[] }
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'catalogue' }
  /** All open proposals, oldest first. */
  | { readonly kind: 'proposals'; readonly proposals: readonly ProposalView[] }
  /** The history was deleted: orders that a view has cached may not exist any more. */
  | { readonly kind: 'wiped' }
  | { readonly kind: 'access'; readonly missingHosts: readonly string[] }
  /** A failure in the background that no view caused, and the order that it concerns. */
  | { readonly kind: 'problem'; readonly problem: ProblemData; readonly orderId?: string }
