import type { SiteChoice } from './sites.ts'

/**
 * The one key that content scripts read: where they have work, so that they are silent everywhere else. It is a copy, which
 * the background writes and never reads: in Chromium in `storage.session`, which is opened to content scripts for it, in
 * Firefox, where they never see that, in `storage.local`.
 */
export const pageMarkKey = 'pageMark'

/** Name of the one message a content script sends that finds no copy; the background answers it with the mark. */
export const markChannel = 'ferry:mark'

/** What a content script says that finds no copy. */
export interface MarkAsk {
  readonly channel: typeof markChannel
}

export interface PageMark {
  /** Origin and path of the wallet page; absent where there is none. */
  readonly walletPage?: string
  readonly sites: SiteChoice
}
