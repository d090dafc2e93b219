import { createAppModel } from '../../../lib/models/app-model.ts'
import { createFakeClient } from './fake-client.ts'
import { createFakePorts } from './fake-ports.ts'

/** An app whose first answers have arrived. */
export async function openApp(options: Parameters<typeof createFakeClient>[0] = {}, hash = '') {
  const fake = createFakePorts((nowMs) => createFakeClient({ nowMs, ...options }))
  const app = createAppModel({ ...fake.ports, hash })
  await fake.settle()
  return { ...fake, app }
}
