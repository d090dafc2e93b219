import { defineContentScript } from 'wxt/utils/define-content-script'
import { isolatedHandshake } from '../lib/sites/handshake.ts'
import { contentBrowser, readMark, startRelay } from '../lib/sites/start-relay.ts'

const newId = (): string => crypto.randomUUID()

/** The waits here are short: the timers of the background, which cut up what no timer can hold, would be a twentieth of this script. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Carries checked messages between the page and the background. */
export function main(): void {
  isolatedHandshake(window, newId, (secret) => void begin(secret))
}

async function begin(secret: string): Promise<void> {
  const { runtime, storage } = contentBrowser()
  // A page that is only prerendered is not there yet, and may never be (M14).
  if ((document as Document & { readonly prerendering?: boolean }).prerendering) {
    await new Promise((shown) => document.addEventListener('prerenderingchange', shown, { once: true }))
  }
  const mark = await readMark(storage.session ?? storage.local, runtime, pause)
  startRelay({
    window,
    runtime,
    mark,
    secret,
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
