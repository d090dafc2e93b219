import type { PageMessage } from '../wallet/connectors/page-message.ts'
import { pageChannel, type RelayReply } from '../wallet/connectors/page-protocol.ts'
import type { FerrySwap } from './ferry-provider.d.ts'
import { type ChannelWindow, type OnVisit, openChannel, pageToRelay, relayToPage } from './handshake.ts'
import {
  type BackgroundToRelay,
  type PageMark,
  type PageReply,
  type PageToRelay,
  pageLimitChars,
  pageMarkKey,
  type RelayToBackground,
  type RelayToPage,
} from './relay-messages.ts'

type Pause = (ms: number) => Promise<void>

/** The parts of the browser's runtime that a relay uses. */
export interface RelayRuntime {
  /** Undefined once the extension was updated or removed under this page. */
  readonly id?: string | undefined
  sendMessage(message: RelayToBackground): Promise<unknown>
  readonly onMessage: {
    addListener(
      listener: (message: unknown, sender: unknown, respond: (reply: unknown) => void) => void,
    ): void
  }
  connect(info: { readonly name: string }): HeldPort
}

interface HeldPort {
  readonly onDisconnect: { addListener(listener: () => void): void }
  disconnect(): void
}

export interface RelayPorts {
  readonly window: ChannelWindow &
    ClickWindow & {
      readonly location: { readonly origin: string; readonly pathname: string }
    }
  readonly onVisit: OnVisit
  readonly runtime: RelayRuntime
  /** Undefined where the background did not answer: then nothing starts. Other code may have written it. */
  readonly mark: PageMark | undefined
  /** Names the channel to the page's world (`handshake.ts`). */
  readonly secret: string
  readonly pause: Pause
  readonly newId: () => string
  /** `navigator.userActivation.isActive`, read in our own world. */
  readonly isActive: () => boolean
  readonly isVisible: () => boolean
}

/**
 * Starts the relay where the user's settings allow the site, and on the wallet page; does nothing elsewhere. It forwards the
 * page's requests to the background, which validates them, and the background's calls to the page's wallets.
 */
