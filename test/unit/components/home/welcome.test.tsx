import { screen } from '@testing-library/dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fail, problem } from '../../../screens/answers.ts'
import { account, start } from '../../models/fake-data.ts'
import { proposal } from '../../models/fake-sites.ts'
import { renderApp } from '../render-app.tsx'
import { button, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

const renderFirstRun = (options: Parameters<typeof renderApp>[0] = { start: { ...start, account: null } }) =>
  renderApp(options)

const welcome = () => screen.getByRole('region', { name: 'Swap anywhere, keep your wallet' })
const isThere = () => screen.queryByTestId('welcome') !== null

const takingDeposits = {
  ...start,
  account: null,
  chains: start.chains.map((chain) => ({ ...chain, isDepositEnabled: true })),
}

describe('Welcome', () => {
  it('is only shown on a first run, not with a connected account', async () => {
    await renderFirstRun({})
    expect(isThere()).toBe(false)
  })

  it('leaves connecting to the main button, and has none in the header of any view', async () => {
    document.documentElement.classList.add('fluid')
    onTestFinished(() => document.documentElement.classList.remove('fluid'))
    await renderFirstRun()
    expect(screen.queryByTestId('connect')).toBeNull()
    expect(screen.getByTestId('primary').dataset.step).toBe('connect')
  })

  it('opens the wallets, and never returns once an account was connected', async () => {
    const { app, press, push } = await renderFirstRun()
    welcome()
    await press(screen.getByTestId('welcome-connect'))
    expect(app.sheet.value).toEqual({ name: 'wallets' })
    expect(app.start.isWelcomed.value).toBe(false)
    await push({ kind: 'account', account, problem: null })
    expect(isThere()).toBe(false)
    await push({ kind: 'account', account: null, problem: null })
    expect([isThere(), app.start.isWelcomed.value]).toEqual([false, true])
  })

  it('is replaced by the form while a wallet connects, and when that failed', async () => {
    const { app, settle, push } = await renderFirstRun()
    welcome()
    void app.start.connect({ connector: 'page', id: null })
    await settle()
    expect(isThere()).toBe(false)
    await push({ kind: 'account', account: null, problem: problem('walletRejected') })
    expect([isThere(), app.start.accountProblem.value?.code]).toEqual([false, 'walletRejected'])
    expect(app.start.isWelcomed.value).toBe(false)
    await push({ kind: 'account', account, problem: null })
    expect(app.start.isWelcomed.value).toBe(true)
  })

  it.each([
    ['nothing is served', { chains: [] }],
    ['nothing can be kept', { storage: 'volatile' as const }],
  ])('is replaced by the form when %s', async (_, part) => {
    await renderFirstRun({ start: { ...start, account: null, ...part } })
    expect(isThere()).toBe(false)
    expect(document.querySelector('.quote-slot .warning')).not.toBeNull()
  })

  it('is replaced by the problem when the service is down', async () => {
    await renderFirstRun({ answers: { start: fail(problem('serviceUnreachable')) } })
    expect([isThere(), screen.getByTestId('problem').dataset.code]).toEqual([false, 'serviceUnreachable'])
  })

  it("is replaced by a site's proposal", async () => {
    await renderFirstRun({ start: { ...start, account: null }, proposals: [proposal] })
    expect(screen.getByTestId('proposals-open')).toBeDefined()
    expect(isThere()).toBe(false)
  })

  it('does not offer a payment from an exchange where no deposit is supported', async () => {
    await renderFirstRun()
    welcome()
    expect(noButton('Pay from an exchange')).toBe(true)
  })

  it('opens the first of three steps of a payment from an exchange, and is not dismissed by that', async () => {
    const { app, press } = await renderFirstRun({ start: takingDeposits })
    welcome()
    await press(button('Pay from an exchange'))
    expect(app.screen.value).toEqual({ name: 'deposit', step: 1 })
    expect(app.start.isWelcomed.value).toBe(false)
  })

  it('lets the person look around, and never appears again', async () => {
    const { app, press, sent } = await renderFirstRun()
    welcome()
    await press(button('Skip for now'))
    expect([isThere(), app.start.isWelcomed.value]).toEqual([false, true])
    expect(sent('connectWallet')).toEqual([])
    expect(document.activeElement?.id).toBe('amount')
  })

  it('is replaced by the form when an amount is typed', async () => {
    const { type } = await renderFirstRun()
    welcome()
    await type(screen.getByRole('textbox', { name: 'Amount you pay' }), '5')
    expect(isThere()).toBe(false)
  })
})
