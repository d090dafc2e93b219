import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { WalletSheet } from '../../../../components/wallet/WalletSheet.tsx'
import type { WalletOffer } from '../../../../lib/wallet/port.ts'
import { offers, start } from '../../models/fake-data.ts'
import { button, draw, inBrowser, shownApp } from '../shown-app.tsx'

inBrowser()

async function choosing(options: Parameters<typeof shownApp>[0] = {}) {
  const shown = await shownApp({ start: { ...start, account: null }, ...options })
  const model = await shown.app.create.wallets()
  await shown.settle()
  draw(<WalletSheet app={shown.app} model={model} />)
  return shown
}

describe('WalletSheet', () => {
  it('says of each wallet what it will show, before any is asked', async () => {
    const { sent } = await choosing()
    expect(button(/MetaMask.*Last used.*extension ID/)).toBeDefined()
    expect(button(/ask to let Ferry reach/)).toBeDefined()
    expect(button(/Opens http:\/\/127\.0\.0\.1:8788/)).toBeDefined()
    expect(sent('connectWallet')).toEqual([])
  })

  it('connects the one that is pressed, and no other', async () => {
    const { press, sent } = await choosing()
    await press(button(/MetaMask/))
    expect(sent('connectWallet')).toMatchObject([{ choice: { connector: 'extension', id: offers[0]?.id } }])
  })

  it('cannot choose one of two that claim to be the same', async () => {
    const [first] = offers
    const double = [{ ...first, state: 'double' } as WalletOffer]
    await choosing({ answers: { wallets: () => double } })
    const row = button(/MetaMask.*neither can be chosen/)
    expect(row.disabled).toBe(true)
  })

  it('says what it means to use a wallet through another site before it does', async () => {
    const { press, sent } = await choosing()
    const more = screen.getByText('More options').closest('details')
    if (more !== null) more.open = true
    await press(screen.getByTestId('tabs-look'))
    await press(button(/Rabby Wallet/))
    const warning = screen.getByRole('dialog', { name: 'Connect through another site?' })
    expect(warning.textContent).toMatch(
      /will show https:\/\/app\.example\.org as the site that asks, not Ferry/,
    )
    expect(sent('connectWallet')).toEqual([])
    await press(within(warning).getByRole('button', { name: 'Use this site' }))
    expect(sent('connectWallet')).toHaveLength(1)
  })
})
