import type { BrowserContext } from 'playwright-core'
import { pageChannel } from '../../lib/wallet/connectors/page-protocol.ts'

const patienceMs = 60_000

/**
 * Chromium may keep a worker that never answers after an update (crbug.com/1271154). The version alone would not show that,
 * and the journey would fail far from the cause.
 */
const runningVersion = `Promise.race([
  chrome.runtime
    .sendMessage({ channel: '${pageChannel}', kind: 'mark' })
    .then(() => chrome.runtime.getManifest().version),
  new Promise((resolve) => setTimeout(resolve, 5_000, chrome.runtime.getManifest().version + ' without a background')),
])`

/** As a store's update does; throws unless this version runs afterwards, and its background answers. */
export async function reloadExtension(
  context: BrowserContext,
  extensionOrigin: string,
  version: string,
): Promise<void> {
  const url = `${extensionOrigin}/popup.html`
  const page = await context.newPage()
  // Outside developer mode Chromium disables an unpacked extension when it is loaded again.
  await page.goto('chrome://extensions')
  await page.evaluate('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })')
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  const closed = new Promise<void>((done) => page.once('close', () => done()))
  // After the answer, because the page ends with the reload.
  await page.evaluate('setTimeout(() => chrome.runtime.reload(), 0), true')
  await closed
  const endMs = performance.now() + patienceMs
  for (;;) {
    const again = await context.newPage()
    const found = await again
      .goto(url, { waitUntil: 'domcontentloaded' })
      .then(() => again.evaluate<string>(runningVersion))
      // Not loaded again yet.
      .catch(() => null)
    if (found === version) return
    await again.close()
    if (performance.now() > endMs)
      throw new Error(`${found ?? 'no extension'} is there, ${version} was to come`)
  }
}

/** Makes an extension reload itself from one of its pages, which closes with it. */
export async function reloadFromPage(context: BrowserContext, pageUrl: string): Promise<void> {
  const page = context.pages().find((each) => each.url().startsWith(pageUrl))
  if (page === undefined) throw new Error(`no page of ${pageUrl} is open`)
  await page.evaluate('setTimeout(() => chrome.runtime.reload(), 50)')
}
