import { describe, expect, test } from 'vitest'
import { newOrder } from '../../lib/order/order-terms.ts'
import { confirmReview } from '../../lib/review/review.ts'
import {
  account,
  acrossRoute,
  consentCodesOf,
  createReview,
  depositRequest,
  fund,
  manualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { createWorld } from '../harness/world.ts'

const deposit = { routeKey: 'deposit' } as const

describe('a route that cannot be proven needs its own consent each time', () => {
  test.each([
    ['manual', manualRequest, acrossRoute, 'unprovenRoute'],
    ['deposit', depositRequest, deposit, 'depositAddress'],
  ] as const)('%s', async (_kind, ask, choice, code) => {
    const world = await createWorld()
    fund(world, ask)
    const made = await createReview(world, ask, account, choice)
    expect(made.questions.map((one) => one.code)).toContain(code)
    const refused = { data: { code: 'consentMissing', money: 'nothingSent' } }
    for (const agreed of [undefined, [], ['anything'], consentCodesOf(made.questions).slice(1)]) {
      const said = agreed === undefined ? {} : { agreed }
      await expect(confirmReview(made.reviewKey, account, world.reviewPorts, said)).rejects.toMatchObject(
        refused,
      )
    }
    const said = { agreed: consentCodesOf(made.questions) }
    const order = await confirmReview(made.reviewKey, account, world.reviewPorts, said)
    expect(order.agreed).toEqual(made.questions)
  })

  test('a signed route needs no consent', async () => {
    const world = await createWorld()
    fund(world, signedRequest)
    const { questions, reviewKey } = await createReview(world, signedRequest)
    expect(questions).toEqual([])
    expect((await confirmReview(reviewKey, account, world.reviewPorts)).agreed).toEqual([])
  })

  test('no order starts without the consent', async () => {
    const world = await createWorld()
    fund(world, manualRequest)
    const made = await createReview(world, manualRequest, account, acrossRoute)
    const { checked, questions } = made
    const begin = (agreed: readonly string[]) => {
      const beginning = { ...made, agreed, proposedBy: null, revokeAfter: false }
      return newOrder('id', checked, account.wallet, 0, beginning)
    }
    expect(() => begin([])).toThrow('consentMissing')
    expect(begin(consentCodesOf(questions)).agreed).toEqual(questions)
  })
})
