import { describe, expect, it } from 'vitest'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

async function setup(options: Parameters<typeof createFakeClient>[0] = {}) {
  const fake = createFakePorts((nowMs) => createFakeClient({ nowMs, ...options }))
  const app = createAppModel({ ...fake.ports, hash: '' })
  await fake.settle()
  return { ...fake, app }
}

describe('a form without anything to swap', () => {
  it('shows that gas takes the whole balance', async () => {
    const { app, settle } = await setup({ answers: { maxNative: () => '0' } })
    app.pickToken('input', data.ethHarbour)
    await settle()
    expect(await app.swap.fillShare(100)).toMatchObject({
      code: 'gasTooLow',
      facts: { symbol: data.ethHarbour.symbol },
    })
    expect(app.swap.draft.amountText.value).toBe('')
  })

  it('shows that a service has no chains or tokens', async () => {
    expect((await setup()).app.start.missingLists.value).toBeNull()
    const none = await setup({ start: { ...data.start, chains: [], tokens: [] } })
    expect(none.app.start.missingLists.value).toBe('chains')
    const bare = await setup({ start: { ...data.start, tokens: [] } })
    expect(bare.app.start.missingLists.value).toBe('tokens')
  })
})
