import { Problem, withServerRequestId } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { Clock, Timers } from '../base/time.ts'
import { type ServicePath, servicePath } from '../deployment/schema.ts'
import type { Budget } from './budget.ts'
import type { ObservedCall } from './call-log.ts'
import type { Priority } from './pauses.ts'
import {
  type AnswerLimits,
  clockOffsetMsOf,
  type Failure,
  failureCode,
  readAnswer,
  retryAfterMsOf,
  serverRequestIdOf,
} from './read-answer.ts'

const retryAfterFailureMs = 2_000

/** One request to the service: a POST with a body, else a GET. */
interface ServiceRequest extends CallOptions, AnswerLimits {
  /** With the default word, even if the service has its own name. */
  readonly path: ServicePath
  /** Null values are not sent. */
  readonly query?: { readonly [name: string]: string | null }
  /** JSON, POSTed as these exact bytes. */
  readonly bodyText?: string
  /** From sending to the last byte of the response, without the wait for the budget. */
  readonly timeoutMs: number
}

export interface TransportPorts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Clock
  readonly timers: Timers
  readonly budget: Budget
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The service's own name in paths. */
  readonly word: string
  /** The operator's public id, sent with every request. */
  readonly affiliate?: string | undefined
  readonly observe?: ((seen: ObservedCall) => void) | undefined
}

/** Sends one request and returns the envelope's result. Rejects with a `Problem`. */
export type Send = (request: ServiceRequest) => Promise<ServiceResponse<unknown>>

/**
 * Creates the only access to the service: budget, time limit, size limit, no cookies, no redirects, opens the envelope
 * (interface 2, 5, 7).
 */
export function createTransport(ports: TransportPorts): Send {
  const { budget, word, observe } = ports
  return async (request) => {
    const path = servicePath(request.path, word)
    let serverRequestId: string | null = null
    try {
      await budget.acquire(request.priority, request.signal)
      if (request.isTooLate?.() === true) throw new Problem('quoteExpired')
      const response = await sendOnce(ports, { ...request, path }, (id) => {
        serverRequestId = id
      })
      budget.reportSuccess(request.priority)
      observe?.({ path, outcome: 'ok', serverRequestId })
      return response
    } catch (thrown) {
      const problem = withServerRequestId(thrown, serverRequestId)
      observe?.({ path, outcome: problem.data.code, serverRequestId })
      throw problem
    }
  }
}

async function sendOnce(
  ports: TransportPorts,
  request: ServiceRequest,
  identify: (serverRequestId: string | null) => void,
): Promise<ServiceResponse<unknown>> {
  const { clock, timers } = ports
  const interruption = watchTimeoutAndAbort(timers, request.timeoutMs, request.signal)
  try {
    const sentMs = clock.nowMs()
    const response = await fetchResponse(ports, request, interruption.signal, interruption.interrupted)
    const serverRequestId = serverRequestIdOf(response.headers)
    identify(serverRequestId)
    const clockOffsetMs = clockOffsetMsOf(response.headers, sentMs, clock.nowMs())
    const answer = await readAnswer(response, request, interruption.interrupted)
    if (answer.kind === 'failure') throw createRefusal(ports, request, response, answer)
    return { result: answer.result, serverRequestId, clockOffsetMs }
  } catch (thrown) {
    throw createFetchProblem(thrown)
  } finally {
    interruption.end()
  }
}

async function fetchResponse(
  ports: TransportPorts,
  { path, query = {}, bodyText }: ServiceRequest,
  signal: AbortSignal,
  interrupted: Promise<never>,
): Promise<Response> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== null) search.set(name, value)
  const url = `${ports.baseUrl}${path}${search.size === 0 ? '' : `?${search}`}`
  const init: RequestInit = {
    method: bodyText === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(bodyText === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ports.affiliate === undefined ? {} : { affiliate: ports.affiliate }),
    },
    ...(bodyText === undefined ? {} : { body: bodyText }),
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  }
  return Promise.race([ports.fetch(url, init), interrupted])
}

