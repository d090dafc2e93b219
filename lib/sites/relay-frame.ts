import * as v from 'valibot'
import type { PageSender } from '../wallet/connectors/page-ports.ts'
import { pageChannel } from './page-channel.ts'
import type { PageDocument } from './proposal.ts'
import { isSiteOrigin } from './sites.ts'
import { pageLimitChars } from './window-channel.ts'

/** A frame of the relay: a request, or the word that its document is back. */
export type RelayFrame =
  | { readonly key: string; readonly ask: { askId: string; text: string; gesture: boolean } }
  | { readonly key: string; readonly ask: null }

/** A page's document and its origin, taken from the browser's record alone. */
export interface PageFrom {
  readonly origin: string
  readonly document: PageDocument
}

const key = v.pipe(v.string(), v.minLength(16), v.maxLength(64))
const askFrame = v.strictObject({
  channel: v.literal(pageChannel),
  key,
  askId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  text: v.pipe(v.string(), v.maxLength(pageLimitChars)),
  gesture: v.boolean(),
})
const backFrame = v.strictObject({ channel: v.literal(pageChannel), key })

/** Returns what the relay said; null for anything else. */
export function relayFrame(message: unknown): RelayFrame | null {
  const asked = v.safeParse(askFrame, message)
  if (asked.success) {
    const { askId, text, gesture } = asked.output
    return { key: asked.output.key, ask: { askId, text, gesture } }
  }
  const back = v.safeParse(backFrame, message)
  return back.success ? { key: back.output.key, ask: null } : null
}

/**
 * Returns who asks: the top document of a tab at a site, shown and not private; null for everyone else (M1, M3, M14).
 * The tab's url is never looked at, since it may be another page's by now.
 */
export function pageFrom(sender: PageSender, ownId: string, relayKey: string): PageFrom | null {
  const tabId = sender.tab?.id
  const { url, documentId = relayKey } = sender
  if (sender.id !== ownId || sender.frameId !== 0 || !Number.isSafeInteger(tabId)) return null
  if (tabId === undefined || tabId < 0 || typeof url !== 'string' || typeof documentId !== 'string')
    return null
  if (sender.tab?.incognito === true) return null
  if ((sender.documentLifecycle ?? 'active') !== 'active') return null
  const ofUrl = URL.parse(url)?.origin
  const origin = sender.origin ?? ofUrl
  // A sandboxed document has an opaque origin under a site's url.
  if (origin === undefined || origin !== ofUrl || !isSiteOrigin(origin)) return null
  return { origin, document: { tabId, documentId, key: relayKey } }
}
