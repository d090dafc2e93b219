import { type HoldRuntime, holdPort, sendUntilAnswered } from '../wallet/connectors/wallet-relay.ts'
import {
  type BackgroundToRelay,
  type PageReply,
  pageChannel,
  pageLimitChars,
  type RelayRequest,
  type RelayRestored,
  type RelayToPage,
  tooLargeMessage,
} from './page-protocol.ts'
import type { PageSwap } from './page-swap.ts'

const maxIdChars = 64

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

export interface PageRelay {
  onRequest(id: unknown, text: string): void
  /** The page was left, perhaps into the back/forward cache. Not every browser closes its port there. */
  onPageLeft(): void
  onPageShown(isPersisted: boolean): void
}

/** Forwards a page's requests to the background, and the answers back. The background validates them. */
export function relayPage({ window, runtime, send, pause, newId, isActive }: PageRelayPorts): PageRelay {
  const key = newId()
  const seen = new Set<string>()
  /** Proposed swaps of this document; they end with it. */
  const waiting = new Set<string>()
  /** The page or one of its links has made a request, so the background may know this document. */
  let hasSentRequest = false
  let isLeft = false
  const hold = holdPort(runtime, pageChannel, pause, () => !isLeft && waiting.size > 0)

  function follow(swap: Partial<PageSwap> | null | undefined): void {
    if (!swap?.swapId) return
    // A swap that was just proposed comes without a state.
    if (swap.state && swap.state !== 'proposed') waiting.delete(swap.swapId)
    else waiting.add(swap.swapId)
    hold()
  }

  /** One id for all repeats of a request makes it one request. */
  async function sendRequest(text: string): Promise<PageReply> {
    hasSentRequest = true
    const call: RelayRequest = {
      channel: pageChannel,
      key,
      pageRequestId: newId(),
      text,
      gesture: isActive(),
    }
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
  followLinks(window, runtime, sendRequest)
  send({ here: true })

  return {
    onRequest(id, text) {
      if (typeof id !== 'string' || seen.has(id)) return
      if (text.length > pageLimitChars) {
        // For a script that bypasses the provider: answer as the provider would. Ignore an id that is too long itself.
        if (id.length <= maxIdChars) send({ id, error: { code: -32602, message: tooLargeMessage } })
        return
      }
      seen.add(id)
      void sendRequest(text).then((reply) => send({ id, ...reply }))
    },
    onPageLeft() {
      isLeft = true
      hold()
    },
    onPageShown(isPersisted) {
      isLeft = false
      hold(isPersisted)
      if (isPersisted && hasSentRequest) void sendUntilAnswered(runtime, { channel: pageChannel, key }, pause)
    },
  }
}

interface SwapLink {
  readonly dataset: { readonly ferrySwap?: string | undefined }
  click(): void
}

interface LinkClick {
  readonly isTrusted: boolean
  readonly defaultPrevented: boolean
  readonly button: number
  /** Clicks in a row: 2 for the second click of a double click. */
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

/** The site's own author writes the head. Content of its users is in the body. */
const optIn = ':scope > meta[name="ferry-swap"][content="links"]'

const alreadyWaitsCode = -32002

/**
 * Proposes the swap of a plainly clicked `<a data-ferry-swap>`, in a document whose head has `<meta name="ferry-swap"
 * content="links">`. In other documents such a link may be a user's comment, so it stays an ordinary link. A page that
 * calls the provider has not thereby allowed the links that its users write.
 *
 * When Ferry refuses the swap, the link is followed as if Ferry were absent; that click is untrusted, so Ferry ignores it.
 * Exception: while a swap of this site waits already, only its window comes to the front. Following the link would leave
 * the page, and end that swap with it. For the same reason the second click of a double click is ignored.
 */
function followLinks(
  win: ClickWindow,
  /** Has no id in a page that was open before Ferry was updated. */
  runtime: Pick<HoldRuntime, 'id'>,
  sendRequest: (text: string) => Promise<PageReply>,
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
    void sendRequest(`{"id":"link","method":"ferry_proposeSwap","params":[${link.dataset.ferrySwap}]}`).then(
      (reply) => {
        if ('error' in reply && reply.error.code !== alreadyWaitsCode) link.click()
      },
    )
  })
}
