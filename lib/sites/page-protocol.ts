import type { PageError, PageSwap } from './page-swap.ts'
import type { SiteChoice } from './sites.ts'

export const pageChannel = 'ferry:page'

export type PageReply = { readonly result: unknown } | { readonly error: PageError }

/** Relay to page. The relay sends `here` once, and only where the user's settings allow the site. */
export type RelayToPage =
  | { readonly here: true }
  | { readonly swap: PageSwap }
  | ({ readonly id: string } & PageReply)

/** Page to relay: a request with the page's own id. The relay forwards its text unchanged. */
export interface PageToRelay {
  readonly id: unknown
}

/** Relay to background; the reply is a `PageReply`. */
export interface RelayRequest {
  readonly channel: typeof pageChannel
  /** Fresh name of this document, unknown to the page; used where the browser gives no document id. */
  readonly key: string
  /** Fresh id of the request. A repeat after the worker was stopped has the same id, so it proposes only once. */
  readonly pageRequestId: string
  /** JSON of `{id, method, params}`, as the page wrote it. */
  readonly text: string
  /** Whether the user has just interacted with the page (`navigator.userActivation`). */
  readonly gesture: boolean
}

export interface RelayRestored {
  readonly channel: typeof pageChannel
  readonly key: string
}

/** Background to relay. Only the relay with this key answers, with `true`. */
export interface BackgroundToRelay {
  readonly channel: typeof pageChannel
  readonly key: string
  /** Without a swap the message only checks whether the document is still there. */
  readonly swap?: PageSwap
}

/** 16 kB: the longest request of a page. */
export const pageLimitChars = 16_384
export const tooLargeMessage = 'Not plain JSON, or more than 16 kB.'

/**
 * Storage key of the mark: where content scripts have work, so that they stay silent everywhere else. The background writes
 * this copy and never reads it. Chromium has it in `storage.session`, which Ferry opens to content scripts. Firefox hides
 * that area from them, so there it is in `storage.local`.
 */
export const pageMarkKey = 'pageMark'

/** Name of the message that a content script sends when it finds no mark. The background replies with the mark. */
export const markChannel = 'ferry:mark'

export interface MarkRequest {
  readonly channel: typeof markChannel
}

export interface PageMark {
  /** Origin and path of the wallet page; absent where there is none. */
  readonly walletPage?: string
  readonly sites: SiteChoice
}
