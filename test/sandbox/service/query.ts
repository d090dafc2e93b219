import { Refusal } from './envelope.ts'

/** Reads query parameters, which are all text on the wire. A refusal names the wrong one. */
export class Query {
  readonly #params: URLSearchParams

  constructor(params: URLSearchParams) {
    this.#params = params
  }

  /** The text of a parameter; null if it is absent or empty. */
  text(name: string): string | null {
    return this.#params.get(name) || null
  }

  required(name: string): string {
    const text = this.text(name)
    if (text === null) throw new Refusal(400, `${name} should not be empty`)
    return text
  }

  matching(name: string, pattern: RegExp, wanted: string): string | null {
    const text = this.text(name)
    if (text !== null && !pattern.test(text)) throw new Refusal(400, `${name} must be ${wanted}`)
    return text
  }

  flag(name: string): boolean {
    return this.matching(name, /^(true|false)$/, 'true or false') === 'true'
  }

  /** A whole number from 1 to `max`. */
  count(name: string, max: number): number | null {
    const text = this.matching(name, /^[1-9]\d{0,15}$/, 'a positive whole number')
    if (text !== null && Number(text) > max) throw new Refusal(400, `${name} must not be above ${max}`)
    return text === null ? null : Number(text)
  }

  /** A 20-byte address in lower case. Any mixed case is accepted. */
  address(name: string): `0x${string}` | null {
    const text = this.matching(name, /^0x[0-9a-fA-F]{40}$/, 'an Ethereum address')
    return text === null ? null : `0x${text.slice(2).toLowerCase()}`
  }

  hash(name: string): `0x${string}` | null {
    const text = this.matching(name, /^0x[0-9a-fA-F]{64}$/, 'a 32-byte hash')
    return text === null ? null : `0x${text.slice(2).toLowerCase()}`
  }
}
