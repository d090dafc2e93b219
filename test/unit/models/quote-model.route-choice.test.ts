import { expect, test } from 'vitest'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

test('without a chosen route the form asks the user to pick one, and nothing can be reviewed', async () => {
  const quote = data.quoteFor(data.quoteRequest, data.bornMs, { routeKey: null })
  const answers = { quote: () => ({ kind: 'quote' as const, quote }) }
  const { app, pass } = await openApp({ answers })
  app.swap.draft.setUnits(100_000_000n)
  await pass(300)
  expect(app.swap.step.value).toBe('pickRoute')
})
