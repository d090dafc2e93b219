import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { WalletSheet } from '../../../../components/wallet/WalletSheet.tsx'
import { createWalletsModel } from '../../../../lib/models/wallets-model.ts'
import type { DetectedWallet } from '../../../../lib/wallet/port.ts'
import { fail, problem } from '../../../screens/answers.ts'
import type { Answers } from '../../models/fake-client.ts'
import { chains, offers, start } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

async function renderSearch(wallets: Answers['wallets']) {
  const withDeposits = chains.map((chain) => ({ ...chain, isDepositEnabled: true }))
  const shown = await createTestApp({
    start: { ...start, account: null, chains: withDeposits },
    answers: { wallets },
  })
  const model = createWalletsModel(shown.app)
  await shown.settle()
  draw(<WalletSheet app={shown.app} model={model} />)
  return shown
}

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
