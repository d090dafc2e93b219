import { describe, expect, test } from 'vitest'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { requestReview } from '../harness/request-review.ts'

async function readReviewChecks(request: QuoteRequest, choice: ReviewChoice = {}) {
  const world = await createFundedWorld(request)
  const { checks, notPossible } = await requestReview(world, request, choice)
  return { ticked: checks.map(({ group }) => group), notPossible }
}

describe('the checks that a review displays as made', () => {
  test.each<[string, QuoteRequest]>([
    ['signed', signedRequest],
    ['native', nativeRequest],
    ['through the inbox', inboxRequest],
  ])('are all of them when Ferry reads the bytes (%s)', async (_, request) => {
    expect(await readReviewChecks(request)).toEqual({
      ticked: ['bytes', 'contracts', 'receiver', 'balance'],
      notPossible: [],
    })
  })

  test('omit the bytes and the receiver for a manual route', async () => {
    expect(await readReviewChecks(manualRequest, acrossRoute)).toEqual({
      ticked: ['contracts', 'balance'],
      notPossible: ['bytes', 'receiver'],
    })
  })

  test('omit the contracts and the receiver for a deposit', async () => {
    const deposit = { routeKey: 'deposit' }
    expect(await readReviewChecks(depositRequest, deposit)).toEqual({
      ticked: ['balance'],
      notPossible: ['contracts', 'receiver'],
    })
    expect(await readReviewChecks(depositRequest, { ...deposit, pay: 'elsewhere' })).toEqual({
      ticked: [],
      notPossible: ['contracts', 'receiver'],
    })
  })
})
