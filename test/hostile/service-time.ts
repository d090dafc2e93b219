import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { inboxRequest, nativeRequest, sameChainRequest, signedRequest } from '../harness/actions.ts'
import { forgeRequest } from './forge.ts'
import type { Scene, SwapLie } from './lie.ts'
import { writePath } from './wire.ts'
import type { Endpoint } from './wire-service.ts'

const hour = 60 * minuteMs
const day = 24 * hour
const ways = [
  ['signed', signedRequest],
  ['same-chain', sameChainRequest],
  ['inbox', inboxRequest],
  ['native', nativeRequest],
] as const

function shiftServiceTime(scene: Scene, offMs: number, endpoints: readonly Endpoint[], first = 0): void {
  for (const endpoint of endpoints) {
    scene.service.changeResponse(endpoint, (body, headers, before) => {
      if (before >= first) headers.set('date', new Date(scene.world.clock.nowMs() + offMs).toUTCString())
      return body
    })
  }
}

function shiftExpiries(scene: Scene, offMs: number, first = 0): void {
  scene.service.changeResult('quote', (quote, before) => {
    if (before < first) return
    const nowSeconds = Math.floor((scene.world.clock.nowMs() + offMs) / secondMs)
    writePath(quote, 'autoRoute.quoteExpiry', nowSeconds + 60)
    const deadline = nowSeconds + 600
    writePath(quote, 'autoRoute.signTypedData.values.deadline', deadline)
    forgeRequest(quote, scene.request, (witness) => writePath(witness, 'basicReq.deadline', deadline))
  })
}

function later(word: string, request: QuoteRequest, offMs: number, span: string): SwapLie {
  return {
    name: `${word}, deadline and Date ${span} ahead`,
    liar: 'service',
    request: request,
    makeLie(scene) {
      shiftServiceTime(scene, offMs, ['quote', 'submit', 'status'])
      shiftExpiries(scene, offMs)
    },
  }
}

function laterAlone(word: string, request: QuoteRequest, offMs: number, span: string): SwapLie {
  return {
    name: `${word}, deadline ${span} ahead by an honest Date`,
    liar: 'service',
    request: request,
    makeLie: (scene) => shiftExpiries(scene, offMs),
  }
}

const spans = [
  [11 * minuteMs, 'eleven minutes'],
  [hour, 'an hour'],
  [30 * day, 'a month'],
  [70 * 365 * day, 'seventy years'],
] as const

/** The status of a live request whose signature the service reports as expired by its clock. */
const deadByDate: SwapLie = {
  name: 'signed, Date seventy years ahead once it is signed, and EXPIRED',
  liar: 'service',
  makeLie(scene) {
    scene.world.solver.fate = []
    shiftServiceTime(scene, 70 * 365 * day, ['submit', 'status'])
    scene.service.changeResult('status', (record) => void writePath(record, 'exchangeStatusCode', 5))
  },
}

const afterReview: readonly SwapLie[] = spans.slice(1).map(([offMs, span]) => ({
  name: `signed, deadline and Date ${span} ahead, after the review`,
  liar: 'service',
  isAfterReview: true,
  makeLie(scene) {
    shiftServiceTime(scene, offMs, ['quote'], 1)
    shiftExpiries(scene, offMs, 1)
  },
}))

const behind: readonly SwapLie[] = [
  [hour, 'an hour'],
  [20 * 365 * day, 'twenty years'],
].map(([offMs, span]) => ({
  name: `signed, Date ${span} behind, so that every end seems far`,
  liar: 'service',
  makeLie: (scene) => shiftServiceTime(scene, -Number(offMs), ['quote', 'submit', 'status']),
}))

const odd: readonly SwapLie[] = [
  {
    name: 'signed, a quote that is said to live for seventy years',
    liar: 'service',
    makeLie: (scene) =>
      scene.service.changeResult(
        'quote',
        (quote) => void writePath(quote, 'autoRoute.quoteExpiry', 4_000_000_000),
      ),
  },
  {
    name: 'manual routes that live for seventy years',
    liar: 'service',
    request: { ...signedRequest, options: { enableManual: true } },
    choice: { routeKey: 'manual:Across:' },
    makeLie: (scene) =>
      scene.service.changeResult(
        'quote',
        (quote) => void writePath(quote, 'manualRoutes.0.quoteExpiry', 4_000_000_000),
      ),
  },
  {
    name: 'signed, a deadline in milliseconds',
    liar: 'service',
    makeLie: (scene) =>
      scene.service.changeResult('quote', (quote) => {
        const deadline = scene.world.clock.nowMs() + 600_000
        writePath(quote, 'autoRoute.signTypedData.values.deadline', deadline)
        forgeRequest(quote, scene.request, (witness) => writePath(witness, 'basicReq.deadline', deadline))
      }),
  },
  {
    name: 'signed, a permit for ten minutes round a request for ever',
    liar: 'service',
    makeLie: (scene) =>
      scene.service.changeResult('quote', (quote) =>
        forgeRequest(quote, scene.request, (witness) =>
          writePath(witness, 'basicReq.deadline', 4_000_000_000),
        ),
      ),
  },
  {
    name: 'signed, Date moves an hour with each answer',
    liar: 'service',
    makeLie(scene) {
      for (const endpoint of ['quote', 'submit', 'status'] as const) {
        scene.service.changeResponse(endpoint, (body, headers, before) => {
          const ms = scene.world.clock.nowMs() + (before + 1) * hour
          headers.set('date', new Date(ms).toUTCString())
          return body
        })
      }
      shiftExpiries(scene, hour)
    },
  },
]

export const timeLies: readonly SwapLie[] = [
  ...ways.flatMap(([word, quoteRequest]) =>
    spans.map(([offMs, span]) => later(word, quoteRequest, offMs, span)),
  ),
  ...ways.flatMap(([word, quoteRequest]) =>
    spans.slice(1, 3).map(([offMs, span]) => laterAlone(word, quoteRequest, offMs, span)),
  ),
  ...afterReview,
  ...behind,
  deadByDate,
  ...odd,
]
