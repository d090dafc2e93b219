import type { ProblemData } from '../base/problem.ts'
import type { Simulated } from '../chain/simulated.ts'
import type { Balances } from '../chain/token-balances.ts'
import type { ServiceKind } from '../deployment/deployment.ts'
import type { HistoryMessages } from '../history/history-map.ts'
import type { AllowanceMessages } from '../order/allowance-view.ts'
import type { CancelMessages } from '../order/cancel-view.ts'
import type { Order } from '../order/order.ts'
import type { OrderMessages } from '../order/order-messages.ts'
import type { RouteSort } from '../quote/rank-routes.ts'
import type { OnTheWay } from '../quote/reviewed-terms.ts'
import type { FeeList } from '../quote/route-fees.ts'
import type { DepositView, RouteView } from '../quote/route-views.ts'
import type { ReviewChecks } from '../review/review-checks.ts'
import type { ReviewFact } from '../review/review-facts.ts'
import type { ReviewQuestion } from '../review/review-question.ts'
import type { ReviewStep } from '../review/review-step.ts'
import type { ReviewWarning } from '../review/review-warning.ts'
import type { ValueLoss } from '../review/value-loss.ts'
import type { Chain } from '../service/chain.ts'
import type { Holding } from '../service/holding.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { UnreadRoute } from '../service/quote-result.ts'
import type { Token } from '../service/token.ts'
import type { ProposalView, ReviewProposalView, SiteMessages } from '../sites/site-messages.ts'
import type { Settings } from '../storage/settings.ts'
import type { TokenAsk, TokenPage } from '../tokens/token-page.ts'
import type { Account, WalletRef } from '../wallet/account.ts'
import type { WalletMessages } from '../wallet/page/wallet-map.ts'
import type { StoreMessages } from './store-messages.ts'
import type { VersionMessages } from './version-map.ts'

/** A chain as the pickers show it: the service's abilities and whether Ferry may sign or send there. */
export interface ChainView extends Chain {
  /** In the deployment file: Ferry can sign and send there. */
  readonly isConfigured: boolean
  readonly explorerUrl: string | null
  /** The deployment's endpoints, in its order; none for a chain that is not in it. */
  readonly rpcUrls: readonly string[]
}

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

/** A quote as the form shows it. `quoteKey` is the background's handle of the full one. */
export interface QuoteView extends FeeList {
  readonly quoteKey: string
  readonly ask: QuoteRequest
  /** False: made for a placeholder, can never be confirmed. */
  readonly executable: boolean
  readonly inputToken: Token
  readonly outputToken: Token
  readonly inputValueInUsd: string | null
  readonly outputValueInUsd: string | null
  /** Decimal text; dollars per whole input token, for fiat entry and other display. */
  readonly inputPriceInUsd: string | null
  /** `effectiveAmount`, else `amount`; smallest unit. */
  readonly promisedAmount: string
  readonly minAmountOut: string
  /** Decimal text with two places; positive is a loss; null where a price is missing. */
  readonly lossPercent: string | null
  readonly estimatedSeconds: number | null
  readonly slippagePercent: string | null
  /** What the service suggests, where the person's own is lower; else null. */
  readonly suggestedSlippagePercent: string | null
  readonly routeName: string
  readonly routeTags: readonly string[]
  /** In this machine's clock. */
  readonly receivedMs: number
  readonly expiresMs: number
  /**
   * The chosen route, whose figures stand above; `review` takes this key. Null where only routes that cannot be proven are
   * there and none was picked by hand: the figures above are nobody's then.
   */
  readonly routeKey: string | null
  /** Every route, best first as it was asked to be sorted (R1); blocked ones last. */
  readonly routes: readonly RouteView[]
  /** Routes of the asked kinds that could not be read: listed below the others, never chosen. */
  readonly unread: readonly UnreadRoute[]
  /** The route picked by hand is not offered any more, so another one is chosen: to be said. */
  readonly isPickGone: boolean
  /** How far the service's clock and ours are apart, where nothing can be signed for it; absent where they agree. */
  readonly clockOffMinutes?: number
}

export type QuoteReply =
  | { readonly kind: 'quote'; readonly quote: QuoteView }
  /** Nothing is wrong, there is just no route (interface 4.4). */
  | { readonly kind: 'noRoute' }
  /** A newer ask of the same view took its place. */
  | { readonly kind: 'superseded' }

/** The frozen deal with everything that was checked; `reviewKey` confirms exactly this one. */
export interface ReviewView extends ReviewChecks {
  readonly reviewKey: string
  readonly quote: QuoteView
  /** Null for a deposit that is sent from elsewhere. */
  readonly account: Account | null
  /** What to pay where, for a deposit. */
  readonly deposit: DepositView | null
  /** What the input is swapped into first; absent where it goes on as it is. */
  readonly onTheWay?: OnTheWay
  readonly steps: readonly ReviewStep[]
  /** Permit deadline in this machine's clock; null for transactions. */
  readonly goodUntilMs: number | null
  /** What everything it asks to send would do now, as the chain says. */
  readonly simulation: Simulated
  /** The least with which it goes on by itself where a later quote is worse; null where only the minimum does. */
  readonly goesOnUnits: string | null
  readonly receiverIsSelf: boolean
  /** What the person has to say to the loss before `confirm` takes it. */
  readonly loss: ValueLoss
  readonly warnings: readonly ReviewWarning[]
  /** What the person has to say yes to, each by itself, before `confirm` takes it. */
  readonly questions: readonly ReviewQuestion[]
  /** What there is to compare, in the order in which it is shown. */
  readonly facts: readonly ReviewFact[]
  /** Absent where no page has a part in it. */
  readonly proposal?: ReviewProposalView
}

