import { defineContentScript } from 'wxt/utils/define-content-script'
import { shareSecret } from '../lib/sites/handshake.ts'
import { startPage } from '../lib/sites/start-page.ts'

/** The part that only the MAIN world can do. Exported for the script that the build wraps around it. */
export function main(): void {
  const secret = shareSecret(window, () => crypto.randomUUID())
  startPage(window, secret, setTimeout.bind(window))
}

export default /* @__PURE__ */ defineContentScript({
  matches: ['https://*/*', 'http://127.0.0.1/*', 'http://localhost/*'],
  allFrames: false,
  runAt: 'document_start',
  world: 'MAIN',
  main,
})
