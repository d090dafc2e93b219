import type { FundsLocation, ProblemCode, ProblemSource } from './problem-codes.ts'
import type { ProblemData } from './problem-shape.ts'

interface ProblemOptions {
  readonly money?: FundsLocation
  /** Defaults to `ferry`. */
  readonly reportedBy?: ProblemSource
  readonly facts?: { readonly [name: string]: string }
  readonly serverRequestId?: string | null
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/** The only error class: a code with texts, the place of the money, and the next step. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly data: ProblemData

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    const facts = options.facts ?? {}
    const detail = Object.entries(facts).map(([key, value]) => `${key}=${value}`)
    super([code, ...detail].join(' '), { cause: options.cause })
    this.data = {
      code,
      money: options.money ?? 'nothingSent',
      reportedBy: options.reportedBy ?? 'ferry',
      facts,
      serverRequestId: options.serverRequestId ?? null,
      retryAfterMs: options.retryAfterMs ?? null,
    }
  }
}

/** For anything but a `Problem`: `internal`, with only the error's class name. */
export function toProblemData(thrown: unknown): ProblemData {
  if (thrown instanceof Problem) return thrown.data
  const kind = thrown instanceof Error ? thrown.name : typeof thrown
  return new Problem('internal', { money: 'unknown', facts: { kind } }).data
}

export function restoreProblem(data: ProblemData): Problem {
  return new Problem(data.code, data)
}

/** Adds the id of the failed answer to a thrown value (interface 7). An id that is already set stays. */
export function withServerRequestId(thrown: unknown, serverRequestId: string | null): Problem {
  const data = toProblemData(thrown)
  if (thrown instanceof Problem && (data.serverRequestId !== null || serverRequestId === null)) return thrown
  return new Problem(data.code, { ...data, serverRequestId, cause: thrown })
}
