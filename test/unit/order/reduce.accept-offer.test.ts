import { expect, test } from 'vitest'
import { reduce } from '../../../lib/order/reduce.ts'
import { noLoss as loss, orderOf, termsOf, withTerms } from './order-fixture.ts'

const context = { nowMs: 1_800_000_000_000, freshId: 'fresh' }
const base = orderOf()
const { reviewed } = base
const lower = {
  terms: withTerms(base, { minAmountOut: '1', quoteId: 'later' }).terms,
  reviewed: { ...reviewed, minAmountOut: '1', promisedAmount: '1' },
}

test('stores a worse quote as an offer with its own ID, and keeps the reviewed tokens', () => {
  const renamed = { ...lower.reviewed, outputToken: { ...reviewed.outputToken, decimals: 2, symbol: 'ETH' } }
  const event = { kind: 'requoted', ...lower, reviewed: renamed, loss, attempt: null } as const
  const { order } = reduce(orderOf({ state: 'approved' }), event, context)
  expect(order).toMatchObject({
    state: 'needs_user',
    offer: { id: 'fresh', loss, terms: { quoteId: 'later' } },
  })
  expect(order.offer?.reviewed.outputToken).toEqual(reviewed.outputToken)
})

test('stops the order without an offer when a quote uses another swap method', () => {
  const event = { kind: 'requoted', terms: termsOf('deposit'), reviewed, loss, attempt: null } as const
  const { order } = reduce(orderOf({ state: 'approved' }), event, context)
  expect(order).toMatchObject({
    state: 'needs_user',
    offer: null,
    problem: { code: 'checkFailed', facts: { reason: 'T-1' } },
  })
})

test.each([
  ['the one that was seen', 'offer-1', loss, true],
  ['another one', 'offer-2', loss, false],
  ['one that loses too much', 'offer-1', { ...loss, level: 'confirm' }, false],
] as const)('accepts an offer by its ID: %s', (_name, offerId, weighed, isTaken) => {
  const waiting = orderOf({ state: 'needs_user', offer: { ...lower, id: 'offer-1', loss: weighed } })
  const { order } = reduce(waiting, { kind: 'acceptOffer', offerId }, context)
  expect(order === waiting).toBe(!isTaken)
  if (isTaken) expect(order).toMatchObject({ state: 'confirmed', offer: null, terms: { quoteId: 'later' } })
})
