import type { Rejection } from '../../base/page-provider.ts'

/** The bits of the extension API and the page the relay stands on. */
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
  /** Whether the page can be seen (`document.visibilityState`): some wallets wait until it can. */
  readonly isVisible: () => boolean
}

/** What the rest of the relay passes on. */
export interface WalletRelay {
  onMessage(message: PageMessage): void
  /** The page is shown again, perhaps out of the back/forward cache, which closes ports without a word. */
  shown(isPersisted: boolean): void
}

/**
 * Carries calls to the wallets of this page and answers back, when the background asks; on the wallet page it says that
 * it is there. Knows every id it was asked, so that asking twice prompts once: the answer is given again.
 */
export function relayWallet(
  { runtime, pause, isVisible }: RelayPorts,
  isWalletPage: boolean,
  send: (job: PageJob) => unknown,
): WalletRelay {
  let isAsked = isWalletPage
  const answers = new Map<string, PageMessage | null>()
  // A port that is open while the wallet is asked tells the background when this document goes.
  const hold = holdPort(runtime, walletChannel, pause, () => [...answers.values()].includes(null))
  const notify = (message: RelayMessage['message']) =>
    sendUntilAnswered(runtime, { channel: walletChannel, message }, pause)

  runtime.onMessage.addListener((message, _sender, respond) => {
    const call = message as RelayCall
    if (call.channel !== walletChannel) return
    isAsked = true
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
      // A page cannot make it speak where nobody asked for its wallets.
      if (!isAsked) return
      if (message.kind === 'ask') {
        if (!answers.has(message.id)) return
        answers.set(message.id, message)
      }
      void notify(message).then(() => hold())
    },
    shown: hold,
  }
}

/** Name of the messages and the port between the background and the relay of a page whose wallets are asked. */
export const walletChannel = 'ferry:wallet'

/** One call of one wallet of this document. */
export interface PageCall {
  /** Comes back with the answer. What is asked twice under one id is done once. */
  readonly id: string
  /** The wallet, as it announced itself in this document. */
  readonly uuid: string
  readonly method: string
  /** By place or by name, as the method has it. */
  readonly params: readonly unknown[] | object
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

/** The ids this document was asked, in any state, and whether the page can be seen. */
export interface RelayReply {
  readonly known: readonly string[]
  readonly isVisible: boolean
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
interface RelayMessage {
  readonly channel: typeof walletChannel
  readonly message: PageMessage | { readonly kind: 'hello' }
}

/** A port as far as it is held. */
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
 * Keeps a port open while it is needed, which tells the background when this document goes. Returns how to look again;
 * `isLost` is said after the back/forward cache, which closes ports without a word.
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
 * Says a message to the background until it is answered: a worker may be starting, or be dying with the message.
 * Undefined when nobody answered, or when the extension was updated or removed under this page.
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
      // Nobody there yet, or the extension was replaced under us: then `id` goes too.
    }
    await pause(tryEveryMs)
  }
  return undefined
}
