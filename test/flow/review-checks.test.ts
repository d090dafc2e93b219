import { describe, expect, test } from 'vitest'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { across, depositAsk, fund, inboxAsk, manualAsk, nativeAsk, signedAsk } from '../harness/actions.ts'
import { reviewShown } from '../harness/request-review.ts'
import { createWorld } from '../harness/world.ts'

async function shown(ask: QuoteRequest, choice: ReviewChoice = {}) {
  const world = await createWorld('memory')
  fund(world, ask)
  const { checks, notMade } = await reviewShown(world, ask, choice)
  return { ticked: checks.map(({ group }) => group), notMade }
}

describe('the checks that a review displays as made', () => {
  test.each<[string, QuoteRequest]>([
    ['signed', signedAsk],
    ['native', nativeAsk],
    ['through the inbox', inboxAsk],
  ])('are all of them when Ferry reads the bytes (%s)', async (_, ask) => {
    expect(await shown(ask)).toEqual({
      ticked: ['bytes', 'contracts', 'receiver', 'balance'],
      notMade: [],
    })
  })

  test('omit the bytes and the receiver for a manual route', async () => {
    expect(await shown(manualAsk, across)).toEqual({
      ticked: ['contracts', 'balance'],
      notMade: ['bytes', 'receiver'],
    })
  })

  test('omit the contracts and the receiver for a deposit', async () => {
    const deposit = { routeKey: 'deposit' }
    expect(await shown(depositAsk, deposit)).toEqual({
      ticked: ['balance'],
      notMade: ['contracts', 'receiver'],
    })
    expect(await shown(depositAsk, { ...deposit, pay: 'elsewhere' })).toEqual({
      ticked: [],
      notMade: ['contracts', 'receiver'],
    })
  })
})
