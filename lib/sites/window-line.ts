import { lineLimitChars } from '../base/line-limit.ts'

/** The bits of a page's window a line between its two worlds stands on. */
export interface LineWindow {
  addEventListener(type: 'message', listener: (event: LineEvent) => void): void
  postMessage(message: unknown, targetOrigin: string): void
  readonly location: { readonly origin: string }
}

export interface LineEvent {
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
export type Say = (value: unknown, mostChars?: number) => boolean

/**
 * A line between the page's world and ours in one window. Everyone in the page can write to it (M1): taken are only
 * messages of this window and origin, of the channel `hears`, of exactly `{channel, text}`, with a bounded JSON object. A
 * text, so that what arrives is a plain copy without getters (bad inputs 65, 66). Takes its own copies of what it uses at
 * once, for the page may patch its world later; what it returns opens the line.
 */
export function windowLine(
  win: LineWindow,
): (
  hears: string,
  says: string,
  heard: (value: { readonly [key: string]: unknown }, text: string) => void,
) => Say {
  // No page can patch the isolated world, nor anywhere its window's `location`.
  const { parse, stringify } = JSON
  const { keys, setPrototypeOf } = Object
  const post = win.postMessage.bind(win)
  const listen = win.addEventListener.bind(win)
  return (hears, says, heard) => {
    listen('message', (event) => {
      if (!event.isTrusted || event.source !== win || event.origin !== win.location.origin) return
      const data = event.data as { readonly channel?: unknown; readonly text?: unknown } | null | undefined
      if (data?.channel !== hears || typeof data.text !== 'string' || keys(data).length !== 2) return
      if (data.text.length > lineLimitChars) return
      let value: unknown
      try {
        value = parse(data.text)
      } catch {
        // Not JSON is not ours.
        return
      }
      // Without a prototype: fields that a page puts on every object are none of this one (M9).
      if (typeof value === 'object' && value !== null) heard(setPrototypeOf(value, null), data.text)
    })
    return (value, mostChars = lineLimitChars) => {
      try {
        const text = stringify(value)
        if (text.length > mostChars) return false
        post({ channel: says, text }, win.location.origin)
        return true
      } catch {
        return false
      }
    }
  }
}
