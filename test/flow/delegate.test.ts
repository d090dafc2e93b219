import { expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, inboxRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { gatewayOf, harbour, inboxOf } from '../harness/chains.ts'
import { requestReview } from '../harness/request-review.ts'

const serviceDelegate = gatewayOf(harbour)
const requestedDelegate = inboxOf(harbour)
const kinds: readonly (readonly [string, QuoteRequest])[] = [
  ['signed', signedRequest],
  ['sent to the inbox', inboxRequest],
  ['paid with native currency', nativeRequest],
]

test.each(kinds)(
  'a delegate that the service chose is displayed and needs a consent, in a request that is %s',
  async (_way, request) => {
    const world = await createFundedWorld(request)
    world.service.delegate = serviceDelegate
    const { facts, requiredConsents } = await requestReview(world, request)
    expect(requiredConsents).toContainEqual({
      code: 'delegateNotRequested',
      facts: { delegate: serviceDelegate },
    })
    expect(facts).toContainEqual({ name: 'delegate', kind: 'hex', value: serviceDelegate, isUsual: false })
    const id = await world.startOrder(request)
    expect(await world.waitForEnd(id)).toMatchObject({
      state: 'verified_terminal',
      consents: expect.arrayContaining([
        { code: 'delegateNotRequested', facts: { delegate: serviceDelegate } },
      ]),
    })
  },
)

test.each([
  ['another one', serviceDelegate, requestedDelegate],
  ['another one instead of the reviewed user', null, serviceDelegate],
  ['the user instead of the reviewed one', serviceDelegate, null],
])('stops the swap when a later quote names %s', async (_name, before, after) => {
  const world = await createFundedWorld(signedRequest)
  world.service.delegate = before
  world.service.quoteLifeSeconds = 17
  const id = await world.startOrder(signedRequest)
  world.service.delegate = after
  world.service.quoteLifeSeconds = 60
  const stopped = await world.waitForState(id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
  expect(stopped.offer?.reviewed.delegate ?? null).toBe(after)
  expect(world.wallet.prompts.map(({ method }) => method)).not.toContain('eth_signTypedData_v4')
})
