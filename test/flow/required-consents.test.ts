import { describe, expect, test } from 'vitest'
import { newOrder } from '../../lib/order/order-terms.ts'
import { orderOf } from '../../lib/review/review.ts'
import { account, across, allOf, depositAsk, fund, manualAsk, review, signedAsk } from '../harness/actions.ts'
import { createWorld } from '../harness/world.ts'

const deposit = { routeKey: 'deposit' } as const

describe('a route that cannot be proven needs its own consent each time', () => {
  test.each([
    ['manual', manualAsk, across, 'unprovenRoute'],
    ['deposit', depositAsk, deposit, 'depositAddress'],
  ] as const)('%s', async (_kind, ask, choice, code) => {
    const world = await createWorld()
    fund(world, ask)
    const made = await review(world, ask, account, choice)
    expect(made.questions.map((one) => one.code)).toContain(code)
    const refused = { data: { code: 'notAgreed', money: 'nothingSent' } }
    for (const agreed of [undefined, [], ['anything'], allOf(made.questions).slice(1)]) {
      const said = agreed === undefined ? {} : { agreed }
      await expect(orderOf(made.reviewKey, account, world.reviewPorts, said)).rejects.toMatchObject(refused)
    }
    const said = { agreed: allOf(made.questions) }
    const order = await orderOf(made.reviewKey, account, world.reviewPorts, said)
    expect(order.agreed).toEqual(made.questions)
  })

  test('a signed route needs no consent', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    const { questions, reviewKey } = await review(world, signedAsk)
    expect(questions).toEqual([])
    expect((await orderOf(reviewKey, account, world.reviewPorts)).agreed).toEqual([])
  })

  test('no order starts without the consent', async () => {
    const world = await createWorld()
    fund(world, manualAsk)
    const made = await review(world, manualAsk, account, across)
    const { checked, questions } = made
    const begin = (agreed: readonly string[]) => {
      const beginning = { ...made, agreed, proposedBy: null, revokeAfter: false }
      return newOrder('id', checked, account.wallet, 0, beginning)
    }
    expect(() => begin([])).toThrow('notAgreed')
    expect(begin(allOf(questions)).agreed).toEqual(questions)
  })
})
