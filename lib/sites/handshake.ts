import { messageLimitChars } from '../base/page-provider.ts'

const mark = 'ferry:'
const secretChars = 36

interface SharedWindow {
  /** The status text. Browsers do not show it, and it means nothing to the page. */
  status: string
}

/**
 * Returns a secret that is the same in both worlds of a window, a UUID. The script that the browser injects first leaves it
 * in `status`, before any text of the page, and the other one removes it. In a new document no script of the page runs
 * between the two, so a page cannot make Ferry speak where Ferry is silent (M1, M11). Two pages may learn that Ferry is
 * there, and no more: a site that prepared the world of a window it opened itself, and a page that loaded before Ferry.
 */
export function shareSecret(win: SharedWindow, newId: () => string): string {
  const { status } = win
  if (typeof status === 'string' && status.startsWith(mark)) {
    const end = mark.length + secretChars
    win.status = status.slice(end)
    return status.slice(mark.length, end)
  }
  const secret = newId()
  // A page that was already open may have put another value there. Then the two worlds do not meet.
  if (typeof status === 'string') win.status = mark + secret + status
  return secret
}

export interface WaitingWindow {
  addEventListener(type: string, listener: () => void, isCapturing: boolean): void
  removeEventListener(type: string, listener: () => void, isCapturing: boolean): void
}

/**
 * Ferry starts when the document is parsed, or earlier when its page requests Ferry or its user interacts with it. Not
 * `pointerdown`: it makes the browser track touches, which costs more than all of these together. A touch's `mousedown`
 * comes only with its click, so the browser itself follows a link touched during parsing.
 */
const useEvents = ['DOMContentLoaded', 'ferry:requestProvider', 'mousedown', 'keydown'] as const

/**
 * Starts once, after the document's start: that time belongs to the page. It captures each sign before any listener of the
 * page can stop it.
 */
export function onFirstUse(win: WaitingWindow, start: () => void): void {
  let isBegun = false
  const once = (): void => {
    if (isBegun) return
    isBegun = true
    for (const sign of useEvents) win.removeEventListener(sign, once, true)
    start()
  }
  for (const sign of useEvents) win.addEventListener(sign, once, true)
}

/** The page is left, or shown, perhaps by way of the back/forward cache (`persisted`). */
interface PageVisit {
  readonly type: string
  /** False for an event that the page dispatches. */
  readonly isTrusted: boolean
  readonly persisted: boolean
}

/** Sets the listener to visits. */
export type OnVisit = (listener: (visit: PageVisit) => void) => void

/** Call it at the document's start: a page whose listeners come first could hide that it was left (M3). */
export function watchVisits(win: {
  addEventListener(type: string, listener: (visit: PageVisit) => void, isCapturing: boolean): void
}): OnVisit {
  let listener: Parameters<OnVisit>[0] | undefined
  for (const type of ['pagehide', 'pageshow']) win.addEventListener(type, (visit) => listener?.(visit), true)
  return (given) => {
    listener = given
  }
}

/** Event names of the two directions; the window's secret is appended. */
export const pageToRelay = 'ferry:to-relay:'
export const relayToPage = 'ferry:to-page:'

export interface ChannelWindow {
  addEventListener(type: string, listener: (event: Event) => void): void
  dispatchEvent(event: Event): boolean
}

/** False: the value is too long, or no JSON. */
export type ChannelSend = (value: unknown, mostChars?: number) => boolean

/**
 * Opens a channel between the page's world and Ferry's in one window. Windows of other sites cannot dispatch events here
 * (M1). Scripts of this page can, once they know the secret, and then send only what they could send anyway. The payload is
 * a bounded JSON text, so that it arrives as a plain copy without getters (bad inputs 65, 66). It copies the functions it
 * uses, because the page may patch its world later. `CustomEvent` is not copied: reading it is slow when a document starts,
 * and a page that patches it changes only its own messages. `Inbound` is not validated here, except that it is an object.
 */
export function openChannel<Inbound extends object>(
  win: ChannelWindow,
  inbound: string,
  outbound: string,
  onMessage: (value: Inbound, text: string) => void,
): ChannelSend {
  const { parse, stringify } = JSON
  const { setPrototypeOf } = Object
  const dispatch = win.dispatchEvent.bind(win)
  win.addEventListener(inbound, (event) => {
    const { detail: text } = event as CustomEvent<unknown>
    if (typeof text !== 'string' || text.length > messageLimitChars) return
    let value: unknown
    try {
      value = parse(text)
    } catch {
      // Text that is not JSON is not a message of Ferry.
      return
    }
    // No prototype: fields that a page puts on every object are not part of the message (M9).
    if (typeof value === 'object' && value !== null) onMessage(setPrototypeOf(value, null), text)
  })
  return (value, mostChars = messageLimitChars) => {
    try {
      const text = stringify(value)
      if (text.length > mostChars) return false
      return dispatch(new CustomEvent(outbound, { __proto__: null, detail: text } as CustomEventInit))
    } catch {
      return false
    }
  }
}
