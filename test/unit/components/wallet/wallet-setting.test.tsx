import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { WalletSetting } from '../../../../components/wallet/WalletSetting.tsx'
import { fail, problem } from '../../../screens/answers.ts'
import { account, start } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

async function renderSetting(options: Parameters<typeof createTestApp>[0] = {}) {
  const shown = await createTestApp(options)
  draw(<WalletSetting app={shown.app} />)
  return shown
}

const [one, other] = ['a'.repeat(32), 'b'.repeat(32)]

describe('WalletSetting', () => {
  it('offers to connect if there is no account, and sends no wallet request automatically', async () => {
    const { press, app, sent } = await renderSetting({ start: { ...start, account: null } })
    expect(screen.getByText('No wallet connected')).toBeDefined()
    expect(noButton('Disconnect')).toBe(true)
    await press(button('Connect wallet'))
    expect(app.sheet.value).toEqual({ name: 'wallets' })
    expect(sent('connectWallet')).toEqual([])
  })

  it('cannot be pressed again while a wallet connects', async () => {
    const { app, settle } = await renderSetting({ start: { ...start, account: null } })
    await app.start.connect({ connector: 'page', id: null })
    await settle()
    expect(button('Connecting…').disabled).toBe(true)
  })

  it('names the wallet, the account and the requesting site, and disconnects', async () => {
    const { press, sent } = await renderSetting()
    const said = screen.getByRole('region', { name: 'Wallet' }).textContent
    expect(said).toMatch(/Test Wallet 0xf39f.*2266/)
    expect(said).toMatch(/Shown in your wallet ashttp:\/\/127\.0\.0\.1:8788/)
    expect(said).toContain('asks you before it signs or sends')
    await press(button('Disconnect'))
    expect(sent('disconnectWallet')).toHaveLength(1)
  })

  it('says what a watch-only account cannot do, and mentions no wallet', async () => {
    await renderSetting({ start: { ...start, account: { ...account, wallet: null } } })
    const said = screen.getByRole('region', { name: 'Wallet' }).textContent
    expect(said).toMatch(/Watch only.*you can’t sign or send/)
    expect(said).not.toContain('Shown in your wallet as')
    expect(button('Stop watching')).toBeDefined()
  })

  it('says that an account could not be disconnected', async () => {
    const { press } = await renderSetting({ answers: { disconnectWallet: fail(problem('internal')) } })
    await press(button('Disconnect'))
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
    expect(screen.getByRole('alert').textContent).not.toContain('Nothing was sent')
  })

  it('removes exactly the named extension', async () => {
    const settings = { ...start.settings, walletExtensionIds: [one, other] }
    const { press, sent } = await renderSetting({ start: { ...start, settings } })
    await press(button(`Remove ${one}`))
    expect(sent('saveSettings')).toMatchObject([{ settings: { walletExtensionIds: [other] } }])
    await press(button(`Remove ${other}`))
    expect(screen.queryByText('Added wallet extensions')).toBeNull()
  })
})
