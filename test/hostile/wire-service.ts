import { toProblemData } from '../../lib/base/problem.ts'
import { defaultWord } from '../../lib/deployment/schema.ts'
import type { Service } from '../../lib/service/client.ts'
import { buildTx, quote, submitRequest } from '../../lib/service/quote.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { status } from '../../lib/service/status.ts'
import { type CallOptions, createTransport } from '../../lib/service/transport.ts'
import { deployment } from '../harness/chains.ts'
import type { World } from '../harness/world.ts'
import { nameCoins, type Wire, wireRecord } from './wire.ts'

export type Endpoint = 'quote' | 'build' | 'submit' | 'status'

/** `before` is the number of earlier responses of that endpoint. */
export interface LyingService {
  /** Changes the result in place, or returns another one. */
  changeResult(endpoint: Endpoint, change: (result: Wire, before: number) => unknown): void
  changeResponse(
    endpoint: Endpoint,
    change: (body: string, headers: Headers, before: number) => Response | string,
  ): void
  /** The honest service answers this request instead of the person's. The lies then change its response. */
  quoteInstead(quoteRequest: QuoteRequest): void
  readonly hasLied: boolean
  /** Whether a signature has reached the service. */
  readonly isPosted: boolean
  readonly lastRequest: QuoteRequest
}

type Bend = (result: Wire, before: number) => unknown
type Reply = (body: string, headers: Headers, before: number) => Response | string

const endpoints: readonly Endpoint[] = ['quote', 'build', 'submit', 'status']

/** Puts the real client between the engine and the world's service, with a liar on the wire. */
export function wireService(world: World, firstAsk: QuoteRequest): LyingService {
  const honest: Service = { ...world.service.service }
  const bends = new Map<Endpoint, Bend[]>(endpoints.map((one) => [one, []]))
  const replies = new Map<Endpoint, Reply[]>(endpoints.map((one) => [one, []]))
  const counts = new Map<Endpoint, number>()
  let instead: QuoteRequest | null = null
  const tongue = {
    hasLied: false,
    isPosted: false,
    lastRequest: firstAsk,
    quoteInstead: (quoteRequest: QuoteRequest) => {
      instead = quoteRequest
    },
    changeResult: (endpoint: Endpoint, change: Bend) => void bends.get(endpoint)?.push(change),
    changeResponse: (endpoint: Endpoint, change: Reply) => void replies.get(endpoint)?.push(change),
  }

  function replied(endpoint: Endpoint, body: string): Response {
    const before = counts.get(endpoint) ?? 0
    counts.set(endpoint, before + 1)
    const headers = new Headers({
      'content-type': 'application/json',
      date: new Date(world.clock.nowMs()).toUTCString(),
      'server-req-id': `wire-${before}`,
    })
    const first = [...headers].join()
    let text = bent(endpoint, body, before)
    for (const change of replies.get(endpoint) ?? []) {
      const next = change(text, headers, before)
      if (typeof next !== 'string') {
        tongue.hasLied = true
        return next
      }
      text = next
    }
    if (text !== body || [...headers].join() !== first) tongue.hasLied = true
    return new Response(text, { headers })
  }

  function bent(endpoint: Endpoint, body: string, before: number): string {
    const changes = bends.get(endpoint) ?? []
    if (changes.length === 0) return body
    const opened = JSON.parse(body) as { result: Wire }
    for (const change of changes) {
      const other = change(opened.result, before)
      if (typeof other === 'object' && other !== null) opened.result = other as Wire
    }
    return JSON.stringify(opened)
  }

  async function answerOf(url: URL, init: RequestInit): Promise<Response> {
    const options = { priority: 'quote' } as const
    const said = (endpoint: Endpoint, result: unknown) =>
      replied(endpoint, JSON.stringify({ success: true, statusCode: 200, result, message: null }))
    if (url.pathname.endsWith('/quote')) {
      return said('quote', nameCoins((await honest.quote(instead ?? tongue.lastRequest, options)).result))
    }
    if (url.pathname.endsWith('/build-tx')) {
      return said('build', (await honest.buildTx(url.searchParams.get('quoteId') ?? '')).result)
    }
    if (url.pathname.endsWith('/submit')) {
      if (/"userSignature":"0x[0-9a-f]{128,}/.test(String(init.body))) tongue.isPosted = true
      return said('submit', (await honest.submit(String(init.body), options)).result)
    }
    const requestHash = url.searchParams.get('requestHash')
    const txHash = url.searchParams.get('txHash') ?? ''
    const look = await honest.status(requestHash === null ? { txHash } : { requestHash }, options)
    return said('status', look.kind === 'record' ? wireRecord(look.record) : null)
  }

  const send = createTransport({
    async fetch(url, init) {
      try {
        return await answerOf(new URL(url), init)
      } catch (thrown) {
        const status = toProblemData(thrown).code === 'serviceRefused' ? 400 : 503
        const body = JSON.stringify({ success: false, statusCode: status, message: 'no' })
        return new Response(body, { status, headers: { 'content-type': 'application/json' } })
      }
    },
    clock: world.clock.machine,
    timers: world.clock,
    budget: {
      acquire: async () => undefined,
      reportBusy: (_priority, ms) => ms ?? 1_000,
      reportSuccess: () => undefined,
    },
    baseUrl: 'http://service.example',
    word: defaultWord,
  })
  const request = quote(send, { fee: null, chains: [], service: deployment.service })
  const over = <T>(work: () => Promise<T>) => trackWork(world, work)
  Object.assign(world.service.service, {
    quote: (requested: QuoteRequest, options: CallOptions) => {
      tongue.lastRequest = requested
      return over(() => request(requested, options))
    },
    buildTx: (quoteId: string) => over(() => buildTx(send)(quoteId)),
    submit: (bodyText: string, options: CallOptions) => over(() => submitRequest(send)(bodyText, options)),
    status: (by: Parameters<Service['status']>[0], options: CallOptions) =>
      over(() => status(send, defaultWord)(by, options)),
  } satisfies Partial<Service>)
  return tongue
}

/** Reading a response takes real time, which the world has to wait for. */
async function trackWork<T>(world: World, work: () => Promise<T>): Promise<T> {
  world.pulse.inFlight += 1
  try {
    return await work()
  } finally {
    world.pulse.inFlight -= 1
    world.pulse.beats += 1
  }
}
