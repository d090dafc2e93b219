import { createHostAccess } from '../../../entrypoints/background/browser-rules.ts'
import { createService } from '../../../lib/service/client.ts'
import { noPause } from '../../harness/no-pause.ts'
import type { World } from '../../harness/world.ts'

type Fetch = () => Promise<Response>

const json = { 'content-type': 'application/json' }

/** What the browser receives on the wire instead of a response of the service. */
export const wireFaults = {
  'network down': () => Promise.reject(new TypeError('Failed to fetch')),
  '429': async () =>
    new Response('{"success":false,"message":"slow down"}', {
      status: 429,
      headers: { ...json, 'retry-after': '2' },
    }),
  '5xx': async () => new Response('{"success":false}', { status: 503, headers: json }),
  'malformed JSON': async () => new Response('{"success":true,"statusCode":200,"resu', { headers: json }),
  'HTML page': async () =>
    new Response('<!doctype html><title>Welcome to the hotel</title>', {
      headers: { 'content-type': 'text/html' },
    }),
  'origin not allowed': async () =>
    new Response('{"success":false,"message":"Origin not allowed"}', { status: 403, headers: json }),
} satisfies { readonly [row: string]: Fetch }

export type WireFault = keyof typeof wireFaults

/**
 * Replaces the fake service by the real client on a fake wire. The returned function restores the service.
 */
export function useRealClient(world: World, fetch: Fetch): () => void {
  const { service } = world.service
  const before = { ...service }
  const { quote, buildTx, submit, status } = createService({
    deployment: {
      service: { baseUrl: 'https://swap.example', kind: 'frontend', requestsPerMinute: 100 },
      fee: null,
      chains: [],
    },
    fetch,
    clock: world.clock.machine,
    timers: world.clock,
    pause: noPause,
    random: () => 0,
  })
  Object.assign(service, { quote, buildTx, submit, status })
  return () => void Object.assign(service, before)
}

/** Revokes the host access to the service and the nodes. The returned function grants it again. */
export function revokeHosts(world: World): () => void {
  const access = createHostAccess({
    contains: async () => false,
    isFirefox: false,
    networkPatterns: ['https://swap.example/*'],
    pagePatterns: [],
  })
  const send = access.guard(async () => {
    throw new Error('sent all the same')
  })
  const before = { ...world.chain.reader }
  const reads = Object.keys(before).map((name) => [name, () => send('https://swap.example/', null)] as const)
  Object.assign(world.chain.reader, Object.fromEntries(reads))
  const mend = useRealClient(world, () => send('https://swap.example/', null))
  return () => {
    Object.assign(world.chain.reader, before)
    mend()
  }
}
