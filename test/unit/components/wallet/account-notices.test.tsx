import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { act } from 'preact/test-utils'
import { describe, expect, it } from 'vitest'
import { AccountOffer, ReviewClosedNotice } from '../../../../components/wallet/AccountNotices.tsx'
import { Problem } from '../../../../lib/base/problem.ts'
import { account, start } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const offered = { ...account, address: other } as const

async function renderNotices(options: Parameters<typeof createTestApp>[0] = {}) {
  const made = await createTestApp({ start: { ...start, accountOffered: offered }, ...options })
  draw(<AccountOffer app={made.app} />)
  return made
}

describe('AccountOffer', () => {
  it('appears when the wallet switches accounts, and disappears when that is over', async () => {
    const { app, client } = await createTestApp()
    draw(<AccountOffer app={app} />)
    expect(screen.queryByTestId('account-offer')).toBeNull()
    await act(() => client.push({ kind: 'accountOffered', offered }))
    expect(screen.getByTestId('account-offer').getAttribute('role')).toBe('alert')
    await act(() => client.push({ kind: 'accountOffered', offered: null }))
    expect(screen.queryByTestId('account-offer')).toBeNull()
  })

  it('shows the full account, and the wallet that named it', async () => {
    await renderNotices()
    expect(screen.getByTestId('account-offered').textContent?.replace(/\s/g, '')).toBe(other)
    const offer = within(screen.getByTestId('account-offer'))
    expect(offer.getByText('0x7099…79c8 · Test Wallet · Ferry hasn’t seen it sign yet')).toBeDefined()
    expect(offer.getByText(account.wallet?.name ?? '')).toBeDefined()
    expect(offer.getByTestId('wallet-place')).toBeDefined()
  })

  it('uses exactly the displayed account', async () => {
    const { press, sent } = await renderNotices()
    await press(button('Use this account'))
    expect(sent('acceptAccount')).toEqual([{ address: other }])
  })

  it('keeps the previous account, by keyboard', async () => {
    const user = userEvent.setup({ delay: null })
    const { sent } = await renderNotices()
    await act(() => user.tab())
    expect(document.activeElement).toBe(button('Keep my account'))
    await act(() => user.keyboard('{Enter}'))
    expect(sent('keepAccount')).toEqual([null])
  })

  it('says why the account could not be used', async () => {
    const refuse = () => {
      throw new Problem('walletWrongAccount')
    }
    const { press } = await renderNotices({ answers: { acceptAccount: refuse } })
    await press(button('Use this account'))
    const problem = within(screen.getByTestId('account-offer')).getByTestId('problem')
    expect(problem.getAttribute('data-code')).toBe('walletWrongAccount')
  })
})

describe('ReviewLeft', () => {
  it('shows the full address of the selected account, until it was read', async () => {
    const { app, client, press } = await createTestApp()
    draw(<ReviewClosedNotice app={app} />)
    app.go({ name: 'review', quoteKey: 'quote-1', pay: 'wallet' })
    await act(() => client.push({ kind: 'account', account: { ...account, address: other }, problem: null }))
    const notice = screen.getByTestId('review-left')
    expect(notice.getAttribute('role')).toBe('alert')
    expect(notice.textContent?.replace(/\s/g, '')).toContain(other)
    await press(button('Dismiss'))
    expect(screen.queryByTestId('review-left')).toBeNull()
  })
})
