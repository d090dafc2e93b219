import { describe, expect, it } from 'vitest'
import { AccountChip } from '../../../../components/wallet/AccountChip.tsx'
import { account, start } from '../../models/fake-data.ts'
import { button, draw, inBrowser, shownApp } from '../shown-app.tsx'

inBrowser()

describe('AccountChip', () => {
  it('offers to connect, or names the account and its chain', async () => {
    const none = await shownApp({ start: { ...start, account: null } })
    draw(<AccountChip app={none.app} />)
    await none.press(button('Connect'))
    expect(none.app.sheet.value).toEqual({ name: 'wallets' })
    const some = await shownApp()
    draw(<AccountChip app={some.app} />)
    expect(button(/^Account 0xf39f.*2266 ?Harbour/)).toBeDefined()
  })

  it('says that an account without a wallet is only watched', async () => {
    const { app } = await shownApp({ start: { ...start, account: { ...account, wallet: null } } })
    draw(<AccountChip app={app} />)
    expect(button(/Watch only/)).toBeDefined()
  })
})
