import type { Rejection } from '../../base/rejection.ts'

/** Name of the messages and the port between the background and the relay of a page whose wallets are asked. */
export const walletChannel = 'ferry:wallet'

/** One call of one wallet of this document. */
export interface PageCall {
  /** Comes back with the answer. What is asked twice under one id is done once. */
  readonly id: string
  /** The wallet, as it announced itself in this document. */
  readonly uuid: string
  readonly method: string
  readonly params: readonly unknown[]
}

/** Relay to page. */
export type PageJob =
  /** May prompt, and is done once for an id; from now on the wallet's events are told. */
  | ({ readonly kind: 'ask' } & PageCall)
  /** Prompts nobody, and may be lost. */
  | ({ readonly kind: 'read' } & PageCall)
  /** Answered by a `found` for each wallet that is heard at once, and one without a wallet. */
  | { readonly kind: 'list'; readonly id: string }

/** Background to relay, which replies a `RelayReply`. `look` only has the answer to an id given once more. */
export type RelayCall = { readonly channel: typeof walletChannel } & (
  | PageJob
  | { readonly kind: 'look'; readonly id?: string | undefined }
)

/** The ids this document was asked, in any state. */
export interface RelayReply {
  readonly known: readonly string[]
}

/** A wallet as it announced itself: nothing in it is checked. */
export interface AnnouncedInfo {
  readonly uuid: string
  readonly rdns: string
  readonly name: string
  readonly icon: string
}

export const walletEventNames = ['accountsChanged', 'chainChanged', 'disconnect'] as const

/** Page to relay; the relay passes it to the background as `{channel, message}`. */
export type PageMessage =
  /** Without a wallet: nobody of this uuid is in this document, so nobody was asked. */
  | {
      readonly kind: 'ask' | 'read'
      readonly id: string
      readonly wallet?: AnnouncedInfo
      readonly result?: unknown
      readonly error?: Rejection
    }
  | { readonly kind: 'found'; readonly id: string; readonly wallet?: AnnouncedInfo }
  | {
      readonly kind: 'event'
      readonly wallet: AnnouncedInfo
      readonly name: (typeof walletEventNames)[number]
      readonly value: unknown
    }

/** What the relay tells the background; `hello` says that a new document of the wallet page is there. */
export interface RelayMessage {
  readonly channel: typeof walletChannel
  readonly message: PageMessage | { readonly kind: 'hello' }
}
