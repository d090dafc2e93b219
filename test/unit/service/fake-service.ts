import type { Address } from '../../../lib/base/hex.ts'
import type { Deployment } from '../../../lib/deployment/schema.ts'
import type { ObservedCall } from '../../../lib/service/call-log.ts'
import { type Client, createService } from '../../../lib/service/client.ts'
import { noPause } from '../../harness/no-pause.ts'
import { createFakeTime, type FakeTime } from './fake-time.ts'

interface Sent {
  readonly url: URL
  readonly init: RequestInit
}

/** Answers one request with a response, or throws as `fetch` would. */
export type Responder = (sent: Sent) => Promise<Response> | Response

export interface FakeService {
  readonly client: Client
  readonly sent: readonly Sent[]
  readonly observed: readonly ObservedCall[]
  readonly time: FakeTime
}

/** Placeholder address for quotes without a wallet. */
export const indicativeAddress: Address = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'

/** A client whose `fetch` uses the given responder. */
export function createFakeService(
  responder: Responder,
  fee: Deployment['fee'] = null,
  word?: string,
  affiliate?: string,
  chains: Deployment['chains'] = [],
): FakeService {
  const sent: Sent[] = []
  const observed: ObservedCall[] = []
  const time = createFakeTime()
  const client = createService({
    deployment: {
      service: {
        baseUrl: 'https://swap.example/base',
        kind: 'frontend',
        requestsPerMinute: 100,
        indicativeAddress,
        ...(word === undefined ? {} : { word }),
        ...(affiliate === undefined ? {} : { affiliate }),
      },
      fee,
      chains,
    },
    fetch: async (url, init) => {
      const seen = { url: new URL(url), init }
      sent.push(seen)
      return responder(seen)
    },
    ...time,
    pause: noPause,
    random: () => 0,
    observe: (seen) => observed.push(seen),
  })
  return { client, sent, observed, time }
}

export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'server-req-id': 'req-1', ...headers },
  })
}

/** A success envelope around a result. */
export function resultAnswer(result: unknown, status = 200): Response {
  return jsonAnswer({ success: true, statusCode: 200, result, message: null }, status)
}

/** A client that always gets this result. */
export function serviceWith(result: unknown, fee: Deployment['fee'] = null): FakeService {
  return createFakeService(() => resultAnswer(result), fee)
}
