import { describe, expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  begin,
  fund,
  inboxAsk,
  isAtRest,
  nativeAsk,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { gatewayOf, harbour, inboxOf } from '../harness/chains.ts'
import { reviewShown } from '../harness/request-review.ts'
import { createWorld } from '../harness/world.ts'

const own = gatewayOf(harbour)
const other = inboxOf(harbour)
const kinds: readonly (readonly [string, QuoteRequest])[] = [
  ['signed', signedAsk],
  ['sent to the inbox', inboxAsk],
  ['paid with native currency', nativeAsk],
]

describe.each(kinds)('a delegate that the service chose, in a request that is %s', (_way, ask) => {
  test('is displayed in the review and needs a consent', async () => {
    const world = await createWorld()
    fund(world, ask)
    world.service.delegate = own
    const { facts, questions } = await reviewShown(world, ask)
    expect(questions).toContainEqual({ code: 'delegateNotRequested', facts: { delegate: own } })
    expect(facts).toContainEqual({ name: 'delegate', kind: 'hex', value: own, isUsual: false })
    const id = await begin(world, ask)
    expect(await until(world, id, isAtRest)).toMatchObject({
      state: 'verified_terminal',
      agreed: expect.arrayContaining([{ code: 'delegateNotRequested', facts: { delegate: own } }]),
    })
  })

  test('needs a consent when another delegate was requested', async () => {
    const world = await createWorld()
    fund(world, ask)
    world.service.delegate = own
    const requesting = { ...ask, options: { ...ask.options, delegateAddress: other } }
    const { questions } = await reviewShown(world, requesting)
    expect(questions).toContainEqual({ code: 'delegateNotRequested', facts: { delegate: own } })
  })
})

test.each([
  ['the user', null, {}],
  ['the requested one', null, { delegateAddress: other }],
  ['the user, where another one was requested', signedAsk.userAddress, { delegateAddress: other }],
] as const)('needs no consent when it is %s', async (_name, delegate, options) => {
  const world = await createWorld()
  const ask = { ...signedAsk, options }
  fund(world, ask)
  world.service.delegate = delegate
  const { questions } = await reviewShown(world, ask)
  expect(questions.map(({ code }) => code)).not.toContain('delegateNotRequested')
  expect(await until(world, await begin(world, ask), isAtRest)).toMatchObject({ state: 'verified_terminal' })
})

test.each([
  ['another one', own, other],
  ['another one instead of the reviewed user', null, own],
  ['the user instead of the reviewed one', own, null],
])('stops the swap when a later quote names %s', async (_name, before, after) => {
  const world = await createWorld()
  fund(world, signedAsk)
  world.service.delegate = before
  world.service.quoteLifeSeconds = 17
  const id = await begin(world, signedAsk)
  world.service.delegate = after
  world.service.quoteLifeSeconds = 60
  const stopped = await untilState(world, id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
  expect(stopped.offer?.reviewed.delegate ?? null).toBe(after)
  expect(world.wallet.prompts.map(({ method }) => method)).not.toContain('eth_signTypedData_v4')
})
