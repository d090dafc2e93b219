import { Problem, problemData } from '../base/problem.ts'
import type { Clock, Timers } from '../base/time.ts'
import type { Budget } from './budget.ts'
import type { Priority } from './pauses.ts'
import {
  type Answer,
  clockOffsetMsOf,
  failureCode,
  readAnswer,
  retryAfterMsOf,
  serverRequestIdOf,
} from './read-answer.ts'

/** How long to leave a service alone that failed without saying more. */
const retryMs = 2_000

type Refusal = Answer & { readonly kind: 'failure' }

/** One request to the service. A GET, unless there is a body. */
interface ServiceRequest extends CallOptions {
  readonly path: `/api/v1/${string}`
  /** Only what is set is sent. */
  readonly query?: { readonly [name: string]: string | null }
  /** JSON, POSTed as these exact bytes. */
  readonly bodyText?: string
  /** From sending to the last byte of the answer; the wait for the budget is not in it. */
  readonly timeLimitMs: number
  readonly maxBytes: number
  /** Whether a success without a result is an answer. */
  readonly allowNull?: boolean
  /** Whether the body of a success is passed on as its text: nothing is known of its shape. */
  readonly asText?: boolean
}

/** What became of one request, for a log: `outcome` is `ok` or a problem code. */
export interface Observed {
  readonly path: string
  readonly outcome: string
  readonly serverRequestId: string | null
}

export interface TransportPorts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Clock
  readonly timers: Timers
  readonly budget: Budget
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly observe?: (seen: Observed) => void
}

/** Sends one request and gives the envelope's result; rejects with a `Problem`. */
export type Send = (request: ServiceRequest) => Promise<ServiceResponse<unknown>>

/**
 * Creates the one way to the service: budget, time limit, size cap, no cookies, no redirects, envelope opened
 * (interface 2, 5, 7).
 */
export function createTransport(ports: TransportPorts): Send {
  const { budget, observe } = ports
  return async (request) => {
    let serverRequestId: string | null = null
    try {
      await budget.take(request.priority, request.signal)
      const response = await exchange(ports, request, (id) => {
        serverRequestId = id
      })
      budget.wentWell(request.priority)
      observe?.({ path: request.path, outcome: 'ok', serverRequestId })
      return response
    } catch (thrown) {
      const problem = identified(thrown, serverRequestId)
      observe?.({ path: request.path, outcome: problem.data.code, serverRequestId })
      throw problem
    }
  }
}

/** Returns the problem with the id of the answer it is about. */
function identified(thrown: unknown, serverRequestId: string | null): Problem {
  const data = problemData(thrown)
  if (thrown instanceof Problem && data.serverRequestId === serverRequestId) return thrown
  return new Problem(data.code, { ...data, serverRequestId, cause: thrown })
}

async function exchange(
  ports: TransportPorts,
  request: ServiceRequest,
  identify: (serverRequestId: string | null) => void,
): Promise<ServiceResponse<unknown>> {
  const { clock, timers } = ports
  const interruption = watchInterruption(timers, request.timeLimitMs, request.signal)
  try {
    const sentMs = clock.nowMs()
    const response = await reach(ports, request, interruption.signal, interruption.interrupted)
    const serverRequestId = serverRequestIdOf(response.headers)
    identify(serverRequestId)
    const clockOffsetMs = clockOffsetMsOf(response.headers, sentMs, clock.nowMs())
    const { maxBytes, allowNull = false, asText = false } = request
    const answer = await readAnswer(response, { maxBytes, allowNull, asText }, interruption.interrupted)
    if (answer.kind === 'failure') throw refused(ports, request, response, answer)
    return { result: answer.result, serverRequestId, clockOffsetMs }
  } catch (thrown) {
    throw unreached(thrown)
  } finally {
    interruption.end()
  }
}

async function reach(
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

function refused(
  { budget, clock }: TransportPorts,
  { priority }: ServiceRequest,
  response: Response,
  answer: Refusal,
): Problem {
  const { status, message } = answer
  const code = failureCode(status)
  const retryAfterMs =
    code === 'serviceBusy'
      ? budget.wasBusy(priority, retryAfterMsOf(response.headers, clock.nowMs()))
      : code === 'serviceFailed'
        ? retryMs
        : null
  return new Problem(code, {
    facts: {
      status: String(status),
      ...(message === null ? {} : { message }),
      ...(code === 'serviceBusy' ? { untilMs: String(clock.nowMs() + (retryAfterMs ?? 0)) } : {}),
    },
    retryAfterMs,
  })
}

/** What `fetch` or a broken body throws. A refused redirect looks like a lost connection, except where the engine says so in the cause. */
function unreached(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const told = thrown instanceof Error ? `${thrown.message} ${String(thrown.cause)}` : ''
  if (/redirect/i.test(told)) return new Problem('serviceRedirected', { cause: thrown })
  return new Problem('serviceUnreachable', { retryAfterMs: retryMs, cause: thrown })
}

/** One request's end from outside: the caller gave up, or its time ran out. */
export interface Interruption {
  /** For `fetch`. */
  readonly signal: AbortSignal
  /** Rejects with `aborted` or `serviceTimeout`; never resolves. */
  readonly interrupted: Promise<never>
  /** Stops timer and listener, and lets go of a connection that is still open. */
  end(): void
}

/** Watches one request. The time runs from now until `end`, body included. */
function watchInterruption(
  timers: Timers,
  timeLimitMs: number,
  signal: AbortSignal | undefined,
): Interruption {
  const controller = new AbortController()
  let reject: (problem: Problem) => void = () => undefined
  const interrupted = new Promise<never>((_, rejectWith) => {
    reject = rejectWith
  })
  // Nobody may be waiting when it rejects, and that is fine.
  interrupted.catch(() => undefined)
  const stop = (problem: Problem): void => {
    reject(problem)
    controller.abort()
  }
  const onAbort = (): void => stop(new Problem('aborted'))
  const cancelTimer = timers.after(timeLimitMs, () =>
    stop(new Problem('serviceTimeout', { facts: { timeLimitMs: String(timeLimitMs) }, retryAfterMs: 2_000 })),
  )
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    interrupted,
    end() {
      cancelTimer()
      signal?.removeEventListener('abort', onAbort)
      controller.abort()
    },
  }
}

/** Sends a request and reads its result; a result that is refused keeps the answer's id in the problem. */
export async function call<T>(
  send: Send,
  request: ServiceRequest,
  read: (result: unknown) => T,
): Promise<ServiceResponse<T>> {
  const response = await send(request)
  try {
    return { ...response, result: read(response.result) }
  } catch (thrown) {
    throw identified(thrown, response.serverRequestId)
  }
}

export interface CallOptions {
  readonly priority: Priority
  readonly signal?: AbortSignal
}

/** What came with an answer besides its result. */
export interface ServiceResponse<T> {
  readonly result: T
  readonly serverRequestId: string | null
  /** The service's clock minus ours, in ms, from the `Date` header, whatever it says (`clocksOf` weighs it); 0 where it sent none. */
  readonly clockOffsetMs: number
}
