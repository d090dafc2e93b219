import { describe, expect, test } from 'vitest'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { Quote } from '../../lib/service/quote-result.ts'
import {
  across,
  begin,
  depositAsk,
  fund,
  inboxAsk,
  isAtRest,
  nativeAsk,
  review,
  sameChainAsk,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { reviewShown } from '../harness/request-review.ts'
import { createWorld, type World } from '../harness/world.ts'

const payload = { destinationPayload: '0xabcd', destinationGasLimit: '90000' } as const
const manualAsk: QuoteRequest = { ...signedAsk, options: { enableManual: true, ...payload } }
const kinds = [
  ['manual', manualAsk, across],
  ['deposit', { ...depositAsk, options: { ...depositAsk.options, ...payload } }, { routeKey: 'deposit' }],
] as const

async function worldSaying(ask: QuoteRequest, destinationExec: Quote['destinationExec']): Promise<World> {
  const world = await createWorld()
  fund(world, ask)
  world.service.bendQuote = (quote) => ({ ...quote, destinationExec })
  return world
}

const code = 'payloadNotConfirmed'
const codesOf = ({ questions }: { readonly questions: readonly { readonly code: string }[] }) =>
  questions.map((one) => one.code)

describe.each(kinds)('a call on the receiver by a %s route', (_kind, ask, choice) => {
  test('needs no consent when the quote confirms it', async () => {
    const world = await worldSaying(ask, payload)
    expect(codesOf(await reviewShown(world, ask, choice))).not.toContain(code)
  })

  test.each<[string, Quote['destinationExec']]>([
    ['omits it', null],
    ['names an empty call', { destinationPayload: '0x', destinationGasLimit: '90000' }],
    ['gives it less gas', { ...payload, destinationGasLimit: '89999' }],
    ['gives it no gas', { ...payload, destinationGasLimit: null }],
  ])('needs a consent when the quote %s', async (_name, said) => {
    const world = await worldSaying(ask, said)
    expect(codesOf(await reviewShown(world, ask, choice))).toContain(code)
  })

  test('is refused when the quote names another call', async () => {
    const world = await worldSaying(ask, { ...payload, destinationPayload: '0xdeadbeef' })
    await expect(review(world, ask, undefined, choice)).rejects.toMatchObject({
      data: { code: 'checkFailed', facts: { reason: 'X-1', path: 'destinationExec' } },
    })
  })

  test('is refused when the request has no call', async () => {
    const { destinationPayload: _payload, destinationGasLimit: _gas, ...options } = ask.options ?? {}
    const plain = { ...ask, options }
    const world = await worldSaying(plain, payload)
    await expect(review(world, plain, undefined, choice)).rejects.toMatchObject({
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
    const ask: QuoteRequest = { ...signedAsk, options: { ...payload, ...way } }
    const world = await worldSaying(ask, null)
    expect(codesOf(await reviewShown(world, ask))).not.toContain(code)
  },
)

test('stops the swap when a renewed quote no longer confirms the call', async () => {
  const world = await worldSaying(manualAsk, payload)
  world.service.quoteLifeSeconds = 17
  const id = await begin(world, manualAsk, undefined, across)
  world.service.bendQuote = (quote) => ({ ...quote, destinationExec: null })
  world.service.quoteLifeSeconds = 60
  const stopped = await untilState(world, id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
  expect(stopped.offer?.reviewed.isPayloadUnconfirmed).toBe(true)
})

const largest = { destinationPayload: `0x${'ab'.repeat(16_384)}`, destinationGasLimit: '2000000' } as const

test.each<[string, QuoteRequest, ReviewChoice?]>([
  ['signed', signedAsk],
  ['sent to the inbox', inboxAsk],
  ['paid with native currency', nativeAsk],
  ['on one chain', sameChainAsk],
  ['manual', manualAsk, across],
  ['a deposit', depositAsk, { routeKey: 'deposit' }],
])('passes a call of 16 kB to the wallet and the service: %s', async (_way, ask, choice) => {
  const world = await createWorld()
  const large: QuoteRequest = { ...ask, options: { ...ask.options, ...largest } }
  fund(world, large)
  const id = await begin(world, large, undefined, choice)
  expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
})
