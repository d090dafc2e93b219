import { expect, it } from 'vitest'
import { restoreProblem } from '../../../lib/base/problem.ts'
import { createExitModel } from '../../../lib/models/order-model.ts'
import { createFakeClient, type FakeClient } from './fake-client.ts'
import { exitReviews } from './fake-data.ts'

const modelOf = (client: FakeClient) =>
  createExitModel({ client, orderId: 'order-1', kind: 'withdraw', done: () => Promise.resolve() })
const requestFor = (client: FakeClient) => client.sent.map(({ name }) => name)

it('confirms exactly the displayed review', async () => {
  const client = createFakeClient()
  const model = modelOf(client)
  await model.confirm()
  expect(requestFor(client)).toEqual([])
  await model.open()
  expect(model.review.value).toMatchObject({ reviewKey: 'withdraw-1', amountUnits: '100000000' })
  await Promise.all([model.confirm(), model.confirm()])
  expect(client.sent.at(-1)).toEqual({
    name: 'confirmExit',
    input: { kind: 'withdraw', reviewKey: 'withdraw-1' },
  })
  expect(requestFor(client)).toEqual(['reviewExit', 'confirmExit'])
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
      reviewExit: ({ orderId }) => {
        tries += 1
        if (tries === 1) throw refusal
        return { ...exitReviews.withdraw, orderId, reviewKey: 'w2' }
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
  expect(requestFor(client)).toEqual(['reviewExit', 'reviewExit'])
})
