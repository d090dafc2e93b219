import { messageLimitChars } from '../base/message-limit.ts'

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

/** 16 kB: the most a page may ask at once. */
export const pageLimitChars = 16_384
/** What a page is told that asks more. */
export const tooMuch = 'Not plain JSON, or more than 16 kB.'

/** How to say something on a line; false for what is too much or no JSON. */
export type ChannelSend = (value: unknown, mostChars?: number) => boolean

/**
 * Creates a channel between the page's world and ours in one window. Everyone in the page can write to it (M1): taken
 * are only messages of this window and origin, of the channel `inbound`, of exactly `{channel, text}`, with a bounded
 * JSON object. A text, so that what arrives is a plain copy without getters (bad inputs 65, 66). Takes its own copies
 * of what it uses at once, for the page may patch its world later; what it returns opens the line.
 */
export function windowChannel(
  win: ChannelWindow,
): (
  inbound: string,
  outbound: string,
  onMessage: (value: { readonly [key: string]: unknown }, text: string) => void,
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
