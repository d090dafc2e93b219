/// <reference types="vite/types/importMeta.d.ts" />
import { messageLimitChars } from '../base/page-provider.ts'

/** What both worlds of a window see of it. */
interface HandshakeWindow extends WaitingWindow {
  /** A text that shows nowhere and says nothing to anybody. */
  status: string
  readonly document: { readonly readyState: string }
}

/**
 * Begins one world's half of a window with the secret of both, a UUID. Our own world begins when it is needed, the page's when
 * our own calls it. `newId` gives an unguessable UUID; in the page's world it is used only before this returns.
 */
export type Handshake = (win: HandshakeWindow, newId: () => string, start: (secret: string) => void) => void

const mark = 'ferry:'
const secretChars = 36
/** The longest text of a page that a secret is left before. */
const statusChars = 1_024

/*
 * A secret begins the channels of a window and is the same in both of its worlds: one of them leaves it in `status`, before
 * whatever the page has there, and the other takes it away. In a new document no script of the page runs between the two, so
 * that where Ferry stays silent nobody can make it speak (M1, M11). A site that has opened a window of its own can have
 * prepared that window's world, and so can a page that was there before us: it may learn that Ferry is there, and no more.
 *
 * Together: both scripts come into a document that has run nothing yet, our own world's first. They wait for a sign, and are
 * the first two that hear it. A starting document spares the secret, and what a page left in `status` is not believed.
 */

/** @internal */
export const oursTogether: Handshake = (win, newId, start) => whenNeeded(win, () => start(leave(win, newId)))

/** @internal */
export const pageTogether: Handshake = (win, _newId, start) => {
  const take = taking(win)
  const wait = waiting(win, start)
  whenNeeded(win, () => wait(take()))
}

/*
 * Apart: each script comes when it is compiled, and into documents that were there before us as well. They meet as soon as
 * both are there, before the page has a script if it is new.
 */

/** @internal */
export const oursApart: Handshake = (win, newId, start) => {
  const secret = taking(win)() || leave(win, newId)
  // Put into a page that was there before us, we have missed all signs.
  if (win.document.readyState === 'loading') whenNeeded(win, () => start(secret))
  else start(secret)
}

/** @internal */
export const pageApart: Handshake = (win, newId, start) =>
  waiting(win, start)(taking(win)() || leave(win, newId))

/** What our own world calls the page's through. */
export interface CallingWindow {
  dispatchEvent(event: Event): boolean
}

/**
 * Calls the page's half by an event whose name no page can know. Uncalled that half listens to nothing that a page can
 * say, and looks at nothing that a page can have patched (M11).
 */
export function callPage(win: CallingWindow, secret: string): void {
  win.dispatchEvent(new Event(mark + secret))
}

/** How the page's half waits for its call, once it has a secret. */
function waiting(win: HandshakeWindow, start: (secret: string) => void): (secret: string) => void {
  const listen = win.addEventListener.bind(win)
  let isCalled = false
  return (secret) => {
    if (!secret) return
    listen(mark + secret, () => {
      // By now the page can know the name.
      if (isCalled) return
      isCalled = true
      start(secret)
    })
  }
}

function leave(win: HandshakeWindow, newId: () => string): string {
  const secret = newId()
  const { status } = win
  // A page could tell from its time that a long text is copied; and who was there before us may have put a function there.
  if (typeof status === 'string' && status.length <= statusChars) win.status = mark + secret + status
  return secret
}

/**
 * Looks up now all that it takes to take a secret: the page may patch its world later, and learn it so. What is returned
 * gives none, an empty text, where none was left.
 */
function taking(win: HandshakeWindow): () => string {
  const { get, set } = Object.getOwnPropertyDescriptor(win, 'status') ?? {}
  if (!get || !set) return () => ''
  const read: () => string = get.bind(win)
  const write: (text: string) => void = set.bind(win)
  const slice: (text: string, from: number, to?: number) => string = Function.prototype.call.bind(''.slice)
  return () => {
    const left = read()
    const from = mark.length
    if (slice(left, 0, from) !== mark) return ''
    const to = from + secretChars
    write(slice(left, to))
    return slice(left, from, to)
  }
}

/*
 * Chromium puts scripts in in the order of the manifest, into new documents alone; Firefox each when it is compiled, and
 * at an update into all that are there. A package is built for one of them, and holds one way.
 */

/** Our own world's half. */
export const isolatedHandshake: Handshake = import.meta.env.FIREFOX ? oursApart : oursTogether

/** The page's half. */
export const pageHandshake: Handshake = import.meta.env.FIREFOX ? pageApart : pageTogether

/** The bits of the page a start waits on. */
interface WaitingWindow {
  addEventListener(type: string, listener: () => void, isCapturing?: boolean): void
  removeEventListener(type: string, listener: () => void, isCapturing?: boolean): void
}

/**
 * When the document is read; before that only where its page asks for us, or its user does something in it. Not
 * `pointerdown`: it makes the browser look after touches, which is dearer than all of these together. A finger's
 * `mousedown` comes with its click, so a link that is touched while the document is still being read is followed as any other.
 */
const signs = ['DOMContentLoaded', 'ferry:requestProvider', 'mousedown', 'keydown'] as const

/**
 * Begins once, and not while the document starts: that time is the page's. Hears each sign before anything in the page can
 * stop it. Without an object of options, which is dearer to read than a listener is to put in.
 */
function whenNeeded(win: WaitingWindow, start: () => void): void {
  let isBegun = false
  // An own copy, and no iterator below: from a world that it has patched the page learns nothing of us where we are silent.
  const stop = win.removeEventListener.bind(win)
  const once = (): void => {
    if (isBegun) return
    isBegun = true
    for (let at = 0; at < signs.length; at += 1) stop(signs[at] as string, once, true)
    start()
  }
  for (const sign of signs) win.addEventListener(sign, once, true)
}

/*
 * Once they have met they speak over a channel that the secret names. Everyone in the page hears it, and can write to it.
 */

/** The two directions inside every page; the secret of the window follows. */
export const pageToRelay = 'ferry:to-relay:'
export const relayToPage = 'ferry:to-page:'

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
