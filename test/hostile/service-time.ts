import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { inboxRequest, nativeRequest, sameChainRequest, signedRequest } from '../harness/actions.ts'
import { type More, quoteLie } from './answer-lie.ts'
import { forgeRequest } from './forge.ts'
import { kinds } from './kinds.ts'
import type { Scene, SwapLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'
import type { Endpoint } from './wire-service.ts'

const ways = [
  ['signed', signedRequest],
  ['same-chain', sameChainRequest],
  ['inbox', inboxRequest],
  ['native', nativeRequest],
] as const
const everywhere: readonly Endpoint[] = ['quote', 'submit', 'status']

/** `offMs` receives the number of earlier answers of the endpoint. */
function shiftDate(
  { world, service }: Scene,
  offMs: (before: number) => number,
  endpoints = everywhere,
): void {
  for (const endpoint of endpoints) {
    service.changeResponse(endpoint, (body, headers, before) => {
      headers.set('date', new Date(world.clock.nowMs() + offMs(before)).toUTCString())
      return body
    })
  }
}

function setDeadline(quote: Wire, request: QuoteRequest, deadline: number): void {
  writePath(quote, 'autoRoute.signTypedData.values.deadline', deadline)
  forgeRequest(quote, request, (witness) => writePath(witness, 'basicReq.deadline', deadline))
}

/** The quote and its request end this much later. */
const endsLater = (name: string, offMs: number, more: More) =>
  quoteLie(
    name,
    (quote, request, { world }) => {
      const nowSeconds = Math.floor((world.clock.nowMs() + offMs) / secondMs)
      writePath(quote, 'autoRoute.quoteExpiry', nowSeconds + 60)
      setDeadline(quote, request, nowSeconds + 600)
    },
    more,
  )

const spans = [
  [11 * minuteMs, 'eleven minutes'],
  [hourMs, 'an hour'],
  [30 * dayMs, 'a month'],
  [70 * 365 * dayMs, 'seventy years'],
] as const

const ahead = ways.flatMap(([word, request]) =>
  spans.flatMap(([offMs, span], at) => [
    endsLater(`${word}, deadline and Date ${span} ahead`, offMs, {
      request,
      prepare: (scene) => shiftDate(scene, () => offMs),
    }),
    ...(at === 1 || at === 2
      ? [endsLater(`${word}, deadline ${span} ahead by an honest Date`, offMs, { request })]
      : []),
  ]),
)

const afterReview = spans.slice(1).map(([offMs, span]) =>
  endsLater(`signed, deadline and Date ${span} ahead, after the review`, offMs, {
    isAfterReview: true,
    prepare: (scene) => shiftDate(scene, (before) => (before === 0 ? 0 : offMs), ['quote']),
  }),
)

const behind: readonly SwapLie[] = [
  [hourMs, 'an hour'],
  [20 * 365 * dayMs, 'twenty years'],
].map(([offMs, span]) => ({
  name: `signed, Date ${span} behind, so that every end seems far`,
  liar: 'service',
  makeLie: (scene) => shiftDate(scene, () => -Number(offMs)),
}))

/** The status of a live request whose signature the service reports as expired by its clock. */
const deadByDate: SwapLie = {
  name: 'signed, Date seventy years ahead once it is signed, and EXPIRED',
  liar: 'service',
  makeLie(scene) {
    scene.world.solver.fate = []
    shiftDate(scene, () => 70 * 365 * dayMs, ['submit', 'status'])
    scene.service.changeResult('status', (record) => void writePath(record, 'exchangeStatusCode', 5))
  },
}

const odd: readonly SwapLie[] = [
  quoteLie('signed, a quote that is said to live for seventy years', (quote) =>
    writePath(quote, 'autoRoute.quoteExpiry', 4_000_000_000),
  ),
  quoteLie(
    'manual routes that live for seventy years',
    (quote) => writePath(quote, 'manualRoutes.0.quoteExpiry', 4_000_000_000),
    kinds.manual,
  ),
  quoteLie('signed, a deadline in milliseconds', (quote, request, { world }) =>
    setDeadline(quote, request, world.clock.nowMs() + 600_000),
  ),
  quoteLie('signed, a permit for ten minutes round a request for ever', (quote, request) =>
    forgeRequest(quote, request, (witness) => writePath(witness, 'basicReq.deadline', 4_000_000_000)),
  ),
  endsLater('signed, Date moves an hour with each answer', hourMs, {
    prepare: (scene) => shiftDate(scene, (before) => (before + 1) * hourMs),
  }),
]

export const timeLies: readonly SwapLie[] = [...ahead, ...afterReview, ...behind, deadByDate, ...odd]
