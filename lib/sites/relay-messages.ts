import type { PageMessage, WalletNews } from '../wallet/connectors/page-message.ts'
import type { PageJob, pageChannel, RelayCall } from '../wallet/connectors/page-protocol.ts'
import type { FerrySwap } from './ferry-provider.d.ts'
import type { PageError } from './page-swap.ts'
import type { SiteChoice } from './sites.ts'

/** The relay sends an empty error where the page's Ferry is gone. */
export type PageReply = { readonly result: unknown } | { readonly error: Partial<PageError> }

/** Relay to page. The relay sends `here` once, and only where the user's settings allow the site. */
export type RelayToPage =
  | { readonly here: true }
  | { readonly swap: FerrySwap }
  | ({ readonly id: string } & PageReply)
  | PageJob

/** Page to relay: an answer of a wallet, or a request with the page's own id, whose text the relay forwards unchanged. */
export type PageToRelay = PageMessage | { readonly id: unknown }

type Channel = { readonly channel: typeof pageChannel }

/**
 * Relay to background. A `PageReply` answers a request, the mark a `MarkRequest`, and `true` the others. `false` answers a
 * message that the background does not expect from this sender.
 */
export type RelayToBackground = RelayRequest | RelayRestored | WalletNews | MarkRequest

interface RelayRequest extends Channel {
  /** Fresh name of this document, unknown to the page; used where the browser gives no document id. */
  readonly key: string
  /** Fresh id of the request. A repeat after the worker was stopped has the same id, so it proposes only once. */
  readonly pageRequestId: string
  /** JSON of `{id, method, params}`, as the page wrote it. */
  readonly text: string
  /** Whether the user has just interacted with the page (`navigator.userActivation`). */
  readonly gesture: boolean
}

/** The document returned from the back/forward cache. */
interface RelayRestored extends Channel {
  readonly key: string
}

/** From a relay that finds no mark. */
interface MarkRequest extends Channel {
  readonly kind: 'mark'
}

/** Background to relay. */
export type BackgroundToRelay = DocumentMessage | RelayCall

/** Only the relay with this key answers, with `true`. Without a swap it only checks whether the document is still there. */
export interface DocumentMessage extends Channel {
  readonly key: string
  readonly page?: undefined
  readonly swap?: FerrySwap
}

/** 16 kB: the longest request of a page. */
export const pageLimitChars = 16_384

/**
 * Storage key of the mark: where content scripts have work, so that they stay silent everywhere else. The background writes
 * this copy and never reads it. Chromium has it in `storage.session`, which Ferry opens to content scripts. Firefox hides
 * that area from them, so there it is in `storage.local`.
 */
export const pageMarkKey = 'pageMark'

export interface PageMark {
  /** Origin and path of the wallet page; absent where there is none. */
  readonly walletPage?: string
  readonly sites: SiteChoice
}
