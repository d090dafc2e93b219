import type { Rejection } from '../../base/page-provider.ts'

export interface RelayPorts {
  readonly runtime: HoldRuntime & {
    sendMessage(message: RelayMessage): Promise<unknown>
    readonly onMessage: {
      addListener(
        listener: (message: unknown, sender: unknown, respond: (reply: unknown) => void) => void,
      ): void
    }
  }
  readonly pause: (ms: number) => Promise<void>
  /** Whether the page is visible (`document.visibilityState`): some wallets wait until it is. */
  readonly isVisible: () => boolean
}

export interface WalletRelay {
  onMessage(message: PageMessage): void
  /** The page is shown again, perhaps from the back/forward cache, which closes ports without an event. */
  onPageShown(isPersisted: boolean): void
}

/**
 * Forwards the background's calls to the wallets of this page, and the answers back. On the wallet page it also reports its
 * own start. It remembers every id, so that a repeat does not prompt again: it sends the answer again.
 */
export function relayWallet(
  { runtime, pause, isVisible }: RelayPorts,
  isWalletPage: boolean,
  send: (job: PageJob) => unknown,
): WalletRelay {
  let hasBeenCalled = isWalletPage
  const answers = new Map<string, PageMessage | null>()
  // The open port shows the background when this document closes during a wallet request.
  const hold = holdPort(runtime, walletChannel, pause, () => [...answers.values()].includes(null))
  const notify = (message: RelayMessage['message']) =>
    sendUntilAnswered(runtime, { channel: walletChannel, message }, pause)

  runtime.onMessage.addListener((message, _sender, respond) => {
    const call = message as RelayCall
    if (call.channel !== walletChannel) return
    hasBeenCalled = true
    const answer = answers.get(call.id as string)
    if (answer) void notify(answer)
    else if (answer !== null && call.kind !== 'look') {
      if (call.kind === 'ask') answers.set(call.id, null)
      send(call)
      hold()
    }
    const reply: RelayReply = { known: [...answers.keys()], isVisible: isVisible() }
    respond(reply)
  })

  if (isWalletPage) void notify({ kind: 'hello' })

  return {
    onMessage(message) {
      // A page cannot make the relay send messages before the background has requested its wallets.
      if (!hasBeenCalled) return
      if (message.kind === 'ask') {
        if (!answers.has(message.id)) return
        answers.set(message.id, message)
      }
      void notify(message).then(() => hold())
    },
    onPageShown: hold,
  }
}

export const walletChannel = 'ferry:wallet'

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
  | ({ readonly kind: 'ask' } & PageCall)
  /** Prompts no user, and may be lost. */
  | ({ readonly kind: 'read' } & PageCall)
  /** Answered by a `found` for each wallet that announces itself immediately, and one without a wallet at the end. */
  | { readonly kind: 'list'; readonly id: string }

/** Background to relay, which replies with a `RelayReply`. `look` only requests the answer to an id again. */
export type RelayCall = { readonly channel: typeof walletChannel } & (
  | PageJob
  | { readonly kind: 'look'; readonly id?: string | undefined }
)

export interface RelayReply {
  readonly known: readonly string[]
  readonly isVisible: boolean
}

/** A wallet's own announcement, unchecked. */
export interface AnnouncedInfo {
  readonly uuid: string
  readonly rdns: string
  readonly name: string
  readonly icon: string
}

export const walletEventNames = ['accountsChanged', 'chainChanged', 'disconnect'] as const

/** Page to relay; the relay passes it to the background as `{channel, message}`. */
export type PageMessage =
  /** Without a wallet: this document has no wallet of that uuid, so none was called. */
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

/** Relay to background; `hello` reports a new document of the wallet page. */
interface RelayMessage {
  readonly channel: typeof walletChannel
  readonly message: PageMessage | { readonly kind: 'hello' }
}

interface HeldPort {
  readonly onDisconnect: { addListener(listener: () => void): void }
  disconnect(): void
}

export interface HoldRuntime {
  /** Undefined once the extension was updated or removed under this page. */
  readonly id?: string | undefined
  connect(info: { readonly name: string }): HeldPort
}

const holdAgainMs = 300

/**
 * Keeps a port open while it is needed; its closing shows the background that this document has closed. Call the returned
 * function after each change. Pass `isLost` after a return from the back/forward cache, which closes ports without an
 * event.
 */
export function holdPort(
  runtime: HoldRuntime,
  name: string,
  pause: (ms: number) => Promise<void>,
  isNeeded: () => boolean,
): (isLost?: boolean) => void {
  let port: HeldPort | null = null
  return function hold(isLost = false) {
    if (isLost) port = null
    if (!isNeeded()) {
      port?.disconnect()
      port = null
    } else if (port === null && runtime.id) {
      port = runtime.connect({ name })
      port.onDisconnect.addListener(() => {
        port = null
        void pause(holdAgainMs).then(() => hold())
      })
    }
  }
}

const tries = 40
const tryEveryMs = 500

/**
 * Sends a message to the background until it is answered: a worker may be starting, or may stop with the message. Undefined
 * without an answer, or when the extension was updated or removed under this page.
 */
export async function sendUntilAnswered<Message>(
  runtime: HoldRuntime & { sendMessage(message: Message): Promise<unknown> },
  message: Message,
  pause: (ms: number) => Promise<void>,
): Promise<unknown> {
  for (let tried = 0; tried < tries && runtime.id; tried += 1) {
    try {
      const reply = await runtime.sendMessage(message)
      if (reply) return reply
    } catch {
      // No listener yet, or the extension was replaced under this page: then `id` is gone too.
    }
    await pause(tryEveryMs)
  }
  return undefined
}
