import { expect, test } from 'vitest'
import type { Answers } from './fake-client.ts'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

test('requests a quote again after the wallet of a watched account is connected', async () => {
  const watched = { ...data.account, wallet: null }
  const isWatching = { now: true }
  const quote: Answers['quote'] = ({ request }) => ({
    kind: 'quote',
    quote: data.quoteFor(request, 0, { executable: !isWatching.now, expiresMs: Number.MAX_SAFE_INTEGER }),
  })
  const start = { ...data.start, account: watched }
  const { app, ...fake } = await openApp({ start, answers: { quote } })
  const { client, pass } = fake
  app.swap.draft.setAmount('100')
  await pass(300)
  expect(app.swap.step.value).toBe('connect')
  isWatching.now = false
  client.push({ kind: 'account', account: data.account, problem: null })
  await pass(300)
  expect(app.swap.step.value).toBe('review')
})