function createRefusal(
  { budget, clock }: TransportPorts,
  { priority }: ServiceRequest,
  response: Response,
  answer: Failure,
): Problem {
  const { httpStatus, bodyStatus, message } = answer
  const nowMs = clock.nowMs()
  const requestedMs = retryAfterMsOf(response.headers, nowMs)
  const code = requestedMs !== null && httpStatus === 503 ? 'serviceBusy' : failureCode(answer)
  const pauseMs =
    code === 'serviceBusy' || requestedMs !== null ? budget.reportBusy(priority, requestedMs) : null
  return new Problem(code, {
    reportedBy: 'service',
    facts: {
      status: String(httpStatus),
      ...(bodyStatus === null || bodyStatus === httpStatus ? {} : { bodyStatus: String(bodyStatus) }),
      ...(message === null ? {} : { message }),
      ...(code === 'serviceBusy' && requestedMs !== null ? { untilMs: String(nowMs + (pauseMs ?? 0)) } : {}),
    },
    retryAfterMs: pauseMs ?? (code === 'serviceFailed' ? retryAfterFailureMs : null),
  })
}

/** A refused redirect looks like a lost connection, unless the browser names it in the cause. */
function createFetchProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const text = thrown instanceof Error ? `${thrown.message} ${String(thrown.cause)}` : ''
  if (/redirect/i.test(text))
    return new Problem('otherServerAnswered', { facts: { reason: 'redirect' }, cause: thrown })
  return new Problem('serviceUnreachable', { retryAfterMs: retryAfterFailureMs, cause: thrown })
}

/** The timeout of a request, and its caller's abort. */
function watchTimeoutAndAbort(timers: Timers, timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const { promise: interrupted, reject } = Promise.withResolvers<never>()
  // Without a waiting caller, the rejection must not count as unhandled.
  interrupted.catch(() => undefined)
  const stop = (problem: Problem): void => {
    reject(problem)
    controller.abort()
  }
  const onAbort = (): void => stop(new Problem('aborted'))
  const cancelTimer = timers.after(timeoutMs, () =>
    stop(new Problem('serviceTimeout', { facts: { timeoutMs: String(timeoutMs) }, retryAfterMs: 2_000 })),
  )
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    /** Rejects with `aborted` or `serviceTimeout`; never resolves. */
    interrupted,
    /** Stops timer and listener, and aborts a connection that is still open. */
    end(): void {
      cancelTimer()
      signal?.removeEventListener('abort', onAbort)
      controller.abort()
    },
  }
}

/** If the result is refused, the problem retains the response's id. */
export async function call<T>(
  send: Send,
  request: ServiceRequest,
  read: (result: unknown) => T | Promise<T>,
): Promise<ServiceResponse<T>> {
  const response = await send(request)
  try {
    return { ...response, result: await read(response.result) }
  } catch (thrown) {
    throw withServerRequestId(thrown, response.serverRequestId)
  }
}

/**
 * Returns whether Ferry itself held a request back, so that nothing left: the budget, the browser's permission, or the
 * end of a quote. An answer of the service has a status.
 */
export function isUnsent({ code, facts }: ProblemData): boolean {
  return (
    code === 'hostsNotAllowed' ||
    code === 'quoteExpired' ||
    (code === 'serviceBusy' && facts.status === undefined)
  )
}

export interface CallOptions {
  readonly priority: Priority
  readonly signal?: AbortSignal
  /** Asked once the budget lets the request go, which may take a while. Then it is refused with `quoteExpired`. */
  readonly isTooLate?: () => boolean
}

export interface ServiceResponse<T> {
  readonly result: T
  readonly serverRequestId: string | null
  /** The service's clock minus ours in ms, without a plausibility check (`resolveClocks` does that); 0 if unknown. */
  readonly clockOffsetMs: number
}
