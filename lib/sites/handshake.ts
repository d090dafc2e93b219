/// <reference types="vite/types/importMeta.d.ts" />
import { messageLimitChars } from '../base/page-provider.ts'

interface HandshakeWindow extends WaitingWindow {
  /** The status text. Browsers do not show it, and it means nothing to the page. */
  status: string
  readonly document: { readonly readyState: string }
}

/**
 * Starts one world's half of a window; both halves get the same secret, a UUID. Ferry's own world starts when it is needed,
 * the page's world when Ferry's world calls it. `newId` returns an unguessable UUID. The page's half calls it only before
 * this function returns.
 */
export type Handshake = (win: HandshakeWindow, newId: () => string, start: (secret: string) => void) => void

const mark = 'ferry:'
const secretChars = 36
/** The longest status text of a page that still gets a secret before it. */
const maxStatusChars = 1_024

/*
 * A secret names the channels of a window and is the same in both of its worlds. One world writes it into `status`, before
 * any text of the page, and the other world removes it. In a new document no script of the page runs between the two, so a
 * page cannot make Ferry speak where Ferry is silent (M1, M11). Two pages may learn that Ferry is there, and no more: a
 * site that prepared the world of a window it opened itself, and a page that loaded before Ferry.
 *
 * Together: the browser injects both scripts before the document has run anything, Ferry's own world first. Both wait for
 * the first sign of use, and receive it before the page does. A starting document then has no secret to write, and a text
 * that a page left in `status` is not trusted.
 */

/** @internal */
export const isolatedOrdered: Handshake = (win, newId, start) =>
  onFirstUse(win, () => start(writeSecret(win, newId)))

/** @internal */
export const pageOrdered: Handshake = (win, _newId, start) => {
  const take = prepareSecretRead(win)
  const wait = prepareCall(win, start)
  onFirstUse(win, () => wait(take()))
}

/*
 * Apart: the browser injects each script once it is compiled, and also into documents that were already open. The two meet
 * as soon as both are there; in a new document this is before the page has a script.
 */

/** @internal */
export const isolatedUnordered: Handshake = (win, newId, start) => {
  const secret = prepareSecretRead(win)() || writeSecret(win, newId)
  // In a document that was already open, all signs of use are over: start now.
  if (win.document.readyState === 'loading') onFirstUse(win, () => start(secret))
  else start(secret)
}

/** @internal */
export const pageUnordered: Handshake = (win, newId, start) =>
  prepareCall(win, start)(prepareSecretRead(win)() || writeSecret(win, newId))

export interface CallingWindow {
  dispatchEvent(event: Event): boolean
}

/**
 * Calls the page's half by an event whose name no page can know. Until then that half listens to no event of the page, and
 * reads nothing that a page can have patched (M11).
 */
export function callPage(win: CallingWindow, secret: string): void {
  win.dispatchEvent(new Event(mark + secret))
}

function prepareCall(win: HandshakeWindow, start: (secret: string) => void): (secret: string) => void {
  const listen = win.addEventListener.bind(win)
  let isCalled = false
  return (secret) => {
    if (!secret) return
    listen(mark + secret, () => {
      // The page can know the name from the first call on, so later calls are ignored.
      if (isCalled) return
      isCalled = true
      start(secret)
    })
  }
}

function writeSecret(win: HandshakeWindow, newId: () => string): string {
  const secret = newId()
  const { status } = win
  // A page could time the copy of a long text. A page that was already open may have put a function there.
  if (typeof status === 'string' && status.length <= maxStatusChars) win.status = mark + secret + status
  return secret
}

/**
 * Looks up everything it needs to take the secret now: the page may patch its world later and learn of Ferry by it. The
 * returned function gives the secret, or an empty text where there is none.
 */
function prepareSecretRead(win: HandshakeWindow): () => string {
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
 * Chromium injects the scripts in the manifest's order, and only into new documents. Firefox injects each when it is
 * compiled, and after an update also into open documents. A package is built for one browser and holds only its handshake.
 */

export const isolatedHandshake: Handshake = import.meta.env.FIREFOX ? isolatedUnordered : isolatedOrdered

export const pageHandshake: Handshake = import.meta.env.FIREFOX ? pageUnordered : pageOrdered

interface WaitingWindow {
  addEventListener(type: string, listener: () => void, isCapturing?: boolean): void
  removeEventListener(type: string, listener: () => void, isCapturing?: boolean): void
}

/**
 * Ferry starts when the document is parsed, or earlier when its page requests Ferry or its user interacts with it. Not
 * `pointerdown`: it makes the browser track touches, which costs more than all of these together. A touch's `mousedown`
 * comes only with its click, so the browser itself follows a link touched during parsing.
 */
const useEvents = ['DOMContentLoaded', 'ferry:requestProvider', 'mousedown', 'keydown'] as const

/**
 * Starts once, after the document's start: that time belongs to the page. It captures each sign before any listener of the
 * page can stop it. No options object: reading one costs more than adding a listener.
 */
function onFirstUse(win: WaitingWindow, start: () => void): void {
  let isBegun = false
  // Own copies, and no iterator below: a page with a patched world must not notice Ferry where Ferry is silent.
  const stop = win.removeEventListener.bind(win)
  const once = (): void => {
    if (isBegun) return
    isBegun = true
    for (let at = 0; at < useEvents.length; at += 1) stop(useEvents[at] as string, once, true)
    start()
  }
  for (const sign of useEvents) win.addEventListener(sign, once, true)
}

/*
 * After they have met, both worlds talk over a channel named by the secret. All scripts of the page can read and write it.
 */

/** Channel names of the two directions; the window's secret is appended. */
export const pageToRelay = 'ferry:to-relay:'
export const relayToPage = 'ferry:to-page:'

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

/** False: the value is too long, or no JSON. */
export type ChannelSend = (value: unknown, mostChars?: number) => boolean

/**
 * Creates a channel between the page's world and Ferry's in one window. All scripts of the page can write to it (M1). It
 * accepts only messages of this window and origin, on the channel `inbound`, of exactly `{channel, text}`, with a bounded
 * JSON object. The payload is a text, so that it arrives as a plain copy without getters (bad inputs 65, 66). It copies the
 * functions it uses immediately, because the page may patch its world later; the returned function opens the channel.
 * `Inbound` is not validated here, except that it is an object.
 */
export function windowChannel(
  win: ChannelWindow,
): <Inbound extends object>(
  inbound: string,
  outbound: string,
  onMessage: (value: Inbound, text: string) => void,
) => ChannelSend {
  // A page can patch neither the isolated world nor its window's `location`.
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
        // Text that is not JSON is not a message of Ferry.
        return
      }
      // No prototype: fields that a page puts on every object are not part of the message (M9).
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
