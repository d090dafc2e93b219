import { describe, expect, it } from 'vitest'
import type { AppModel } from '../../../lib/models/app-model.ts'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

describe('a form without anything to swap', () => {
  it('shows that gas takes the whole balance', async () => {
    const { app, settle } = await openApp({ answers: { maxNative: () => '0' } })
    app.pickToken('input', data.ethHarbour)
    await settle()
    await app.swap.shares.value?.fillShare(100)
    expect(app.swap.shares.value?.shareProblem.value).toMatchObject({
      code: 'gasTooLow',
      facts: { symbol: data.ethHarbour.symbol },
    })
    expect(app.swap.draft.amountText.value).toBe('')
  })

  it.each([
    ['another token', ({ draft }: AppModel['swap']) => draft.pick('input', data.usdcHarbour)],
    ['another amount', ({ draft }: AppModel['swap']) => draft.setAmount('1')],
  ])('shows it only until the user enters %s', async (_what, change) => {
    const { app, settle } = await openApp({ answers: { maxNative: () => '0' } })
    app.pickToken('input', data.ethHarbour)
    await settle()
    await app.swap.shares.value?.fillShare(100)
    change(app.swap)
    expect(app.swap.shares.value?.shareProblem.value).toBeNull()
  })

  it('shows that a service has no chains or tokens', async () => {
    expect((await openApp()).app.start.missingLists.value).toBeNull()
    const none = await openApp({ start: { ...data.start, chains: [], tokens: [] } })
    expect(none.app.start.missingLists.value).toBe('chains')
    const bare = await openApp({ start: { ...data.start, tokens: [] } })
    expect(bare.app.start.missingLists.value).toBe('tokens')
  })
})
