import type { PageError } from './page-refusal.ts'
import type { PageSwap } from './page-swap.ts'

/** Name of the messages and the port between the background and the relay of a page that may propose swaps. */
export const pageChannel = 'ferry:page'

/** The two directions inside every page; the secret of the window follows (`handshake.ts`). */
export const pageToRelay = 'ferry:to-relay:'
export const relayToPage = 'ferry:to-page:'

/** What a request comes to. */
export type PageReply = { readonly result: unknown } | { readonly error: PageError }

/** Relay to page. `here` is said once, where the user's settings allow the site. */
export type RelayToPage =
  | { readonly here: true }
  | { readonly swap: PageSwap }
  | ({ readonly id: string } & PageReply)

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
