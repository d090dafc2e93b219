import type { BrowserContext } from 'playwright-core'

const patienceMs = 60_000

/** As a store's update does; throws unless this version runs afterwards. */
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
      .then(() => again.evaluate('chrome.runtime.getManifest().version'))
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
