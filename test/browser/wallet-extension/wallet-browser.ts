import type { Browser } from 'webextension-polyfill'

function find(): Browser {
  const { browser, chrome } = globalThis as unknown as { browser?: Browser; chrome?: Browser }
  const found = browser ?? chrome
  if (found === undefined) throw new Error('not in an extension')
  return found
}

/**
 * The browser's own API of this extension, with promises: `chrome` in Chromium's MV3, `browser` in Firefox.
 */
export const walletBrowser = find()
