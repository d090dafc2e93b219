import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { AccountSheet } from '../../../../components/wallet/AccountSheet.tsx'
import { account, start } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

describe('AccountSheet', () => {
  it('disconnects the account', async () => {
    const { app, press, sent } = await createTestApp()
    draw(<AccountSheet app={app} />)
    expect(document.querySelector('.long-hex')?.textContent).toContain(account.address)
    await press(button('Disconnect'))
    expect(sent('disconnectWallet')).toHaveLength(1)
  })

  it('opens the account in the explorer of its network, and leads to the other wallets', async () => {
    const { app, press } = await createTestApp()
    draw(<AccountSheet app={app} />)
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'View on explorer' })
    expect(link.href).toContain(account.address)
    await press(button('Switch wallet'))
    expect(app.sheet.value).toEqual({ name: 'wallets' })
  })

  it('says what a watch-only account cannot do', async () => {
    const { app, press } = await createTestApp({ start: { ...start, account: { ...account, wallet: null } } })
    draw(<AccountSheet app={app} />)
    expect(screen.getByText(/you can’t sign or send/)).toBeDefined()
    await press(button('Connect wallet'))
    expect(app.sheet.value).toEqual({ name: 'wallets' })
  })
})
