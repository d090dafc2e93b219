import { describe, expect, test } from 'vitest'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { across, depositAsk, fund, inboxAsk, manualAsk, nativeAsk, signedAsk } from '../harness/actions.ts'
import { reviewShown } from '../harness/review-shown.ts'
import { createWorld } from '../harness/world.ts'

async function shown(ask: QuoteRequest, choice: ReviewChoice = {}) {
  const world = await createWorld('memory')
  fund(world, ask)
  const { checks, notMade } = await reviewShown(world, ask, choice)
  return { ticked: checks.map(({ group }) => group), notMade }
}

describe('what a review ticks', () => {
  test.each<[string, QuoteRequest]>([
    ['signed', signedAsk],
    ['native', nativeAsk],
    ['through the inbox', inboxAsk],
  ])('of a swap whose bytes were read: all of it (%s)', async (_, ask) => {
    expect(await shown(ask)).toEqual({
      ticked: ['bytes', 'contracts', 'receiver', 'balance'],
      notMade: [],
    })
  })

  test('of a manual route: never what its call does, nor where the money goes', async () => {
    expect(await shown(manualAsk, across)).toEqual({
      ticked: ['contracts', 'balance'],
      notMade: ['bytes', 'receiver'],
    })
  })

  test('of a deposit: never the address, nor where the money goes from there', async () => {
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
