import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { WalletSheet } from '../../../../components/wallet/WalletSheet.tsx'
import { createWalletsModel } from '../../../../lib/models/wallets-model.ts'
import type { DetectedWallet } from '../../../../lib/wallet/port.ts'
import { offers, start, tabOffers } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

async function renderSheet(options: Parameters<typeof createTestApp>[0] = {}, isPageOpen = false) {
  const shown = await createTestApp({ start: { ...start, account: null }, ...options })
  const model = createWalletsModel(shown.app)
  await shown.settle()
  draw(<WalletSheet app={shown.app} model={model} isPageOpen={isPageOpen} />)
  return shown
}

describe('WalletSheet', () => {
  it('names each wallet and how it connects, without an ID or an origin', async () => {
    await renderSheet()
    const rows = within(screen.getByTestId('wallet-list')).getAllByRole('button')
    expect(rows.map((row) => row.textContent)).toEqual([
      'MMetaMaskLast usedInstalled',
      'FFrameApp on this computer',
      'Another walletRabby, Rainbow, Coinbase and others',
    ])
  })

  it.each([
    [
      /MetaMask/,
      'Connect MetaMask',
      [
        /MetaMask\W* will show.*Connection request.*From extension \W*abcdef…mnop/,
        /extension ID.*abcdefghijklmnopabcdefghijklmnop.*Wallet ID.*nkbihfbeogaeaoehlefnkodbefgpgknn/,
      ],
    ],
    [
      /Frame/,
      'Connect Frame',
      [/browser first asks for access to \W*Frame\W* on this computer/, /Wallet ID.*ws:/],
    ],
    [
      /Rabby, Rainbow/,
      'Connect another wallet',
      [/Opens http:\/\/127\.0\.0\.1:8788/, /From http:\/\/127\.0\.0\.1:8788/],
    ],
  ])('says what %s will show, before it receives a request', async (name, title, said) => {
    const { press, sent } = await renderSheet()
    await press(button(name))
    expect(screen.getByRole('dialog', { name: title })).toBeDefined()
    const step = screen.getByTestId('connect-step').textContent
    for (const words of said) expect(step).toMatch(words)
    expect(sent('connectWallet')).toEqual([])
    await press(button('Back'))
    expect(button(name)).toBeDefined()
    expect(sent('connectWallet')).toEqual([])
  })

  it("focuses its title, and the wallet's row after going back", async () => {
    const { press } = await renderSheet()
    expect(document.activeElement?.textContent).toBe('Choose a wallet')
    for (const name of [/Frame/, /Rabby, Rainbow/, /MetaMask/]) {
      await press(button(name))
      await press(button('Back'))
      expect(document.activeElement).toBe(button(name))
    }
  })

  it('connects the picked wallet, and no other', async () => {
    const { press, sent } = await renderSheet()
    await press(button(/MetaMask/))
    await press(button('Connect'))
    expect(sent('connectWallet')).toMatchObject([{ choice: { connector: 'extension', id: offers[0]?.id } }])
  })

  it('requests host access for a local wallet first, and then connects it in the same place', async () => {
    let state: DetectedWallet['state'] = 'needsPermission'
    const frame = () => offers.filter(({ name }) => name === 'Frame').map((one) => ({ ...one, state }))
    const { press, sent } = await renderSheet({ answers: { wallets: frame } })
    await press(button(/Frame/))
    state = 'there'
    await press(button('Continue'))
    expect(sent('connectWallet')).toEqual([])
    expect(screen.getByTestId('connect-step').textContent).toMatch(/From extension \W*abcdef…mnop/)
    await press(button('Connect'))
    expect(sent('connectWallet')).toMatchObject([{ choice: { connector: 'loopback' } }])
  })

  it('connects one of several wallets of a just opened page as soon as it is picked', async () => {
    const page = (id: string, name: string): DetectedWallet => ({
      ...{ connector: 'page', id, name, origin: 'http://127.0.0.1:8788', iconUrl: null, isLastUsed: false },
      state: 'there',
    })
    const wallets = () => [...offers.slice(0, 1), page('io.rabby', 'Rabby'), page('me.rainbow', 'Rainbow')]
    const { press, sent } = await renderSheet({ answers: { wallets } }, true)
    expect(screen.getByTestId('wallets-several').textContent).toBe(
      'The page has several wallets. Choose one.',
    )
    await press(button(/MetaMask/))
    expect(sent('connectWallet')).toEqual([])
    await press(button('Back'))
    await press(button(/Rainbow/))
    expect(sent('connectWallet')).toMatchObject([{ choice: { connector: 'page', id: 'me.rainbow' } }])
  })

  it("explains the risk of the proposing page's own wallet before it connects", async () => {
    const { press, sent } = await renderSheet({ answers: { wallets: () => tabOffers } })
    await press(button(/Rabby Wallet/))
    const warning = screen.getByRole('dialog', { name: 'Connect through another site?' })
    expect(screen.getByTestId('tab-origin').textContent).toBe('https://app.example.org')
    expect(warning.textContent).toMatch(
      /will show https:\/\/app\.example\.org as the site that asks, not Ferry/,
    )
    await press(within(warning).getByRole('button', { name: 'Choose another way' }))
    expect(document.activeElement).toBe(button(/Rabby Wallet/))
    await press(button(/Rabby Wallet/))
    expect(sent('connectWallet')).toEqual([])
    await press(button('Use this site'))
    const tab = { tabId: 7, origin: 'https://app.example.org' }
    expect(sent('connectWallet')).toMatchObject([{ choice: { connector: 'page', id: 'io.rabby', tab } }])
  })
})
