const chromeId = /^[a-p]{32}$/
const firefoxId = /^(\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}|[\w.+-]{0,64}@[\w.-]{1,64})$/i

/**
 * Tells whether a text can be the id of a browser extension: Chrome's letters, Firefox's UUID in braces or name with an
 * `@`.
 */
export function isExtensionId(text: string): boolean {
  return chromeId.test(text) || firefoxId.test(text)
}
