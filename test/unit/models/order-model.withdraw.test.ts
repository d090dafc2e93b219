import { expect, it } from 'vitest'
import { restoreProblem } from '../../../lib/base/problem.ts'
import { createWithdrawModel } from '../../../lib/models/order-model.ts'
import { createFakeClient, type FakeClient } from './fake-client.ts'

const modelOf = (client: FakeClient) => createWithdrawModel({ client, orderId: 'order-1' })
const requestFor = (client: FakeClient) => client.sent.map(({ name }) => name)

it('confirms exactly the displayed review', async () => {
  const client = createFakeClient()
  const model = modelOf(client)
  await model.confirm()
  expect(requestFor(client)).toEqual([])
  await model.open()
  expect(model.review.value).toMatchObject({ reviewKey: 'withdraw-1', amountUnits: '100000000' })
  await Promise.all([model.confirm(), model.confirm()])
  expect(client.sent.at(-1)).toEqual({ name: 'confirmWithdraw', input: { reviewKey: 'withdraw-1' } })
  expect(requestFor(client)).toEqual(['reviewWithdraw', 'confirmWithdraw'])
  expect(model.review.value).toBeNull()
})

it('shows why it failed, and can be retried', async () => {
  let tries = 0
  const refusal = restoreProblem({
    code: 'gasTooLow',
    money: 'atOrigin',
    reportedBy: 'ferry',
    facts: {},
    serverRequestId: null,
    retryAfterMs: null,
  })
  const client = createFakeClient({
    answers: {
      reviewWithdraw: ({ orderId }) => {
        tries += 1
        if (tries === 1) throw refusal
        const token = { chainId: 1, address: '0x', name: '', symbol: 'A', decimals: 0, logoURI: null }
        return {
          reviewKey: 'w2',
          orderId,
          contract: '0x',
          simulation: { kind: 'unmeasured' } as const,
          amountUnits: '1',
          token: { ...token, isVerified: true },
          wrapped: null,
        }
      },
    },
  })
  const model = modelOf(client)
  await model.open()
  expect([model.problem.value?.code, model.review.value, model.busy.value]).toEqual(['gasTooLow', null, null])
  await model.open()
  expect([model.problem.value, model.review.value?.reviewKey]).toEqual([null, 'w2'])
  model.close()
  await model.confirm()
  expect(requestFor(client)).toEqual(['reviewWithdraw', 'reviewWithdraw'])
})
