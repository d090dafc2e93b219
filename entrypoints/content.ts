/// <reference types="vite/types/importMeta.d.ts" />
import { defineContentScript } from 'wxt/utils/define-content-script'
import { type OnVisit, onFirstUse, shareSecret, watchVisits } from '../lib/sites/handshake.ts'
import { type RelayRuntime, readMark, startRelay } from '../lib/sites/page-relay.ts'

type MarkArea = Parameters<typeof readMark>[0]

interface ContentBrowser {
  readonly runtime: RelayRuntime
  /** Only Chromium shows `session` to content scripts; Firefox does not. */
  readonly storage: { readonly local: MarkArea; readonly session: MarkArea }
}

/*
 * The polyfill would cost each page 3 kB. A package is built for one browser, and uses that one's own name: the other one may be
 * an element of the page.
 */
declare const browser: ContentBrowser
declare const chrome: ContentBrowser

const newId = (): string => crypto.randomUUID()

/** A plain timer: the background's long timers, which split waits, would be a twentieth of this script. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function start(secret: string, onVisit: OnVisit): Promise<void> {
  const { runtime, storage } = import.meta.env.FIREFOX ? browser : chrome
  // A prerendered page is not visible yet and may never be (M14).
  if ((document as Document & { readonly prerendering?: boolean }).prerendering) {
    await new Promise((shown) => document.addEventListener('prerenderingchange', shown, { once: true }))
  }
  const mark = await readMark(import.meta.env.FIREFOX ? storage.local : storage.session, runtime, pause)
  startRelay({
    window,
    onVisit,
    runtime,
    mark,
    secret,
    pause,
    newId,
    isActive: () => navigator.userActivation.isActive,
    isVisible: () => document.visibilityState === 'visible',
  })
}

/** Exported for the script that the build wraps around it. */
export function main(): void {
  const secret = shareSecret(window, newId)
  const onVisit = watchVisits(window)
  // Firefox also injects into documents that were already open, where all signs of use are over. Chromium never does, and
  // there the first read of `document` would cost each page a millisecond on a slow machine.
  if (import.meta.env.FIREFOX && document.readyState !== 'loading') void start(secret, onVisit)
  else onFirstUse(window, () => void start(secret, onVisit))
}

export default /* @__PURE__ */ defineContentScript({
  matches: ['https://*/*', 'http://127.0.0.1/*', 'http://localhost/*'],
  allFrames: false,
  runAt: 'document_start',
  main,
})
