/** Names the messages between relays and the background, and the port of a relay. */
export const pageChannel = 'ferry:page'

export interface PageCall {
  /** Comes back with the answer. Two calls with one id are executed one time. */
  readonly id: string
  /** The wallet, as it announced itself in this document. */
  readonly uuid: string
  readonly method: string
  readonly params: readonly unknown[] | object
}

export type PageJob =
  /** May prompt, and is executed one time per id; from then on the wallet's events are forwarded. */
  | ({ readonly kind: 'request' } & PageCall)
  /** Prompts no user, and may be lost. */
  | ({ readonly kind: 'read' } & PageCall)
  /** Answered by a `found` for each wallet that announces itself immediately, and one without a wallet at the end. */
  | { readonly kind: 'list'; readonly id: string }

/**
 * Background to relay, which replies with a `RelayReply`. `page` is the origin of the document that it is for, with the path
 * for the wallet page: a tab may show another document by now, whose relay ignores it.
 */
export type RelayCall = { readonly channel: typeof pageChannel } & (
  | (PageJob & { readonly page: string })
  /** Executes nothing: the relay sends the answer to the id again. Without a page it is for any document. */
  | { readonly kind: 'status'; readonly page?: string | undefined; readonly id?: string | undefined }
)

export interface RelayReply {
  readonly known: readonly string[]
  /** Some wallets wait until their page is visible. */
  readonly isVisible: boolean
}

export const walletEventNames = ['accountsChanged', 'chainChanged', 'disconnect'] as const