/** An order as views see it: never with a signature or a body. */
export type OrderView = Omit<Order, 'signature' | 'submitBody' | 'offer' | 'deal'> & {
  readonly requestHash: string
  readonly quoteId: string
  readonly offer: {
    readonly promisedAmount: string
    readonly minAmountOut: string
    readonly expiresMs: number
    /** Names it in `acceptOffer`. */
    readonly offerId: string
    /** Why only a new review may take it; null where it can be taken as it is shown. */
    readonly needsReview: 'loss' | 'terms' | null
  } | null
  /** Permit deadline in this machine's clock: after it an unused signature is dead. */
  readonly permitDeadlineMs: number | null
  readonly quoteExpiresMs: number
  readonly deposit: DepositView | null
  /**
   * From when the person may take the funds of a failed request out of the inbox themselves; null where there are none.
   * Offered by `reviewWithdraw` while the money is not accounted for.
   */
  readonly withdrawFromMs: number | null
}

/** Each message of our own views: what goes in, what comes back. Failures come back as `ProblemData`. */
export interface ViewMessages
  extends AllowanceMessages,
    CancelMessages,
    HistoryMessages,
    OrderMessages,
    SiteMessages,
    StoreMessages,
    VersionMessages,
    WalletMessages {
  start: { input: null; output: StartView }
  chains: { input: null; output: readonly ChainView[] }
  tokens: { input: TokenAsk; output: TokenPage }
  /** Asks the service: what it finds that `tokens` does not. */
  searchTokens: { input: { query: string }; output: readonly Token[] }
  balances: { input: { chainId: number; tokens: readonly string[] }; output: Balances }
  /** What the service's list says the connected account holds on the deployment's chains, valued. */
  holdings: { input: null; output: readonly Holding[] }
  /**
   * A newer quote of the same `viewId` aborts the running one. `pick` names the route picked by hand (null: the best one)
   * and how routes are sorted; without it the best by what arrives is chosen.
   */
  quote: {
    input: { viewId: string; ask: QuoteRequest; pick?: { routeKey: string | null; sort: RouteSort } }
    output: QuoteReply
  }
  dropQuote: { input: { viewId: string }; output: null }
  /** The most of a native token that leaves enough for gas; smallest unit. */
  maxNative: { input: { chainId: number; balance: string }; output: string }
  checkReceiver: {
    input: { chainId: number; text: string }
    /** `imitates`: the known address that this one could be taken for (M7). */
    output:
      | { address: string; risks: readonly ('contract' | 'unused')[] }
      | { problem: ProblemData; imitates?: string }
  }
  /** Without `routeKey` the best route; `pay` says who sends a deposit (else the `wallet`); `swapId` names its proposal. */
  review: {
    input: { quoteKey: string; routeKey?: string; pay?: 'wallet' | 'elsewhere'; swapId?: string }
    output: ReviewView
  }
  /**
   * `consent` is what the person said to a large loss: `yes`, or the word they typed. `receiverEnd` is the one of
   * `receiverChoices` they picked; a wrong one throws `receiverNotPicked` and ends the review. `agreed` has the codes of the
   * questions they said yes to; one that is missing throws `notAgreed`. `revokeAfter` remembers that they want the
   * standing allowance taken back once it is over.
   */
  confirm: {
    input: {
      reviewKey: string
      consent?: string
      receiverEnd?: string
      agreed?: readonly string[]
      revokeAfter?: boolean
    }
    output: { orderId: string }
  }
  order: { input: { orderId: string }; output: OrderView }
  /** Logos as `data:` URLs by their addresses; those that cannot be shown are left out. */
  images: { input: { urls: readonly string[] }; output: { readonly [url: string]: string } }
  saveSettings: { input: { settings: Settings }; output: Settings }
}

/** What the background tells every open view by itself. */
export type ViewPush =
  | { readonly kind: 'order'; readonly order: OrderView }
  | { readonly kind: 'account'; readonly account: Account | null; readonly problem: ProblemData | null }
  /** A request waits for a wallet whose worker was stopped; told again while it lasts. */
  | { readonly kind: 'waking'; readonly wallet: WalletRef; readonly isWaking: boolean }
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'catalogue' }
  /** All that wait now, oldest first. */
  | { readonly kind: 'proposals'; readonly proposals: readonly ProposalView[] }
  /** The history was deleted: what a view knows of orders may be gone. */
  | { readonly kind: 'wiped' }
  | { readonly kind: 'access'; readonly missingHosts: readonly string[] }
  /** Something in the background failed that no view asked for. */
  | { readonly kind: 'problem'; readonly problem: ProblemData }

/** The background as a view sees it; models take it as an argument. */
export interface RpcClient {
  /** Rejects with a `Problem`. */
  send<K extends keyof ViewMessages>(
    name: K,
    input: ViewMessages[K]['input'],
  ): Promise<ViewMessages[K]['output']>
  /** Returns how to stop listening. Reconnects by itself when the worker died; `onReconnect` is called after each reconnect. */
  subscribe(onPush: (push: ViewPush) => void, onReconnect: () => void): () => void
}
