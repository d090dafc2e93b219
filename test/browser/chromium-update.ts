import type { BrowserContext, Page } from 'playwright-core'
import { pageChannel } from '../../lib/wallet/connectors/page-protocol.ts'

/** Enough for a background that Chromium failed to start twice in a row. */
const patienceMs = 120_000

const answeringVersion = `chrome.runtime
  .sendMessage({ channel: '${pageChannel}', kind: 'mark' })
  .then(() => chrome.runtime.getManifest().version)`

/**
 * As a store's update does; throws unless this version runs afterwards, and its background answers.
 *
 * Chromium sometimes keeps a worker that never answers, if the worker stopped just before the update (crbug.com/1271154;
 * one of about 60 updates on a busy machine). Ferry's views notice it and offer a restart, which this presses as a person would.
 */
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
      .then(() => Promise.race([again.evaluate<string>(answeringVersion), pressRestart(again)]))
      // Not loaded again yet.
      .catch(() => null)
    if (found === version) return
    await again.close()
    if (performance.now() > endMs)
      throw new Error(`${found ?? 'no answering background'} is there, expected ${version}`)
  }
}

/** Waits for the notice about a background that does not answer. Its restart closes the page. */
async function pressRestart(page: Page): Promise<null> {
  await page.getByTestId('restart').click({ timeout: patienceMs })
  return null
}

/** Makes an extension reload itself from one of its pages, which closes with it. */
export async function reloadFromPage(context: BrowserContext, pageUrl: string): Promise<void> {
  const page = context.pages().find((each) => each.url().startsWith(pageUrl))
  if (page === undefined) throw new Error(`no page of ${pageUrl} is open`)
  await page.evaluate('setTimeout(() => chrome.runtime.reload(), 50)')
}
