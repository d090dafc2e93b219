import { screen } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { TabWarning, WalletRow } from '../../../../components/wallet/WalletRow.tsx'
import type { DetectedWallet } from '../../../../lib/wallet/port.ts'
import { offers, tabOffers } from '../../models/fake-data.ts'
import { button, draw, inBrowser, plainText } from '../test-app.tsx'

inBrowser()

const [metamask, frame, page] = offers as [DetectedWallet, DetectedWallet, DetectedWallet]
const [inTab] = tabOffers as [DetectedWallet]

function renderRow(offer: DetectedWallet, isLooking = false) {
  const onPick = vi.fn()
  draw(<WalletRow offer={offer} isLooking={isLooking} onPick={onPick} />)
  const shown = screen.getByRole<HTMLButtonElement>('button')
  return { onPick, shown, text: plainText(shown) }
}

describe('WalletRow', () => {
  it.each<[string, DetectedWallet, string]>([
    ['an extension', { ...metamask, isLastUsed: false }, 'Installed'],
    ['a program', frame, 'App on this computer'],
    ['a page', { ...page, state: 'there' }, 'Through a web page'],
  ])('says how %s is reached', (_, offer, said) => {
    expect(renderRow(offer).text).toContain(said)
  })

  it('cannot be chosen if two wallets claim the same ID, and says so', () => {
    const { shown, onPick, text } = renderRow({ ...metamask, state: 'double' })
    expect(text).toContain('Two wallets claim to be this one, so neither can be chosen.')
    expect(shown.disabled).toBe(true)
    shown.click()
    expect(onPick).not.toHaveBeenCalled()
  })

  it('waits for a sleeping wallet, then says how to wake it; it can be chosen either way', () => {
    expect(renderRow({ ...metamask, state: 'waking' }, true).text).toContain('Waking up…')
    const asleep = renderRow({ ...metamask, state: 'waking' })
    expect(asleep.text).toContain('No answer. Open the wallet once, then search again.')
    asleep.shown.click()
    expect(asleep.onPick).toHaveBeenCalledOnce()
  })

  it('shows no wallet name for a closed page, and the site for one in a tab', () => {
    expect(renderRow(page).text).toContain('Another walletRabby, Rainbow, Coinbase and others')
    expect(renderRow(inTab).text).toContain('Rabby WalletThrough https://app.example.org')
  })
})

describe('TabWarning', () => {
  it('names wallet and site, and says what the site shows, stores and sees', () => {
    draw(<TabWarning offer={inTab} onUse={vi.fn()} onLeave={vi.fn()} />)
    expect(screen.getByTestId('tab-origin').textContent).toBe('https://app.example.org')
    const said = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(said).toEqual([
      'Your wallet will show https://app.example.org as the site that asks, not Ferry.',
      expect.stringMatching(/Until you disconnect in your wallet, the connection stays/),
    ])
    const warning = document.querySelector('.problem.warning')
    expect(warning?.textContent).toMatch(/every wallet request and every answer.*Continue only with a site/)
    expect(button('Choose another way').className).toBe('primary')
  })
})
