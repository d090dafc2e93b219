import { describe, expect, test } from 'vitest'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  inboxRequest,
  nativeRequest,
  sameChainRequest,
  signedRequest,
} from '../harness/actions.ts'
import type { WireQuote } from '../harness/honest-quote.ts'
import { requestReview } from '../harness/request-review.ts'
import { createWorld, type World } from '../harness/world.ts'

const payload = { destinationPayload: '0xabcd', destinationGasLimit: '90000' } as const
const manualRequest: QuoteRequest = { ...signedRequest, options: { enableManual: true, ...payload } }
const kinds = [
  ['manual', manualRequest, acrossRoute],
  [
    'deposit',
    { ...depositRequest, options: { ...depositRequest.options, ...payload } },
    { routeKey: 'deposit' },
  ],
] as const

async function createWorldQuoting(
  request: QuoteRequest,
  destinationExec: WireQuote['destinationExec'],
): Promise<World> {
  const world = await createFundedWorld(request)
  world.service.changeQuote = (quote) => ({ ...quote, destinationExec })
  return world
}

const code = 'payloadNotConfirmed'
const codesOf = ({ requiredConsents }: { readonly requiredConsents: readonly { readonly code: string }[] }) =>
  requiredConsents.map((one) => one.code)

describe.each(kinds)('a call on the receiver by a %s route', (_kind, request, choice) => {
  test('needs no consent when the quote confirms it', async () => {
    const world = await createWorldQuoting(request, payload)
    expect(codesOf(await requestReview(world, request, choice))).not.toContain(code)
  })

  test.each<[string, WireQuote['destinationExec']]>([
    ['omits it', null],
    ['names an empty call', { destinationPayload: '0x', destinationGasLimit: '90000' }],
    ['gives it less gas', { ...payload, destinationGasLimit: '89999' }],
    ['gives it no gas', { ...payload, destinationGasLimit: null }],
  ])('needs a consent when the quote %s', async (_name, said) => {
    const world = await createWorldQuoting(request, said)
    expect(codesOf(await requestReview(world, request, choice))).toContain(code)
  })

  test('is refused when the quote names another call', async () => {
    const world = await createWorldQuoting(request, { ...payload, destinationPayload: '0xdeadbeef' })
    await expect(world.createReview(request, undefined, choice)).rejects.toMatchObject({
      data: { code: 'checkFailed', facts: { reason: 'X-1', path: 'destinationExec' } },
    })
  })

  test('is refused when the request has no call', async () => {
    const { destinationPayload: _payload, destinationGasLimit: _gas, ...options } = request.options ?? {}
    const plain = { ...request, options }
    const world = await createWorldQuoting(plain, payload)
    await expect(world.createReview(plain, undefined, choice)).rejects.toMatchObject({
      data: { facts: { path: 'destinationExec' } },
    })
  })
})

test.each([
  ['signed', {}],
  ['sent to the inbox', { useInbox: true }],
] as const)(
  'needs no consent in a request that is %s, because the request itself has the call',
  async (_way, way) => {
    const request: QuoteRequest = { ...signedRequest, options: { ...payload, ...way } }
    const world = await createWorldQuoting(request, null)
    expect(codesOf(await requestReview(world, request))).not.toContain(code)
  },
)

test('stops the swap when a renewed quote no longer confirms the call', async () => {
  const world = await createWorldQuoting(manualRequest, payload)
  world.service.quoteLifeSeconds = 17
  const id = await world.startOrder(manualRequest, undefined, acrossRoute)
  world.service.changeQuote = (quote) => ({ ...quote, destinationExec: null })
  world.service.quoteLifeSeconds = 60
  const stopped = await world.waitForState(id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
  expect(stopped.offer?.reviewed.isPayloadUnconfirmed).toBe(true)
})

const largest = { destinationPayload: `0x${'ab'.repeat(16_384)}`, destinationGasLimit: '2000000' } as const

test.each<[string, QuoteRequest, ReviewChoice?]>([
  ['signed', signedRequest],
  ['sent to the inbox', inboxRequest],
  ['paid with native currency', nativeRequest],
  ['on one chain', sameChainRequest],
  ['manual', manualRequest, acrossRoute],
  ['a deposit', depositRequest, { routeKey: 'deposit' }],
])('passes a call of 16 kB to the wallet and the service: %s', async (_way, request, choice) => {
  const world = await createWorld()
  const large: QuoteRequest = { ...request, options: { ...request.options, ...largest } }
  world.fund(large)
  const id = await world.startOrder(large, undefined, choice)
  expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
})
