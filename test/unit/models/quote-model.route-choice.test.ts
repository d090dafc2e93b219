import { expect, test } from 'vitest'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

test('without a chosen route the form asks the user to pick one, and nothing can be reviewed', async () => {
  const quote = data.quoteFor(data.quoteRequest, data.bornMs, { routeKey: null })
  const answers = { quote: () => ({ kind: 'quote' as const, quote }) }
  const { ports, pass, settle } = createFakePorts((nowMs) => createFakeClient({ nowMs, answers }))
  const app = createAppModel({ ...ports, hash: '' })
  await settle()
  app.swap.draft.setUnits(100_000_000n)
  await pass(300)
  expect(app.swap.step.value).toBe('pickRoute')
})
