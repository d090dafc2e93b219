import { describe, expect, it } from 'vitest'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

describe('a form without anything to swap', () => {
  it('shows that gas takes the whole balance', async () => {
    const { app, settle } = await openApp({ answers: { maxNative: () => '0' } })
    app.pickToken('input', data.ethHarbour)
    await settle()
    expect(await app.swap.fillShare(100)).toMatchObject({
      code: 'gasTooLow',
      facts: { symbol: data.ethHarbour.symbol },
    })
    expect(app.swap.draft.amountText.value).toBe('')
  })

  it('shows that a service has no chains or tokens', async () => {
    expect((await openApp()).app.start.missingLists.value).toBeNull()
    const none = await openApp({ start: { ...data.start, chains: [], tokens: [] } })
    expect(none.app.start.missingLists.value).toBe('chains')
    const bare = await openApp({ start: { ...data.start, tokens: [] } })
    expect(bare.app.start.missingLists.value).toBe('tokens')
  })
})
