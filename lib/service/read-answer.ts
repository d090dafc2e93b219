import { parseJson } from '../base/parse-json.ts'
import { Problem } from '../base/problem.ts'
import { openEnvelope } from './envelope.ts'
import { readBody } from './read-body.ts'

/** What one answer says: a result, or a refusal with the HTTP status that counts. */
export type Answer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'failure'; readonly status: number; readonly message: string | null }

interface Limits {
  readonly maxBytes: number
  readonly allowNull: boolean
  /** Whether a success is its body as text, whatever that says. */
  readonly asText: boolean
}

/**
 * Reads an answer. Decided by the envelope; the HTTP status counts where it is a failing one (wire shapes 1). Throws
 * `serviceRedirected`, `serviceNotJson`, `serviceTooLarge`, `serviceBadShape`, or what `interrupted` rejects with.
 */
export async function readAnswer(
  response: Response,
  limits: Limits,
  interrupted: Promise<never>,
): Promise<Answer> {
  const { status, ok, headers } = response
  if (status >= 300 && status < 400) throw new Problem('serviceRedirected')
  const bare: Answer = { kind: 'failure', status, message: null }
  // Nobody reads why: proxies answer 429 with pages.
  if (status === 429) return bare
  if (limits.asText && ok) {
    return { kind: 'result', result: await readBody(response, limits.maxBytes, interrupted) }
  }
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? '')) {
    if (!ok) return bare
    throw new Problem('serviceNotJson', { facts: { status: String(status) }, retryAfterMs: 5_000 })
  }
  const text = await readBody(response, limits.maxBytes, interrupted)
  const opened = openedOf(text, ok, limits.allowNull)
  if (opened === null || (opened.kind === 'result' && !ok)) return bare
  if (opened.kind === 'result') return opened
  return { kind: 'failure', status: ok ? (opened.statusCode ?? 400) : status, message: opened.message }
}

/** Null: a failing status whose body says nothing usable. */
function openedOf(text: string, ok: boolean, allowNull: boolean) {
  try {
    return openEnvelope(parseJson(text), allowNull)
  } catch (thrown) {
    if (!ok) return null
    throw thrown
  }
}
