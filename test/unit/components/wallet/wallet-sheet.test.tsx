import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { WalletSheet } from '../../../../components/wallet/WalletSheet.tsx'
import { createWalletsModel } from '../../../../lib/models/wallets-model.ts'
import type { DetectedWallet } from '../../../../lib/wallet/port.ts'
import { fail, problem } from '../../../screens/answers.ts'
import type { Answers } from '../../models/fake-client.ts'
import { chains, offers, start, tabOffers } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

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

/** The list of a network that takes deposits, with these answers to each search. */
const renderSearch = (wallets: Answers['wallets']) =>
  renderSheet({
    start: { ...start, account: null, chains: chains.map((chain) => ({ ...chain, isDepositEnabled: true })) },
    answers: { wallets },
  })

const found: readonly DetectedWallet[] = offers.slice(0, 1)
const searchMs = 20_000

describe('the search for wallets', () => {
  it('says that it searches, and never says that there are no wallets before the search ends', async () => {
    const { pass } = await renderSearch(() => [])
    expect(screen.getByText('Looking for wallets…')).toBeDefined()
    expect(screen.queryByText(/No wallet answered/)).toBeNull()
    expect(noButton('Search again')).toBe(true)
    await pass(searchMs)
    expect(screen.queryByText('Looking for wallets…')).toBeNull()
    expect(screen.getByText('No wallet answered')).toBeDefined()
  })

  it('ends the displayed search after 4 s, also if the background never answers', async () => {
    const { pass } = await renderSearch(() => new Promise(() => undefined))
    await pass(3_900)
    expect(screen.getByText('Looking for wallets…')).toBeDefined()
    await pass(200)
    expect(screen.queryByText('Looking for wallets…')).toBeNull()
    expect(screen.getByText('No wallet answered')).toBeDefined()
    expect(button('Search again')).toBeDefined()
  })

  it('keeps a sleeping wallet as waking after the displayed search', async () => {
    const asleep = found.map((offer) => ({ ...offer, state: 'waking' as const }))
    const { pass } = await renderSearch(() => asleep)
    await pass(4_100)
    expect(screen.queryByText('Looking for wallets…')).toBeNull()
    expect(screen.getByText('Waking up…')).toBeDefined()
    await pass(searchMs)
    expect(screen.queryByText('Waking up…')).toBeNull()
    expect(button(/MetaMask.*No answer\. Open the wallet once/)).toBeDefined()
  })

  it('leads on without a wallet: to the wallets of the deployment, to an exchange and to a watched address', async () => {
    const { pass, press, app, type, sent } = await renderSearch(() => [])
    expect(screen.queryByTestId('no-wallet')).toBeNull()
    await pass(searchMs)
    const link = screen.getByRole('link', { name: /Get MetaMask/ })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://metamask.io/download',
      'noreferrer noopener',
    ])
    expect(within(link).getByText('metamask.io')).toBeDefined()
    await press(button('Watch an address'))
    await type(screen.getByRole('textbox', { name: 'Watch an address' }), '0x1')
    await press(button('Watch'))
    expect(sent('watchAddress')).toEqual([{ text: '0x1' }])
    await press(button('Pay from an exchange'))
    expect(app.screen.value).toMatchObject({ name: 'deposit', step: 1 })
  })

  it('searches again when pressed, and shows new wallets', async () => {
    let there: readonly DetectedWallet[] = []
    const { pass, press } = await renderSearch(() => there)
    await pass(searchMs)
    there = found
    await press(button('Search again'))
    expect(screen.getByText('Looking for more wallets…')).toBeDefined()
    expect(screen.queryByText(/No wallet answered/)).toBeNull()
    expect(button(/MetaMask/)).toBeDefined()
  })

  it('can retry if the search itself failed', async () => {
    let isBroken = true
    const { pass, press } = await renderSearch(() => (isBroken ? fail(problem('internal'))() : found))
    await pass(searchMs)
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
    expect(screen.queryByText(/No wallet answered/)).toBeNull()
    isBroken = false
    await press(button('Search again'))
    expect(button(/MetaMask/)).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
