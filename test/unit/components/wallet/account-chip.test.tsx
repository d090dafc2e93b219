import { screen } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { Home } from '../../../../components/home/Home.tsx'
import { AccountChip } from '../../../../components/wallet/AccountChip.tsx'
import { account, start } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

describe('AccountChip', () => {
  it('offers to connect, or shows the account and its chain', async () => {
    const none = await createTestApp({ start: { ...start, account: null } })
    draw(<AccountChip app={none.app} />)
    await none.press(button('Connect'))
    expect(none.app.sheet.value).toEqual({ name: 'wallets' })
    const some = await createTestApp()
    draw(<AccountChip app={some.app} />)
    expect(button(/^Account 0xf39f.*2266 ?Harbour/)).toBeDefined()
  })

  it('says that an account without a wallet is watch-only', async () => {
    const { app } = await createTestApp({ start: { ...start, account: { ...account, wallet: null } } })
    draw(<AccountChip app={app} />)
    expect(button(/Watch only/)).toBeDefined()
  })
})

describe('a wallet with an open connection request', () => {
  const none = { ...start, account: null }
  const wallet = { connector: 'page', id: 'io.metamask', name: 'MetaMask' } as const

  it('shows where to find the request after eight seconds', async () => {
    const { app, pass, push } = await createTestApp({ start: none, orders: [] })
    draw(<Home app={app} isWide={false} />)
    await app.start.connect({ connector: 'page', id: wallet.id })
    const requesting = {
      requestId: 'r1',
      method: 'eth_requestAccounts',
      requestedMs: app.nowMs.value,
      wallet,
    } as const
    await push({ kind: 'openRequests', openRequests: [requesting] })
    await vi.dynamicImportSettled()
    await pass(8_000)
    expect(button('Connecting…')).toBeDefined()
    expect(screen.queryByTestId('waiting-hidden')).toBeNull()
    await pass(1_000)
    expect(screen.getByTestId('waiting-hidden').textContent).toMatch(/^Don’t see it\? Open MetaMask/)
    await push({ kind: 'account', account, problem: null })
    expect(screen.queryByTestId('waiting-hidden')).toBeNull()
  })
})
