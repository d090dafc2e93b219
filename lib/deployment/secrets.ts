import { isAddress } from '../base/hex.ts'
import { badShape } from '../base/shapes.ts'

export interface DeploymentFault {
  readonly path: string
  readonly expected: string
  /** Absent if the value must not be repeated. */
  readonly found?: string
}

const secretKey =
  /api[-_]?key|secret|passw|passphrase|mnemonic|private|credential|authori[sz]ation|bearer|(auth|access)[-_]?token|affiliate/i

/** Prefixes that keys have and ids never have. */
const keyForms = [/^eyJ[A-Za-z0-9_-]{10,}/, /^-----BEGIN/, /^AIza/, /^(sk|pk|rk|ghp|gho|glpat|xox[a-z])[-_]/]

const secretValue = [
  ...keyForms,
  /^(0x)?[0-9a-f]{32}$/i,
  /^(0x)?[0-9a-f]{64}$/i,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
]

/** Extension ids and an operator's id at the service are as random as keys, but public. */
const publicPath = /^\$\.(walletExtensions\[\d+\]\.(chromeIds|firefoxIds)\[\d+\]|service\.affiliate)$/

/** Throws with the JSON path: a package must not contain secrets (interface 5, rule 4). */
export function refuseSecrets(input: unknown): void {
  for (const { path, expected } of secretFaults(input)) throw badShape('deployment', path, expected)
}

/** Returns every path that looks like a secret, without its value. */
export function* secretFaults(input: unknown, path = '$'): Generator<DeploymentFault> {
  if (typeof input === 'string') {
    const isSecret = publicPath.test(path) ? keyForms.some((form) => form.test(input)) : isSecretText(input)
    if (isSecret) yield { path, expected: 'nothing like a secret' }
  } else if (Array.isArray(input)) {
    for (const [at, item] of input.entries()) yield* secretFaults(item, `${path}[${at}]`)
  } else if (typeof input === 'object' && input !== null) {
    for (const [key, value] of Object.entries(input)) {
      const at = `${path}.${key}`
      if (secretKey.test(key) && !publicPath.test(at)) yield { path: at, expected: 'no key like a secret' }
      else yield* secretFaults(value, at)
    }
  }
}

/** Checks the whole text. For URLs also user part, path and query: RPC providers put keys there. */
function isSecretText(text: string): boolean {
  const url = text.includes('://') ? URL.parse(text) : null
  if (url === null) return isSecretPart(text)
  const parts = [...url.pathname.split('/'), ...url.searchParams.values()]
  const names = [...url.searchParams.keys()]
  return url.username !== '' || url.password !== '' || parts.some(isSecretPart) || names.some(isSecretName)
}

function isSecretName(name: string): boolean {
  return secretKey.test(name) || /^(key|token|dkey)$/i.test(name)
}

function isSecretPart(part: string): boolean {
  if (isAddress(part)) return false
  const isRandom =
    /^[A-Za-z0-9_-]{20,}$/.test(part) && /[0-9]/.test(part) && /[A-Za-z]/.test(part) && !isOfWords(part)
  return isRandom || secretValue.some((pattern) => pattern.test(part))
}

/** Whether it is words, numbers or days, joined by `-` or `_`: random text mixes letters and digits more. */
function isOfWords(text: string): boolean {
  const words = text.split(/[-_]/)
  return (
    words.some((word) => /^[A-Za-z]{5,}$/.test(word)) &&
    words.every((word) => /^\d{0,12}$|^\d{0,4}([a-z]{0,16}[A-Z]{0,6}|[A-Z][a-z]{1,15})\d{0,4}$/.test(word))
  )
}
