import { cleanText } from '../base/clean-text.ts'
import { badShape } from '../base/decode.ts'
import type { ProblemCode } from '../base/problem-code.ts'

/** What an envelope says (interface 2; wire shapes 1). */
export type Opened =
  | { readonly kind: 'result'; readonly result: unknown }
  /** `statusCode` is the body's own, `message` cleaned for people. */
  | { readonly kind: 'failure'; readonly statusCode: number | null; readonly message: string | null }

/** Opens an envelope. Throws `serviceBadShape` for what is neither a success with a result nor a failure. */
export function openEnvelope(body: unknown, allowNull: boolean): Opened {
  if (!isObject(body)) throw badShape('envelope', '$', 'object')
  if (body.success === true) {
    if (body.result == null && !allowNull) throw badShape('envelope', '$.result', 'a result')
    return { kind: 'result', result: body.result ?? null }
  }
  const statusCode = statusCodeOf(body.statusCode)
  const message = messageOf(body)
  const isFailure =
    body.success === false || (body.success === undefined && (message !== null || statusCode !== null))
  if (!isFailure) throw badShape('envelope', '$.success', 'boolean')
  return { kind: 'failure', statusCode, message }
}

/** Returns the code for a failure by its HTTP status. */
export function failureCode(status: number): ProblemCode {
  if (status === 429) return 'serviceBusy'
  if (status === 401 || status === 403) return 'serviceOriginNotAllowed'
  if (status === 414 || status === 431) return 'serviceAskTooLong'
  if (status >= 300 && status < 400) return 'serviceRedirected'
  return status >= 500 ? 'serviceFailed' : 'serviceRefused'
}

/** Deployments nest their reason in several ways; the first text found is taken. */
function messageOf(body: { readonly [key: string]: unknown }): string | null {
  for (const candidate of [body.message, body.error]) {
    const text = textIn(candidate, 0)
    if (text !== null) return text
  }
  return null
}

function textIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return cleanText(value, 199) || null
  if (Array.isArray(value)) {
    const texts = value.filter((item) => typeof item === 'string')
    return texts.length === 0 ? null : cleanText(texts.slice(0, 20).join('; '), 199) || null
  }
  if (!isObject(value) || depth === 4) return null
  // The innermost message is the plainest one.
  for (const inner of [value.details, value.message, value.error]) {
    const text = textIn(inner, depth + 1)
    if (text !== null) return text
  }
  return null
}

function statusCodeOf(value: unknown): number | null {
  const code = typeof value === 'string' && /^[0-9]{3}$/.test(value) ? Number(value) : value
  return typeof code === 'number' && Number.isInteger(code) && code >= 400 && code < 600 ? code : null
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
