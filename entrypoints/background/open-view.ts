import { browser } from '../../lib/platform/browser.ts'
import { windowSize } from '../../lib/platform/view-places.ts'

/**
 * Opens the App in a window of its own at a place like `#/order/<id>`; in a tab where the browser has no windows. The
 * window's id, or null for a tab.
 */
export async function openView(hash: string): Promise<number | null> {
  const url = browser.runtime.getURL(`popup.html${hash}`)
  // Firefox for Android has one window and no name for it.
  const windows: typeof browser.windows | undefined = browser.windows
  if (windows !== undefined) return (await windows.create({ url, type: 'popup', ...windowSize })).id ?? null
  await browser.tabs.create({ url })
  return null
}
