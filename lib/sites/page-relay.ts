import { type HoldRuntime, holdPort, sendUntilAnswered } from '../wallet/connectors/wallet-relay.ts'
import {
  type BackgroundToRelay,
  type PageReply,
  pageChannel,
  pageLimitChars,
  type RelayRequest,
  type RelayRestored,
  type RelayToPage,
  tooMuch,
} from './page-protocol.ts'
import type { PageSwap } from './page-swap.ts'

const mostIdChars = 64

/** The bits of the extension API and the page the relay stands on. */
export interface PageRelayPorts {
  readonly window: ClickWindow
  readonly runtime: HoldRuntime & {
    sendMessage(message: RelayRequest | RelayRestored): Promise<unknown>
    readonly onMessage: {
      addListener(
        listener: (message: unknown, sender: unknown, respond: (reply: unknown) => void) => void,
      ): void
    }
  }
  readonly send: (message: RelayToPage) => void
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
  /** The page by itself or one of its links: the background may know this document. */
  let hasAsked = false
  let isLeft = false
  const hold = holdPort(runtime, pageChannel, pause, () => !isLeft && waiting.size > 0)

  function follow(swap: Partial<PageSwap> | null | undefined): void {
    if (!swap?.swapId) return
    // What was just proposed comes without a state.
    if (swap.state && swap.state !== 'proposed') waiting.delete(swap.swapId)
    else waiting.add(swap.swapId)
    hold()
  }

  /** The id makes it one request, however often it has to be said. */
  async function ask(text: string): Promise<PageReply> {
    hasAsked = true
    const call: RelayRequest = { channel: pageChannel, key, askId: newId(), text, gesture: isActive() }
    const reply = (await sendUntilAnswered(runtime, call, pause)) as PageReply | undefined
    if (!reply) return { error: { code: 4900, message: '' } }
    if ('result' in reply) follow(reply.result as Partial<PageSwap> | null)
    return reply
  }

  runtime.onMessage.addListener((message, _sender, respond) => {
    const call = message as BackgroundToRelay
    if (call.channel !== pageChannel || call.key !== key) return
    if (call.swap) send({ swap: call.swap })
    follow(call.swap)
    respond(true)
  })
  followLinks(window, runtime, ask)
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
      if (isPersisted && hasAsked) void sendUntilAnswered(runtime, { channel: pageChannel, key }, pause)
    },
  }
}

interface SwapLink {
  readonly dataset: { readonly ferrySwap?: string | undefined }
  click(): void
}

/** A click as far as it is looked at. */
interface LinkClick {
  readonly isTrusted: boolean
  readonly defaultPrevented: boolean
  readonly button: number
  /** How many clicks in a row this is: 2 for the second one of a double click. */
  readonly detail: number
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly target: unknown
  preventDefault(): void
}

interface ClickWindow {
  addEventListener(type: 'click', listener: (event: LinkClick) => void): void
  readonly document: {
    readonly head: { querySelector(selector: string): unknown } | null
  }
}

/** Who writes the head of a document writes the site; what users of a site write stands in its body. */
const optIn = ':scope > meta[name="ferry-swap"][content="links"]'

/** A swap of this site waits for the user already. */
const alreadyWaits = -32002

/**
 * Takes a plain click on `<a data-ferry-swap>` to the background, in a document whose head has
 * `<meta name="ferry-swap" content="links">`. Anywhere else such a link may be a user's comment, and is a link like any other;
 * a page that calls the provider has not allowed the links that its users write.
 *
 * A link that Ferry does not take is followed as if there were no Ferry: that click is not a trusted one, so it is the
 * browser's alone. It is not where a swap waits already, whose window comes to the front: following would leave the page,
 * and end that swap with it. For the same reason the second click of a double click is ignored.
 */
function followLinks(
  win: ClickWindow,
  /** Without an id in a page that outlived Ferry. */
  runtime: Pick<HoldRuntime, 'id'>,
  ask: (text: string) => Promise<PageReply>,
): void {
  win.addEventListener('click', (event) => {
    if (!event.isTrusted || event.defaultPrevented || event.button !== 0) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = event.target as { closest?(selector: string): SwapLink | null }
    const link = target.closest?.('a[data-ferry-swap]')
    if (!link || !runtime.id) return
    if (!win.document.head?.querySelector(optIn)) return
    event.preventDefault()
    if (event.detail > 1) return
    void ask(`{"id":"link","method":"ferry_proposeSwap","params":[${link.dataset.ferrySwap}]}`).then(
      (reply) => {
        if ('error' in reply && reply.error.code !== alreadyWaits) link.click()
      },
    )
  })
}
