import { messageLimitChars } from '../base/page-provider.ts'
import type { PageError, PageSwap } from './page-swap.ts'
import type { SiteChoice } from './sites.ts'

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

/** The bits of a page's window a line between its two worlds stands on. */
export interface ChannelWindow {
  addEventListener(type: 'message', listener: (event: ChannelEvent) => void): void
  postMessage(message: unknown, targetOrigin: string): void
  readonly location: { readonly origin: string }
}

export interface ChannelEvent {
  readonly isTrusted: boolean
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
}

/** 16 kB: the most a page may ask at once. */
export const pageLimitChars = 16_384
/** What a page is told that asks more. */
export const tooMuch = 'Not plain JSON, or more than 16 kB.'

/** How to say something on a line; false for what is too much or no JSON. */
export type ChannelSend = (value: unknown, mostChars?: number) => boolean

/**
 * Creates a channel between the page's world and ours in one window. Everyone in the page can write to it (M1): taken
 * are only messages of this window and origin, of the channel `inbound`, of exactly `{channel, text}`, with a bounded
 * JSON object. A text, so that what arrives is a plain copy without getters (bad inputs 65, 66). Takes its own copies
 * of what it uses at once, for the page may patch its world later; what it returns opens the line. `Inbound` is what the
 * other end says: nothing of it is checked here but that it is an object.
 */
export function windowChannel(
  win: ChannelWindow,
): <Inbound extends object>(
  inbound: string,
  outbound: string,
  onMessage: (value: Inbound, text: string) => void,
) => ChannelSend {
  // No page can patch the isolated world, nor anywhere its window's `location`.
  const { parse, stringify } = JSON
  const { keys, setPrototypeOf } = Object
  const post = win.postMessage.bind(win)
  const listen = win.addEventListener.bind(win)
  return (inbound, outbound, onMessage) => {
    listen('message', (event) => {
      if (!event.isTrusted || event.source !== win || event.origin !== win.location.origin) return
      const data = event.data as { readonly channel?: unknown; readonly text?: unknown } | null | undefined
      if (data?.channel !== inbound || typeof data.text !== 'string' || keys(data).length !== 2) return
      if (data.text.length > messageLimitChars) return
      let value: unknown
      try {
        value = parse(data.text)
      } catch {
        // Not JSON is not ours.
        return
      }
      // Without a prototype: fields that a page puts on every object are none of this one (M9).
      if (typeof value === 'object' && value !== null) onMessage(setPrototypeOf(value, null), data.text)
    })
    return (value, mostChars = messageLimitChars) => {
      try {
        const text = stringify(value)
        if (text.length > mostChars) return false
        post({ channel: outbound, text }, win.location.origin)
        return true
      } catch {
        return false
      }
    }
  }
}

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
