import type { BrowserContext } from 'playwright-core'

/** Sets an extension's "site access", as on its page of `chrome://extensions`. */
export async function setHostAccess(
  context: BrowserContext,
  extensionId: string,
  hostAccess: 'ON_CLICK' | 'ON_ALL_SITES',
): Promise<void> {
  const page = await context.newPage()
  await page.goto('chrome://extensions/')
  await page.evaluate(
    `chrome.developerPrivate.updateExtensionConfiguration(${JSON.stringify({ extensionId, hostAccess })})`,
  )
  await page.close()
}
