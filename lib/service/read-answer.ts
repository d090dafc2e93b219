import { parseJson } from '../base/json.ts'
import { isObject } from '../base/object.ts'
import { Problem, toProblemData } from '../base/problem.ts'
import type { ProblemCode } from '../base/problem-codes.ts'
import { badShape } from '../base/shapes.ts'
import { minuteMs, secondMs } from '../base/time.ts'
import { readBytes } from '../base/untrusted-bytes.ts'
import { cleanText } from '../base/untrusted-text.ts'

const maxRetryMs = 5 * minuteMs

/** Returns `server-req-id` (interface 7) without control characters, at most 128 long; null without one. */
export function serverRequestIdOf(headers: Headers): string | null {
  const id = (headers.get('server-req-id') ?? '').replace(/\p{Cc}/gu, '').trim()
  return id === '' ? null : id.slice(0, 128)
}

/** Returns `Retry-After` in ms from now, at most 5 minutes; null if missing or invalid. */
export function retryAfterMsOf(headers: Headers, nowMs: number): number | null {
  const text = (headers.get('retry-after') ?? '').trim()
  if (/^[0-9]{1,12}$/.test(text)) return Math.min(Number(text) * secondMs, maxRetryMs)
  if (!/^[A-Z][a-z]{2},/.test(text)) return null
  // Relative to the service's own clock, if the response has a `Date`.
  const waitMs = Date.parse(text) - (dateMsOf(headers) ?? nowMs)
  return Number.isFinite(waitMs) && waitMs >= 0 ? Math.min(waitMs, maxRetryMs) : null
}

/** The service's clock minus ours in ms. `Date` has whole seconds, so an offset below one second is 0. */
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
 * Returns the body as text, at most `maxBytes` after decompression. Throws `serviceAnswerInvalid`, or `otherServerAnswered` if
 * the bytes are not UTF-8. `interrupted` rejects on a timeout or an abort by the caller.
 */
async function readBody(response: Response, maxBytes: number, interrupted: Promise<never>): Promise<string> {
  const bytes = await Promise.race([readBytes(response, maxBytes), interrupted])
  if (bytes === null) throw new Problem('serviceAnswerInvalid', { facts: { maxBytes: String(maxBytes) } })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Problem('otherServerAnswered', { cause })
  }
}

type Answer = { readonly kind: 'result'; readonly result: unknown } | Failure

export interface Failure {
  readonly kind: 'failure'
  readonly httpStatus: number
  /** The envelope's own `statusCode`; null without one. */
  readonly bodyStatus: number | null
  /** Cleaned for display. */
  readonly message: string | null
}

/** What a request allows in its answer. */
export interface AnswerLimits {
  readonly maxBytes: number
  readonly allowNull?: boolean
  /** Whether the body of a success is passed on as text, because its shape is unknown. */
  readonly asText?: boolean
}

const maxFailureBytes = 64_000

/**
 * Reads a response: JSON of any content type, whose envelope decides (wire shapes 1). A failing HTTP status is always a
 * failure. Throws `otherServerAnswered`, `serviceAnswerInvalid`, or the rejection of `interrupted`.
 */
export async function readAnswer(
  response: Response,
  { maxBytes, allowNull = false, asText = false }: AnswerLimits,
  interrupted: Promise<never>,
): Promise<Answer> {
  const { status, ok } = response
  if (status >= 300 && status < 400)
    throw new Problem('otherServerAnswered', { facts: { status: String(status) } })
  if (!ok) return readFailure(response, interrupted)
  const text = await readBody(response, maxBytes, interrupted)
  if (asText) return { kind: 'result', result: text }
  return openEnvelope(parseAnswer(text, status), status, allowNull)
}

function parseAnswer(text: string, status: number): unknown {
  try {
    // An HTML page is reported as no JSON, without the position of a syntax error.
    if (/^\ufeff?\s*</.test(text)) throw new Problem('otherServerAnswered')
    return parseJson(text)
  } catch (thrown) {
    if (toProblemData(thrown).code !== 'otherServerAnswered') throw thrown
    // Most likely a network's sign-in page, which disappears when the user has signed in.
    const facts = { status: String(status) }
    throw new Problem('otherServerAnswered', { facts, retryAfterMs: 5 * secondMs, cause: thrown })
  }
}

/** The status stays even if the body is HTML, truncated, endless or too large. */
async function readFailure(response: Response, interrupted: Promise<never>): Promise<Failure> {
  const { status } = response
  const bare = { kind: 'failure', httpStatus: status, bodyStatus: null, message: null } as const
  try {
    const body = parseJson(await readBody(response, maxFailureBytes, interrupted))
    const answer = openEnvelope(body, status, true)
    return answer.kind === 'result' ? bare : answer
  } catch (thrown) {
    if (toProblemData(thrown).code === 'aborted') throw thrown
    return bare
  }
}

/**
 * Opens the envelope (interface 2; wire shapes 1). Throws `serviceAnswerInvalid` if it is neither a success with a
 * result nor a failure.
 */
function openEnvelope(body: unknown, httpStatus: number, allowNull: boolean): Answer {
  if (!isObject(body)) throw badShape('envelope', '$', 'object')
  if (body.success === true) {
    if (body.result == null && !allowNull) throw badShape('envelope', '$.result', 'a result')
    return { kind: 'result', result: body.result ?? null }
  }
  const bodyStatus = statusCodeOf(body.statusCode)
  const message = findText({ message: body.message, error: body.error })
  const isFailure =
    body.success === false || (body.success === undefined && (message !== null || bodyStatus !== null))
  if (!isFailure) throw badShape('envelope', '$.success', 'boolean')
  return { kind: 'failure', httpStatus, bodyStatus, message }
}

/**
 * Returns the problem code of a failure. An HTTP 4xx counts; with a 2xx or 5xx the envelope's own status is more
 * precise. A 5xx with a message is a refusal, since deployments answer bad requests like this. Without a message it is
 * an outage.
 */
export function failureCode({ httpStatus, bodyStatus, message }: Omit<Failure, 'kind'>): ProblemCode {
  const isHttpExact = httpStatus >= 400 && httpStatus < 500
  const status = isHttpExact ? httpStatus : (bodyStatus ?? httpStatus)
  if (status === 429) return 'serviceBusy'
  if (status === 401 || status === 403) return 'serviceOriginNotAllowed'
  if (status === 414 || status === 431) return 'serviceRequestTooLong'
  return status >= 500 && message === null ? 'serviceFailed' : 'serviceRefused'
}

/** Deployments nest the message in several ways. Returns the first text; the innermost one is the most specific. */
function findText(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return cleanText(value, 199) || null
  if (Array.isArray(value)) {
    const texts = value.filter((item) => typeof item === 'string')
    return texts.length === 0 ? null : cleanText(texts.slice(0, 20).join('; '), 199) || null
  }
  if (!isObject(value) || depth === 5) return null
  for (const inner of [value.details, value.message, value.error]) {
    const text = findText(inner, depth + 1)
    if (text !== null) return text
  }
  return null
}

function statusCodeOf(value: unknown): number | null {
  const code = typeof value === 'string' && /^[0-9]{3}$/.test(value) ? Number(value) : value
  return typeof code === 'number' && Number.isInteger(code) && code >= 400 && code < 600 ? code : null
}
