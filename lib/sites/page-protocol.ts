import type { PageError, PageSwap } from './page-swap.ts'
import type { SiteChoice } from './sites.ts'

/** Name of the messages and the port between the background and the relay of a page that may propose swaps. */
export const pageChannel = 'ferry:page'

/** What a request comes to. */
export type PageReply = { readonly result: unknown } | { readonly error: PageError }

/** Relay to page. `here` is said once, where the user's settings allow the site. */
export type RelayToPage =
  | { readonly here: true }
  | { readonly swap: PageSwap }
  | ({ readonly id: string } & PageReply)

/** Page to relay: a request, named by the page; the relay passes its text on as it came. */
export interface PageToRelay {
  readonly id: unknown
}

/** Relay to background; the reply is a `PageReply`. */
export interface RelayRequest {
  readonly channel: typeof pageChannel
  /** Names this document where the browser does not; fresh and unknown to the page. */
  readonly key: string
  /** Fresh; the same when the worker has to be asked again, so that it proposes once. */
  readonly askId: string
  /** JSON of `{id, method, params}` as the page said it. */
  readonly text: string
  /** Whether the user has just done something in the page. */
  readonly gesture: boolean
}

/** Relay to background: the document is back out of the back/forward cache. */
export interface RelayRestored {
  readonly channel: typeof pageChannel
  readonly key: string
}

/** Background to relay, which answers `true` when it is the one with this key. */
export interface BackgroundToRelay {
  readonly channel: typeof pageChannel
  readonly key: string
  /** Without a swap it only asks whether the document is there. */
  readonly swap?: PageSwap
}

/** 16 kB: the most a page may ask at once. */
export const pageLimitChars = 16_384
/** What a page is told that asks more. */
export const tooMuch = 'Not plain JSON, or more than 16 kB.'

/**
 * The one key that content scripts read: where they have work, so that they are silent everywhere else. It is a copy, which
 * the background writes and never reads: in Chromium in `storage.session`, which is opened to content scripts for it, in
 * Firefox, where they never see that, in `storage.local`.
 */
export const pageMarkKey = 'pageMark'

/** Name of the one message a content script sends that finds no copy; the background answers it with the mark. */
export const markChannel = 'ferry:mark'

/** What a content script says that finds no copy. */
export interface MarkRequest {
  readonly channel: typeof markChannel
}

export interface PageMark {
  /** Origin and path of the wallet page; absent where there is none. */
  readonly walletPage?: string
  readonly sites: SiteChoice
}
