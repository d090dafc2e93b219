import polyfill, { type Browser } from 'webextension-polyfill'

/** The browser's extension API with promises, equal in Chromium and Firefox. Throws if loaded outside an extension. */
export const browser: Browser = polyfill
