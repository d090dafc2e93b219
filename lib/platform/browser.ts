import polyfill, { type Browser } from 'webextension-polyfill'

/** The browser's extension API with promises, the same in Chromium and Firefox; throws when loaded outside an extension. */
export const browser: Browser = polyfill
