import type { Pause } from '../base/concurrency.ts'
import { parseJson, parseLongJson } from '../base/json.ts'
import { cleanText } from '../base/outside-text.ts'
import { Problem, type ProblemCode, problemData } from '../base/problem.ts'
import { badShape } from '../base/shapes.ts'
import { minuteMs, secondMs } from '../base/time.ts'

const longestRetryMs = 5 * minuteMs

/** Returns `server-req-id` (interface 7): without control characters, at most 128 long; null where there is none. */
export function serverRequestIdOf(headers: Headers): string | null {
  const id = (headers.get('server-req-id') ?? '').replace(/\p{Cc}/gu, '').trim()
  return id === '' ? null : id.slice(0, 128)
}

/** Returns `Retry-After` in ms from now, at most 5 minutes; null where it is missing or makes no sense. */
export function retryAfterMsOf(headers: Headers, nowMs: number): number | null {
  const text = (headers.get('retry-after') ?? '').trim()
  if (/^[0-9]{1,12}$/.test(text)) return Math.min(Number(text) * secondMs, longestRetryMs)
  if (!/^[A-Z][a-z]{2},/.test(text)) return null
  // Against the service's own clock, where it says what that is.
  const waitMs = Date.parse(text) - (dateMsOf(headers) ?? nowMs)
  return Number.isFinite(waitMs) && waitMs >= 0 ? Math.min(waitMs, longestRetryMs) : null
}

/**
 * Returns the service's clock minus ours in ms. `Date` has whole seconds, so less than one second is noise and given as
 * 0.
 */
export function clockOffsetMsOf(headers: Headers, sentMs: number, receivedMs: number): number {
  const dateMs = dateMsOf(headers)
  if (dateMs === null) return 0
  const offsetMs = Math.round(dateMs + secondMs / 2 - (sentMs + receivedMs) / 2)
  return Math.abs(offsetMs) < secondMs ? 0 : offsetMs
}

function dateMsOf(headers: Headers): number | null {
  const ms = Date.parse(headers.get('date') ?? '')
  return Number.isFinite(ms) ? ms : null
}

/**
 * The body as text, never more than `maxBytes` of it (counted after decompression). Throws `serviceTooLarge`, or
 * `serviceNotJson` for bytes that are no UTF-8. `interrupted` rejects when time is up or the caller gave up.
 */
async function readBody(response: Response, maxBytes: number, interrupted: Promise<never>): Promise<string> {
  const declared = Number(response.headers.get('content-length') ?? '0')
  if (declared > maxBytes) {
    // Not a byte of it is wanted; a stream that is already broken has nothing left to cancel.
    response.body?.cancel().catch(() => undefined)
    throw tooLarge(maxBytes)
  }
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let readBytes = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), interrupted])
      if (done) return text + decoded(decoder, undefined)
      readBytes += value.byteLength
      if (readBytes > maxBytes) throw tooLarge(maxBytes)
      text += decoded(decoder, value)
    }
  } catch (thrown) {
    // Whatever ended it, the rest is not wanted; a stream that is already broken has nothing left to cancel.
    reader.cancel().catch(() => undefined)
    throw thrown
  }
}

function decoded(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined })
  } catch (cause) {
    throw new Problem('serviceNotJson', { cause })
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('serviceTooLarge', { facts: { maxBytes: String(maxBytes) } })
}

/** What one answer says: a result, or a failure with both statuses that it may name. */
export type Answer = { readonly kind: 'result'; readonly result: unknown } | Failure

interface Failure {
  readonly kind: 'failure'
  readonly httpStatus: number
  /** The envelope's own `statusCode`; null where it has none. */
  readonly bodyStatus: number | null
  /** The service's words; null where the body says nothing that can be read. */
  readonly message: string | null
}

interface Limits {
  readonly maxBytes: number
  readonly allowNull: boolean
  /** Whether a success is its body as text, whatever that says. */
  readonly asText: boolean
  /** Taken while a long body is read. */
  readonly pause: Pause
}

/** The most of a failure's body that is read for its message. */
const maxFailureBytes = 64_000

/** Longer texts are lists of tokens, whose checking and parsing take a while each. */
const longText = 100_000

/**
 * Reads an answer: JSON whatever its content type, and the envelope decides (wire shapes 1). A failing HTTP status is a
 * failure whatever the body is. Throws `serviceRedirected`, `serviceNotJson`, `serviceTooLarge`, `serviceBadShape`, or
 * what `interrupted` rejects with.
 */
export async function readAnswer(
  response: Response,
  limits: Limits,
  interrupted: Promise<never>,
): Promise<Answer> {
  const { status, ok } = response
  if (status >= 300 && status < 400) throw new Problem('serviceRedirected')
  if (!ok) return readFailure(response, interrupted)
  const text = await readBody(response, limits.maxBytes, interrupted)
  if (limits.asText) return { kind: 'result', result: text }
  const opened = openEnvelope(await parseAnswer(text, status, limits.pause), limits.allowNull)
  if (opened.kind === 'result') return opened
  return { kind: 'failure', httpStatus: status, bodyStatus: opened.statusCode, message: opened.message }
}

async function parseAnswer(text: string, status: number, pause: Pause): Promise<unknown> {
  try {
    // The braces of a page's scripts are no JSON that is wrong in some place.
    if (/^\ufeff?\s*</.test(text)) throw new Problem('serviceNotJson')
    return text.length > longText ? await parseLongJson(text, pause) : parseJson(text)
  } catch (thrown) {
    if (problemData(thrown).code !== 'serviceNotJson') throw thrown
    // A sign-in page of a network, most likely: gone as soon as the user has signed in.
    const facts = { status: String(status) }
    throw new Problem('serviceNotJson', { facts, retryAfterMs: 5 * secondMs, cause: thrown })
  }
}

/** Reads the message of a failing status. The status stands however its body is: a page, cut off, endless or too large. */
async function readFailure(response: Response, interrupted: Promise<never>): Promise<Failure> {
  const bare = { kind: 'failure', httpStatus: response.status, bodyStatus: null, message: null } as const
  try {
    const opened = openEnvelope(parseJson(await readBody(response, maxFailureBytes, interrupted)), true)
    if (opened.kind === 'result') return bare
    return { ...bare, bodyStatus: opened.statusCode, message: opened.message }
  } catch (thrown) {
    if (problemData(thrown).code === 'aborted') throw thrown
    return bare
  }
}

/** What an envelope says (interface 2; wire shapes 1). */
type Opened =
  | { readonly kind: 'result'; readonly result: unknown }
  /** `statusCode` is the body's own, `message` cleaned for people. */
  | { readonly kind: 'failure'; readonly statusCode: number | null; readonly message: string | null }

/** Opens an envelope. Throws `serviceBadShape` for what is neither a success with a result nor a failure. */
function openEnvelope(body: unknown, allowNull: boolean): Opened {
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

/**
 * Returns the problem code of a failure. HTTP 4xx counts; around a 2xx or 5xx the envelope's own status says more. Any 5xx
 * with a message is a refusal: deployments answer bad requests so. Without one it is an outage.
 */
export function failureCode({ httpStatus, bodyStatus, message }: Omit<Failure, 'kind'>): ProblemCode {
  const isHttpExact = httpStatus >= 400 && httpStatus < 500
  const status = isHttpExact ? httpStatus : (bodyStatus ?? httpStatus)
  if (status === 429) return 'serviceBusy'
  if (status === 401 || status === 403) return 'serviceOriginNotAllowed'
  if (status === 414 || status === 431) return 'serviceAskTooLong'
  return status >= 500 && message === null ? 'serviceFailed' : 'serviceRefused'
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
