const labelPattern = /^(?!..--)[a-z0-9]([a-z0-9-]*[a-z0-9])?$/
const maxNameLength = 255

/** True for a text that a person means as a name like `alice.eth`. Addresses of EVM chains have no dot. */
export function looksLikeName(text: string): boolean {
  return /^[^\s:/@]+\.[^\s:/@.]{2,}$/.test(text)
}

/**
 * Returns the ENS name of a typed text in lower case; null if Ferry does not accept it.
 *
 * ENS also has names with other letters (ENSIP-15). Many of those look like Latin ones, and a name that is mistaken for
 * another costs the money. So only Latin letters, digits and hyphens are accepted, for which lower case is the whole
 * normalization.
 */
export function parseEnsName(text: string): string | null {
  const name = text.toLowerCase()
  const isName = name.length <= maxNameLength && name.split('.').every((label) => labelPattern.test(label))
  return isName && name.includes('.') ? name : null
}
