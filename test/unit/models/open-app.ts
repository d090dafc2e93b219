import { createAppModel } from '../../../lib/models/app-model.ts'
import { followForm } from '../../../lib/models/follow-form.ts'
import { createFakeClient } from './fake-client.ts'
import { createFakePorts } from './fake-ports.ts'

/** An app whose form has a quote, if it can have one. */
export async function openQuoted(options: Parameters<typeof openApp>[0] = {}) {
  const opened = await openApp(options)
  opened.app.swap.draft.setAmount('100')
  await opened.pass(500)
  return opened
}

/** An app whose first answers have arrived. */
export async function openApp(options: Parameters<typeof createFakeClient>[0] = {}, hash = '') {
  const fake = createFakePorts((nowMs) => createFakeClient({ nowMs, ...options }))
  const app = createAppModel({ ...fake.ports, hash })
  followForm(app)
  await fake.settle()
  return { ...fake, app }
}
