import { describe, expect, test } from 'vitest'
import { confirmReview, newOrder } from '../../lib/order/confirm-review.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account } from '../harness/chains.ts'
import { consentCodesOf } from '../harness/world-actions.ts'

const deposit = { routeKey: 'deposit' } as const

describe('a route that cannot be proven needs its own consent each time', () => {
  test.each([
    ['manual', manualRequest, acrossRoute, 'unprovenRoute'],
    ['deposit', depositRequest, deposit, 'depositAddress'],
  ] as const)('%s', async (_kind, request, choice, code) => {
    const world = await createFundedWorld(request)
    const made = await world.createReview(request, account, choice)
    expect(made.requiredConsents.map((one) => one.code)).toContain(code)
    const refused = { data: { code: 'consentMissing', money: 'nothingSent' } }
    for (const consents of [undefined, [], ['anything'], consentCodesOf(made.requiredConsents).slice(1)]) {
      const said = consents === undefined ? {} : { consents }
      await expect(confirmReview(made.reviewKey, account, world.reviewPorts, said)).rejects.toMatchObject(
        refused,
      )
    }
    const said = { consents: consentCodesOf(made.requiredConsents) }
    const order = await confirmReview(made.reviewKey, account, world.reviewPorts, said)
    expect(order.consents).toEqual(made.requiredConsents)
  })

  test('a signed route needs no consent', async () => {
    const world = await createFundedWorld(signedRequest)
    const { requiredConsents, reviewKey } = await world.createReview(signedRequest)
    expect(requiredConsents).toEqual([])
    expect((await confirmReview(reviewKey, account, world.reviewPorts)).consents).toEqual([])
  })

  test('no order starts without the consent', async () => {
    const world = await createFundedWorld(manualRequest)
    const made = await world.createReview(manualRequest, account, acrossRoute)
    const { requiredConsents } = made
    const begin = (consents: readonly string[]) => newOrder(made, consents, false, 0)
    expect(() => begin([])).toThrow('consentMissing')
    expect(begin(consentCodesOf(requiredConsents)).consents).toEqual(requiredConsents)
  })
})
