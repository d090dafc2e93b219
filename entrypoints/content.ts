/// <reference types="wxt/vite-builder-env" />
import { defineContentScript } from 'wxt/utils/define-content-script'
import { type PageMark, pageMarkKey } from '../lib/message/page-mark.ts'
import { contentBrowser } from '../lib/page/content-browser.ts'
import { startRelay } from '../lib/page/start-relay.ts'
import { shareWord } from '../lib/page/two-worlds.ts'
import { whenNeeded } from '../lib/page/when-needed.ts'
import { wait as pause } from '../lib/platform/wait.ts'

const newId = (): string => crypto.randomUUID()

/** Isolated world: carries checked messages between the page and the background. */
export function main(): void {
  const win = window
  const word = shareWord(win, newId)
  // Only Firefox puts us into pages that were there before us. Elsewhere nobody looks: our world would have to build itself a
  // `document` for the question, which is dearer than all of this.
  const isStarting = !import.meta.env.FIREFOX || document.readyState === 'loading'
  whenNeeded(win, isStarting, () => void begin(win, word))
}

async function begin(win: Window, word: string): Promise<void> {
  const { runtime, storage } = contentBrowser()
  // A page that is only prerendered is not there yet, and may never be (M14).
  if ((document as Document & { readonly prerendering?: boolean }).prerendering) {
    await new Promise((shown) => document.addEventListener('prerenderingchange', shown, { once: true }))
  }
  const mark = (await storage.local.get(pageMarkKey))[pageMarkKey] as PageMark | undefined
  startRelay({
    window: win,
    runtime,
    mark,
    word,
    pause,
    newId,
    isActive: () => navigator.userActivation.isActive,
  })
}

export default /* @__PURE__ */ defineContentScript({
  matches: ['https://*/*', 'http://127.0.0.1/*', 'http://localhost/*'],
  allFrames: false,
  runAt: 'document_start',
  main,
})
