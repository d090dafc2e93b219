import {
  type Handlers,
  type InputOf,
  type Message,
  message,
  nothing,
  type OutputOf,
  output,
} from '../base/message.ts'
import type { ProblemData } from '../base/problem.ts'
import type { Deployment, ServiceKind } from '../deployment/deployment.ts'
import { historyMessages } from '../history/history-messages.ts'
import { withdrawFromMs } from '../order/flows/exit-reviews.ts'
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
import type { Settings } from '../storage/settings.ts'
import type { Catalogue } from '../tokens/catalogue.ts'
import { type ChainView, chainViews, tokenMessages } from '../tokens/token-messages.ts'
import { accountMessages } from '../wallet/account-messages.ts'
import type { AccountService } from '../wallet/account-service.ts'
import type { Account, Asking, WalletRef } from '../wallet/port.ts'
import type { Askings } from '../wallet/side-questions.ts'

/** Everything a view needs to draw its first truthful picture. */
export interface StartView {
  readonly deploymentName: string
  readonly serviceKind: ServiceKind
  readonly supportUrl: string | null
  readonly settings: Settings
  readonly account: Account | null
  /** The account that the wallet switched to, and that the user has to accept; absent for none. */
  readonly accountOffered?: Account | null
  /** Whether a wallet has been asked to connect and has not answered. */
  readonly isConnecting: boolean
  /** What wallets are asked now. */
  readonly asking?: readonly Asking[]
  readonly chains: readonly ChainView[]
  /** Pinned chains' tokens and natives: enough for a first pair. */
  readonly tokens: readonly Token[]
  readonly running: readonly OrderView[]
  /** Swaps are refused unless it is `durable`. */
  readonly storage: 'durable' | 'volatile' | 'broken'
  /** Match patterns of hosts the user took back in the browser's settings; running swaps wait for them. */
  readonly missingHosts: readonly string[]
  /** The deployment file has no `indicativeAddress`: there are no quotes without a wallet. Absent: there are. */
  readonly needsWalletFirst?: true
  /** The browser says that none of Ferry's notifications is shown; absent where it says otherwise, or nothing. */
  readonly areNoticesBlocked?: true
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
  /** The last requests to the service, as a text for support. */
  recentCalls: message(nothing, output<{ readonly text: string }>()),
}

interface AppPorts {
  readonly deployment: Deployment
  readonly storage: () => Promise<StorageState>
  readonly access: { missing(): Promise<readonly string[]> }
  readonly settings: Pick<LocalItem<Settings>, 'get'>
  readonly account: Pick<LocalItem<Account | null>, 'get'>
  readonly accounts: AccountService
  readonly askings: Pick<Askings, 'now'>
  readonly catalogue: Catalogue
  readonly chainBesideId: (name: string, chainId: number) => string
  readonly orders: Orders
  readonly updates: { view(): Promise<VersionView> }
  readonly callLog: Pick<CallLog, 'calls'>
  /** Of this Ferry. */
  readonly version: string
  readonly mayNotify: () => Promise<boolean>
}

/** Answers what views ask about Ferry itself. */
export function appHandlers(ports: AppPorts): Handlers<typeof appMessages> {
  const { deployment, orders } = ports
  return {
    async start() {
      const storage = await ports.storage()
      const [missingHosts, mayNotify, settings, account, accountOffered, isConnecting, chains, tokens, open] =
        await Promise.all([
          ports.access.missing(),
          ports.mayNotify(),
          ports.settings.get(),
          ports.account.get(),
          ports.accounts.offered(),
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
        accountOffered,
        isConnecting,
        asking: ports.askings.now(),
        chains,
        tokens,
        running: open
          .filter((order) => orderStateWords(order).isRunning)
          .sort((a, b) => b.createdMs - a.createdMs)
          .map((order) => orderView(order, withdrawFromMs(order, deployment))),
        storage,
        missingHosts,
        ...(deployment.service.indicativeAddress === undefined ? { needsWalletFirst: true as const } : {}),
        ...(mayNotify ? {} : { areNoticesBlocked: true as const }),
      }
    },
    version: () => ports.updates.view(),
    recentCalls: async () => ({ text: callLogText(await ports.callLog.calls(), ports.version) }),
  }
}

/** What the background takes from a view; each message is defined, and answered, with its feature. */
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

/** Each message by its name: what goes in, what comes back. Failures come back as `ProblemData`. */
export type ViewMessages = {
  readonly [K in keyof typeof messages]: {
    readonly input: InputOf<(typeof messages)[K]>
    readonly output: OutputOf<(typeof messages)[K]>
  }
}

/** Names of the messages that are never sent again once they may have arrived. */
export type OnceName = {
  [K in keyof typeof messages]: (typeof messages)[K] extends Message<unknown, unknown, true> ? K : never
}[keyof typeof messages]

/** What the background tells every open view by itself. */
export type ViewPush =
  | { readonly kind: 'order'; readonly order: OrderView }
  | { readonly kind: 'account'; readonly account: Account | null; readonly problem: ProblemData | null }
  /** The wallet switched to an account that the user has to accept; null once none waits. */
  | { readonly kind: 'accountOffered'; readonly offered: Account | null }
  /** A request waits for a wallet whose worker was stopped; told again while it lasts. */
  | {
      readonly kind: 'waking'
      readonly wallet: WalletRef
      readonly requestId: string
      readonly isWaking: boolean
    }
  /** All that wallets are asked now. */
  | { readonly kind: 'asking'; readonly asking: readonly Asking[] }
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'catalogue' }
  /** All that wait now, oldest first. */
  | { readonly kind: 'proposals'; readonly proposals: readonly ProposalView[] }
  /** The history was deleted: what a view knows of orders may be gone. */
  | { readonly kind: 'wiped' }
  | { readonly kind: 'access'; readonly missingHosts: readonly string[] }
  /** Something in the background failed that no view asked for. */
  | { readonly kind: 'problem'; readonly problem: ProblemData }
