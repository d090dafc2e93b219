import { type HoldRuntime, holdPort } from '../wallet/page/hold-port.ts'
import { sendUntilAnswered } from '../wallet/page/send-until-answered.ts'
import {
  type BackgroundToRelay,
  type PageReply,
  pageChannel,
  type RelayRequest,
  type RelayRestored,
  type RelayToPage,
} from './page-channel.ts'
import { type ClickWindow, followLinks } from './swap-link.ts'
import { pageLimitChars, tooMuch } from './window-channel.ts'

const mostIdChars = 64

/** The bits of the extension API and the page the relay stands on. */
export interface PageRelayPorts {
  readonly window: ClickWindow
  readonly runtime: HoldRuntime & {
    sendMessage(message: RelayRequest | RelayRestored): Promise<unknown>
    readonly onMessage: {
      addListener(
        listener: (message: unknown, sender: unknown, respond: (reply: never) => void) => void,
      ): void
    }
  }
  readonly send: (told: RelayToPage) => void
  readonly pause: (ms: number) => Promise<void>
  readonly newId: () => string
  /** `navigator.userActivation.isActive`, read in our own world. */
  readonly isActive: () => boolean
}

/** What the rest of the relay tells it. */
export interface PageRelay {
  /** Something with an `id`; `text` is what the page said. */
  asked(id: unknown, text: string): void
  /** The page is left, perhaps into the back/forward cache: not every browser closes its port there. */
  left(): void
  /** The page is shown again, perhaps out of the back/forward cache. */
  shown(isPersisted: boolean): void
}

/** Carries a page's requests to the background and answers back. What is said is checked in the background. */
export function relayPage({ window, runtime, send, pause, newId, isActive }: PageRelayPorts): PageRelay {
  const key = newId()
  const seen = new Set<string>()
  /** Swaps of this document that wait for the user: they die with it. */
  const waiting = new Set<string>()
  let isLeft = false
  const hold = holdPort(runtime, pageChannel, pause, () => !isLeft && waiting.size > 0)

  function follow(swap: { readonly swapId?: string; readonly state?: string } | null | undefined): void {
    if (!swap?.swapId) return
    // What was just proposed comes without a state.
    if (swap.state && swap.state !== 'proposed') waiting.delete(swap.swapId)
    else waiting.add(swap.swapId)
    hold()
  }

  /** The id makes it one request, however often it has to be said. */
  async function ask(text: string): Promise<PageReply> {
    const call: RelayRequest = { channel: pageChannel, key, askId: newId(), text, gesture: isActive() }
    const reply = (await sendUntilAnswered(runtime, call, pause)) as PageReply | undefined
    if (!reply) return { error: { code: 4900, message: '' } }
    if ('result' in reply) follow(reply.result as never)
    return reply
  }

  runtime.onMessage.addListener((message, _sender, respond) => {
    const told = message as BackgroundToRelay
    if (told.channel !== pageChannel || told.key !== key) return
    if (told.swap) {
      follow(told.swap)
      send({ swap: told.swap })
    }
    respond(true as never)
  })
  followLinks(window, { speaks: () => seen.size > 0, isThere: () => Boolean(runtime.id), ask })
  send({ here: true })

  return {
    asked(id, text) {
      if (typeof id !== 'string' || seen.has(id)) return
      if (text.length > pageLimitChars) {
        // Whoever speaks past the provider is answered as it would be; a name that is itself too long is none.
        if (id.length <= mostIdChars) send({ id, error: { code: -32602, message: tooMuch } })
        return
      }
      seen.add(id)
      void ask(text).then((reply) => send({ id, ...reply }))
    },
    left() {
      isLeft = true
      hold()
    },
    shown(isPersisted) {
      isLeft = false
      hold(isPersisted)
      if (isPersisted && seen.size > 0) void sendUntilAnswered(runtime, { channel: pageChannel, key }, pause)
    },
  }
}
