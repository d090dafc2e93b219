import { expect, test } from 'vitest'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { type Answers, createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

test('requests a quote again after the wallet of a watched account is connected', async () => {
  const watched = { ...data.account, wallet: null }
  const isWatching = { now: true }
  const quote: Answers['quote'] = ({ request }) => ({
    kind: 'quote',
    quote: data.quoteFor(request, 0, { executable: !isWatching.now, expiresMs: Number.MAX_SAFE_INTEGER }),
  })
  const start = { ...data.start, account: watched }
  const fake = createFakePorts((nowMs) => createFakeClient({ nowMs, start, answers: { quote } }))
  const app = createAppModel({ ...fake.ports, hash: '' })
  await fake.settle()
  const { client, pass } = fake
  app.swap.draft.setAmount('100')
  await pass(300)
  expect(app.swap.step.value).toBe('connect')
  isWatching.now = false
  client.push({ kind: 'account', account: data.account, problem: null })
  await pass(300)
  expect(app.swap.step.value).toBe('review')
})