export function startRelay(ports: RelayPorts): void {
  const { window: win, runtime, secret, mark, pause, newId } = ports
  const { origin, pathname } = win.location
  const here = origin + pathname
  const isWalletPage = mark?.walletPage === here
  const { kind, listed, never } = mark?.sites ?? {}
  const isChosen = kind === 'all' || listed?.includes(origin)
  const isOffered = isChosen && !never?.includes(origin)
  if (!isOffered && !isWalletPage) return

  const key = newId()
  /** Ids of the page's requests. */
  const seen = new Set<string>()
  /** Proposed swaps of this document; they end with it. */
  const proposed = new Set<string>()
  /** Answers to wallet requests by id, null while open. A repeat does not prompt again: it gets the answer again. */
  const answers = new Map<string, PageMessage | null>()
  /** The page or one of its links has made a request, so the background may know this document. */
  let hasSentRequest = false
  /** The background has requested this page's wallets. Before that a page cannot make the relay send their messages. */
  let hasBeenCalled = isWalletPage
  let isLeft = false
  let port: HeldPort | null = null

  const notify = (message: RelayToBackground): Promise<unknown> => sendUntilAnswered(runtime, message, pause)
  const send: (message: RelayToPage) => void = openChannel<PageToRelay>(
    win,
    pageToRelay + secret,
    relayToPage + secret,
    (message, text) => {
      if ('kind' in message) onWalletMessage(message)
      else if (isOffered) onRequest(message.id, text)
    },
  )

  /** Holds a port while a swap is proposed or a wallet request is open: its closing shows that this document has closed. */
  function hold(): void {
    const isNeeded = (!isLeft && proposed.size > 0) || [...answers.values()].includes(null)
    if (!isNeeded) {
      port?.disconnect()
      port = null
    } else if (port === null && runtime.id) {
      port = runtime.connect({ name: pageChannel })
      port.onDisconnect.addListener(() => {
        port = null
        void pause(holdAgainMs).then(hold)
      })
    }
  }

  function follow(swap: Partial<FerrySwap> | undefined): void {
    if (!swap?.swapId) return
    // A swap that was just proposed comes without a state.
    if (swap.state && swap.state !== 'proposed') proposed.delete(swap.swapId)
    else proposed.add(swap.swapId)
    hold()
  }

  /** One id for all repeats of a request makes it one request. */
  async function sendRequest(text: string): Promise<PageReply> {
    hasSentRequest = true
    // A request sent while the page is left waits for its return, where an earlier click does not count.
    if (isLeft) await pause(0)
    const gesture = ports.isActive()
    const requested = notify({ channel: pageChannel, key, pageRequestId: newId(), text, gesture })
    const reply = ((await requested) || { error: {} }) as PageReply & { readonly result?: Partial<FerrySwap> }
    follow(reply.result)
    return reply
  }

  function onRequest(id: unknown, text: string): void {
    // The provider refuses a longer request itself, so this is one of a script that bypasses it.
    if (typeof id !== 'string' || seen.has(id) || text.length > pageLimitChars) return
    seen.add(id)
    void sendRequest(text).then((reply) => send({ id, ...reply }))
  }

  function onWalletMessage(message: PageMessage): void {
    if (!hasBeenCalled) return
    if (message.kind === 'request') {
      if (!answers.has(message.id)) return
      answers.set(message.id, message)
    }
    void notify({ channel: pageChannel, message }).then(hold)
  }

  runtime.onMessage.addListener((message, _sender, respond) => {
    const call = message as BackgroundToRelay
    if (call.channel !== pageChannel || ![origin, here, undefined].includes(call.page)) return
    if ('key' in call) {
      if (call.key !== key) return
      if (call.swap) send({ swap: call.swap })
      follow(call.swap)
      respond(true)
      return
    }
    hasBeenCalled = true
    const answer = answers.get(call.id as string)
    if (answer) void notify({ channel: pageChannel, message: answer })
    else if (answer !== null && call.kind !== 'status') {
      if (call.kind === 'request') answers.set(call.id, null)
      send(call)
      hold()
    }
    const reply: RelayReply = { known: [...answers.keys()], isVisible: ports.isVisible() }
    respond(reply)
  })
  ports.onVisit(({ type, isTrusted, persisted }) => {
    if (!isTrusted) return
    // Not every browser closes the port of a page that is left.
    isLeft = type === 'pagehide'
    const hasReturned = persisted && !isLeft
    // The cache closes ports without an event. One that it left open must not stay open next to a new one.
    if (hasReturned) {
      port?.disconnect()
      port = null
    }
    hold()
    if (hasReturned && hasSentRequest) void notify({ channel: pageChannel, key })
  })
  if (isWalletPage) void notify({ channel: pageChannel, message: { kind: 'hello' } })
  if (isOffered) {
    followLinks(win, runtime, sendRequest)
    send({ here: true })
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
  runtime: RelayRuntime,
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
    // Of a duplicate key the last value counts, so the link's text comes first: it cannot replace the method.
    void sendRequest(`{"params":[${link.dataset.ferrySwap}],"id":"link","method":"ferry_proposeSwap"}`).then(
      (reply) => {
        if ('error' in reply && reply.error.code !== alreadyWaitsCode) link.click()
      },
    )
  })
}

const holdAgainMs = 300
const tries = 40
const tryEveryMs = 500

/**
 * Sends a message to the background until it is answered: a worker may be starting, or may stop with the message. False when
 * the background refuses it. Undefined without an answer, or when the extension was updated or removed under this page.
 */
async function sendUntilAnswered(
  runtime: Pick<RelayRuntime, 'id' | 'sendMessage'>,
  message: RelayToBackground,
  pause: Pause,
): Promise<unknown> {
  for (let tried = 0; tried < tries && runtime.id; tried += 1) {
    try {
      const reply = await runtime.sendMessage(message)
      if (reply !== undefined && reply !== null) return reply
    } catch {
      // No listener yet, or the extension was replaced under this page: then `id` is gone too.
    }
    await pause(tryEveryMs)
  }
  return undefined
}

/**
 * Reads where Ferry has work, without waking the background. Only where there is no copy yet, as after a browser start, it
 * requests the mark from the background. Undefined when the background does not answer; then nothing starts.
 */
export async function readMark(
  area: { get(key: string): Promise<{ readonly [key: string]: unknown }> },
  runtime: Pick<RelayRuntime, 'id' | 'sendMessage'>,
  pause: Pause,
): Promise<PageMark | undefined> {
  const copied = await area.get(pageMarkKey).then(
    (found) => found[pageMarkKey],
    // The area is not open to content scripts yet.
    () => undefined,
  )
  const mark = copied ?? (await sendUntilAnswered(runtime, { channel: pageChannel, kind: 'mark' }, pause))
  return mark as PageMark | undefined
}
