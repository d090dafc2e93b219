import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { OrderScreen } from '../../../../components/order/OrderScreen.tsx'
import { createOrderModel } from '../../../../lib/models/order-model.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import type { WalletRef } from '../../../../lib/wallet/port.ts'
import { bornMs } from '../../models/fake-data.ts'
import { order } from '../../models/fake-orders.ts'
import { requestOf } from '../../order/order-fixture.ts'
import { createTestApp, draw, inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

const metaMask: WalletRef = {
  connector: 'extension',
  id: 'nkbihfbeogaeaoehlefnkodbefgpgknn',
  name: 'MetaMask',
  origin: 'abcdefghijklmnopabcdefghijklmnop',
  iconUrl: null,
}

/** Shows an order whose wallet has just got an approval request, or the `given` one. */
async function waiting(
  wallet: WalletRef,
  given: Partial<OrderView['walletRequest']> = {},
  options: Partial<Parameters<typeof createTestApp>[0]> = {},
) {
  const request = { requestId: 'r1', requestedMs: bornMs, amountUnits: '100000000' }
  const part = {
    state: 'approve_requested',
    statusCode: null,
    timeline: [],
    transactions: [],
    wallet,
    walletRequest: requestOf('approve', { ...request, ...given }),
  } as const
  const shown = await createTestApp({ orders: [order(bornMs, part)], ...options })
  const model = createOrderModel(shown.app, 'order-1')
  await shown.settle()
  draw(<OrderScreen app={shown.app} model={model} />)
  return shown
}

const prompts = () =>
  [...screen.getByTestId('wallet-steps').children].map((one) => `${one.textContent} ${one.className}`)
const rows = () => [...screen.getByTestId('wallet-preview').children].map((row) => row.textContent)
const panel = () => screen.getByTestId('waiting-screen').textContent

describe('the screen during a wallet request', () => {
  it.each([
    ['123456789', '123.456789'],
    ['1234567891234', '1,234,567.891234'],
  ])('shows %s units exactly', async (amountUnits, exact) => {
    await waiting(metaMask, { amountUnits })
    expect(panel()?.split(exact).length).toBeGreaterThan(1)
    expect(panel()).not.toContain('~')
  })

  it('says after eight seconds where the wallet request may be', async () => {
    const { pass, client, app } = await waiting(metaMask)
    await pass(20_000)
    expect(screen.queryByTestId('waiting-hidden')).toBeNull()
    // Sent to the wallet only now, because it had to start first.
    const requesting = {
      requestId: 'r1',
      method: 'eth_sendTransaction',
      requestedMs: app.nowMs.value,
    } as const
    client.push({ kind: 'openRequests', openRequests: [requesting] })
    await pass(8_000)
    expect(screen.queryByTestId('waiting-hidden')).toBeNull()
    await pass(1_000)
    expect(screen.getByTestId('waiting-hidden').textContent).toMatch(
      /^Don’t see it\? Click the MetaMask icon in your toolbar/,
    )
  })

  it('says that Ferry brought the wallet’s page to the front', async () => {
    const rabby = { ...metaMask, connector: 'page', id: 'io.rabby', name: 'Rabby', origin: 'o' } as const
    const { app, push } = await waiting(rabby)
    const requesting = {
      requestId: 'r1',
      method: null,
      requestedMs: app.nowMs.value,
      isFronted: true,
    } as const
    await push({ kind: 'openRequests', openRequests: [requesting] })
    expect(screen.getByTestId('waiting-hidden').textContent).toBe(
      'Ferry brought the page with Rabby to the front. Look for the request there.',
    )
  })

  it('names the chain prompt that the wallet shows first, in the text and in the list', async () => {
    const { push } = await waiting(metaMask)
    const requesting = { requestId: 'r1', method: 'wallet_addEthereumChain', requestedMs: bornMs } as const
    await push({ kind: 'openRequests', openRequests: [requesting] })
    expect(panel()).toMatch(/Add .+ to your wallet\. This moves no money/)
    expect(prompts()).toEqual(['Add network now', 'Approve next', 'Sign next'])
    await push({
      kind: 'openRequests',
      openRequests: [{ ...requesting, method: 'wallet_switchEthereumChain' }],
    })
    expect(prompts()).toEqual(['Network added done', 'Allow network now', 'Approve next', 'Sign next'])
    await push({ kind: 'openRequests', openRequests: [] })
    // An answered prompt stays, so that no line jumps.
    expect(prompts()).toEqual(['Network added done', 'Network allowed done', 'Approve now', 'Sign next'])
  })

  it('shows the values in the wallet, but no progress before anything is signed', async () => {
    await waiting(metaMask)
    expect(rows()).toEqual([
      expect.stringMatching(/^SpenderPermit2 · 0x0000…8ba3$/),
      expect.stringMatching(/^NetworkHarbour$/),
      expect.stringMatching(/^Requested byFerry, shown as .+….{4}$/),
    ])
    // Below the title of the swap, only the sentence has the amount.
    expect(screen.getByRole('main').textContent?.match(/100/g)).toHaveLength(1)
    expect(screen.queryByTestId('timeline')).toBeNull()
  })

  it('shows the signed minimum and the recipient, then the spender, which wallets show first', async () => {
    await waiting(metaMask, { purpose: 'sign' })
    expect(rows()).toEqual([
      expect.stringMatching(/^You receive at least.?99\.0423.*USDC.* on .*Island/),
      'RecipientMy wallet',
      'SpenderSwap gateway · 0x5fbd…0aa3',
      'ContractPermit2 · 0x0000…8ba3',
      'NetworkHarbour',
      expect.stringMatching(/^Requested by/),
    ])
  })

  it('shows the minimum of a newer quote, a recipient’s address, and a swap without a minimum', async () => {
    const { reviewed } = order(bornMs)
    const receiverAddress = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const request = { ...reviewed.request, receiverAddress }
    const { becomes } = await shownOrder({
      ...{ state: 'sign_requested', statusCode: null, timeline: [], transactions: [] },
      walletRequest: requestOf('sign', { requestedMs: bornMs }),
      minAmountOut: '99100000',
      reviewed: { ...reviewed, request } as OrderView['reviewed'],
    })
    expect(rows().slice(0, 2)).toEqual([
      expect.stringMatching(/^You receive at least.?99\.1.*USDC.* on .*Island/),
      'Recipient0x7099…79c8',
    ])
    await becomes({ minAmountOut: '0' })
    expect(rows()[0]).toBe('You receive at leastNo minimum guaranteed')
  })

  it('shows no amount for a cancellation, which moves none', async () => {
    await waiting(metaMask, { purpose: 'cancel', amountUnits: null })
    expect(rows().join(' ')).toMatch(/^Contract\S+ .* Network\S+ Requested by/)
  })

  it('says that a wallet is starting while it starts, and not for other requests', async () => {
    const { push } = await waiting(metaMask)
    const waking = async (requestId: string, isWaking: boolean) => {
      await push({ kind: 'waking', wallet: metaMask, requestId, isWaking })
    }
    await waking('r0', true)
    expect(panel()).toContain('Confirm in MetaMask')
    await waking('r1', true)
    expect(panel()).toContain('Waking your wallet…')
    expect(panel()).toContain('Nothing has been requested yet.')
    expect(screen.getByTestId('waiting-screen').dataset.needs).toBe('false')
    expect(document.querySelector('.wallet-steps.asking')).toBeNull()
    expect(panel()).not.toContain('Requested by')
    await waking('r0', false)
    expect(panel()).toContain('Nothing has been requested yet.')
    await waking('r1', false)
    expect(panel()).toContain('Confirm in MetaMask')
    expect(screen.getByTestId('waiting-screen').dataset.needs).toBe('true')
    expect(document.querySelector('.wallet-steps.asking')).not.toBeNull()
    expect(panel()).toContain('Requested by')
  })

  it('no longer says so after the background restarts: it may have died meanwhile', async () => {
    const { client, settle, push } = await waiting(metaMask)
    await push({ kind: 'waking', wallet: metaMask, requestId: 'r1', isWaking: true })
    expect(panel()).toContain('Nothing has been requested yet.')
    client.reconnect()
    await settle()
    expect(panel()).toContain('Confirm in MetaMask')
  })

  it('says that Ferry checks the wallet’s result, not to confirm, until it is read', async () => {
    const { push } = await waiting(metaMask, { purpose: 'send' })
    const requesting = { requestId: 'r1', method: null, requestedMs: bornMs, isChecking: true } as const
    await push({ kind: 'openRequests', openRequests: [requesting] })
    expect(panel()).toContain('Checking what MetaMask did')
    expect(panel()).not.toContain('Confirm in MetaMask')
    expect(screen.queryByTestId('wallet-preview')).toBeNull()
    expect(screen.getByTestId('stop')).toBeDefined()
    await push({ kind: 'openRequests', openRequests: [] })
    expect(panel()).toContain('Confirm in MetaMask')
  })

  it.each([
    ['an extension', {}, /^Don’t see it\? Click the MetaMask icon in your toolbar/],
    ['one in a page', { connector: 'page', id: 'io.metamask' }, /Open MetaMask and look/],
    ['a program', { connector: 'loopback', id: 'ws://127.0.0.1:1248' }, /Open MetaMask and look/],
  ] as const)('says where the request of %s may be', async (_what, part, words) => {
    const { pass, client } = await waiting({ ...metaMask, ...part })
    const requesting = { requestId: 'r1', method: 'eth_sendTransaction', requestedMs: bornMs } as const
    client.push({ kind: 'openRequests', openRequests: [requesting] })
    await pass(9_000)
    expect(screen.getByTestId('waiting-hidden').textContent).toMatch(words)
    // After another minute the text says more.
    await pass(60_000)
    expect(screen.queryByTestId('waiting-hidden')).toBeNull()
    expect(panel()).toContain('Still waiting.')
  })
})
