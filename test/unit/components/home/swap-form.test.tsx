import { screen } from '@testing-library/dom'
import { act } from 'preact/test-utils'
import { describe, expect, it } from 'vitest'
import { SwapForm } from '../../../../components/home/SwapForm.tsx'
import { loadedCode } from '../../../../components/LazyScreen.tsx'
import { nativeAddress } from '../../../../lib/base/hex.ts'
import { createAdvancedModel } from '../../../../lib/models/advanced-model.ts'
import { createDraftModel } from '../../../../lib/models/draft-model.ts'
import { fail, problem } from '../../../screens/answers.ts'
import {
  account,
  bornMs,
  ethHarbour,
  quoteFor,
  start,
  usdcHarbour,
  usdcIsland,
} from '../../models/fake-data.ts'
import { manualView } from '../../quote/route-fixture.ts'
import { button, createTestApp, draw, inBrowser, noButton, plainText } from '../test-app.tsx'

inBrowser()

async function renderForm(options: Parameters<typeof createTestApp>[0] = {}, hash = '') {
  const shown = await createTestApp(options, hash)
  draw(<SwapForm app={shown.app}>{null}</SwapForm>)
  await shown.pass(500)
  return shown
}

/** The form after its person has typed an amount. */
async function renderTyped(options: Parameters<typeof createTestApp>[0] = {}, text = '100') {
  const shown = await renderForm(options)
  await shown.type(amount(), text, 500)
  return shown
}

const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount you pay' })

const described = (element: Element) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? ''

describe('SwapForm', () => {
  it('names the missing step on its button, and opens the review once nothing is missing', async () => {
    const { type, press, app } = await renderForm()
    expect(button('Enter an amount').disabled).toBe(true)
    await type(amount(), '100', 500)
    expect(screen.getByText(/You receive about .*99\.54.*at least .*99\.0423/)).toBeDefined()
    await press(button('Review swap'))
    expect(app.screen.value).toMatchObject({ name: 'review', quoteKey: 'quote-100000000', pay: 'wallet' })
  })

  it('can connect a wallet before the code of a swap is loaded', async () => {
    const { app, settle } = await renderForm({ start: { ...start, account: null } })
    act(() => {
      loadedCode.value = null
    })
    button('Connect wallet').click()
    await settle()
    expect(app.sheet.value).toEqual({ name: 'wallets' })
  })

  it('opens no review until the person has chosen between two accounts', async () => {
    const { type, client, app, push } = await renderForm()
    const offered = { ...account, address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' } as const
    await client.push({ kind: 'accountOffered', offered })
    await type(amount(), '100', 500)
    expect(button('Choose an account').disabled).toBe(true)
    expect(screen.getByTestId('quote-open')).toBeDefined()
    await push({ kind: 'accountOffered', offered: null })
    expect(button('Review swap').disabled).toBe(false)
    expect(app.screen.value.name).toBe('home')
  })

  it('shows no amount of the earlier token next to a newly picked one', async () => {
    const { app, settle, press } = await renderTyped()
    expect(screen.getByTestId('received').textContent).toBe('~99.54')
    app.pickToken('output', { ...ethHarbour, chainId: usdcIsland.chainId, symbol: 'ISL' })
    await settle()
    expect(screen.getByTestId('received').textContent).toBe('')
    expect([screen.queryByTestId('received-value'), screen.queryByTestId('quote-row')]).toEqual([null, null])
    expect(noButton('Review swap')).toBe(true)
    await press(screen.getByTestId('flip'))
    expect(screen.getByTestId('received').textContent).toBe('')
  })

  it('shows the last price without a countdown while nothing can be fetched', async () => {
    const { isOnline, settle } = await renderTyped()
    expect(screen.queryByTestId('last-price')).toBeNull()
    isOnline.value = false
    await settle()
    expect(button('Waiting for connection').disabled).toBe(true)
    expect(screen.getByTestId('last-price').textContent).toBe('Last price')
    expect([screen.queryByTestId('ring'), screen.getByTestId('received').dataset.ageing]).toEqual([
      null,
      'true',
    ])
  })

  it('requests missing hosts with its main button, under the last price', async () => {
    await renderTyped({
      start: { ...start, missingHosts: ['https://swap.example/*'] },
    })
    expect(button('Allow access').disabled).toBe(false)
    expect([screen.queryByTestId('ring'), screen.queryByTestId('last-price') === null]).toEqual([null, false])
  })

  it('reads a broken storage again', async () => {
    const { press, sent } = await renderTyped({ start: { ...start, storage: 'broken' } })
    const loads = sent('start').length
    await press(button('Try again'))
    expect(sent('start')).toHaveLength(loads + 1)
  })

  it('keeps the countdown in a private window, which cannot swap, and opens a normal one', async () => {
    const { press, opened } = await renderTyped({ start: { ...start, storage: 'volatile' } })
    expect(screen.getAllByRole('button', { name: 'Open normal window' })).toHaveLength(1)
    await press(button('Open normal window'))
    expect(opened).toEqual(['normal window'])
    expect(screen.queryByTestId('last-price')).toBeNull()
  })

  it('offers gas to an account that has none on the destination, and requests it with one press', async () => {
    const empty = { amounts: { [`31338:${nativeAddress}`]: '0' }, old: {} }
    const { type, pass, press, sent } = await renderForm({ answers: { balances: () => empty } })
    expect(noButton('Add gas')).toBe(true)
    await type(amount(), '100', 500)
    expect(plainText(screen.getByTestId('gas-missing'))).toContain('No ISL on Island for gas.')
    await press(button('Add gas'))
    await pass(1_000)
    expect(noButton('Add gas')).toBe(true)
    expect(document.activeElement).toBe(amount())
    expect(sent('quote').at(-1)).toMatchObject({ request: { options: { refuel: true } } })
  })

  it.each([
    ['with its amount', '3000000000000000', 'Receive gas too: ~0.003 ETH'],
    ['as missing, if the chosen route brings none', null, 'No gas on this route'],
  ])('shows the requested gas %s', async (_, units, text) => {
    const refuel = units === null ? null : { input: null, output: { token: ethHarbour, amount: units } }
    const route = { ...manualView('Across', usdcIsland, bornMs + 60_000), refuel }
    const { app, pass } = await renderForm({
      answers: {
        quote: ({ request }) => ({
          kind: 'quote',
          quote: quoteFor(request, bornMs, { routeKey: route.key, routes: [route] }),
        }),
      },
    })
    app.swap.draft.options.value = { refuel: true }
    await pass(500)
    expect(button('Receive gas too')).toBeDefined()
    app.swap.draft.setAmount('100')
    await pass(1_000)
    expect(plainText(screen.getByTestId('option-chip-refuel'))).toBe(text)
  })

  it.each([
    ['35', 'Fee 0.35%'],
    ['0.25', 'Fee 0.0025%'],
    ['500', 'Fee 5%'],
  ])('shows a fee of %s basis points as a percentage', async (feeBps, text) => {
    const { app, pass } = await renderForm()
    app.swap.draft.options.value = { feeBps }
    await pass(500)
    expect(plainText(screen.getByTestId('option-chip-feeBps'))).toBe(text)
  })

  it('refuses the review while an option is invalid, also in the next view', async () => {
    const { type, pass, press, app, ports } = await renderForm()
    await type(amount(), '100')
    const advanced = createAdvancedModel(app)
    await advanced.setText('feeBps', 'ten')
    await pass(500)
    await press(button('Check advanced options'))
    expect(app.sheet.value).toEqual({ name: 'advanced' })
    expect(createDraftModel(ports).unsetOptions.value).toEqual({ feeBps: { typed: 'ten', failure: null } })
    await advanced.setText('feeBps', '')
    await pass(500)
    expect(button('Review swap').disabled).toBe(false)
  })

  it('shows the rate, and changes the slippage next to it', async () => {
    const { press, sent } = await renderTyped()
    expect(screen.getByTestId('quote-row').textContent).toMatch(/^1 .*USDC.* ≈ .*0\.9954 .*USDC/)
    expect(noButton(/^Max slippage/)).toBe(true)
    await press(button(/^1 .*cost.*~14 sec/))
    expect(plainText(screen.getByTestId('minimum'))).toBe('99.0423 USDC')
    await press(button('Max slippage Auto (0.5%)'))
    await press(screen.getByRole('button', { name: '1%' }))
    expect(sent('saveSettings').at(-1)).toMatchObject({ settings: { slippagePercent: '1' } })
  })

  it('does not show a hidden balance on the button that fills it in', async () => {
    const settings = { ...start.settings, hiddenBalances: true }
    await renderTyped({ start: { ...start, settings } }, '5000')
    expect(button('Use max').disabled).toBe(false)
    expect(described(amount())).toMatch(/Not enough · Balance: ••••/)
  })

  it('refuses an amount above the balance, marks the field, and fills in the balance instead', async () => {
    const { pass, press } = await renderTyped({}, '5000')
    expect(amount().getAttribute('aria-invalid')).toBe('true')
    expect(described(amount())).toMatch(/Not enough · Balance: 1,240\.50$/)
    expect(plainText(screen.getByTestId('primary'))).toBe('Use 1,240.50 USDC')
    await press(screen.getByTestId('primary'))
    await pass(1_000)
    expect([amount().value, document.activeElement]).toEqual(['1240.5', amount()])
    expect(described(amount())).toBe('')
    expect(button('Review swap').disabled).toBe(false)
  })

  it.each([
    ['', 'leads to the step that asks for it', { name: 'deposit', step: 2 }, null],
    ['#/proposal', 'asks next to a proposal on the sheet', { name: 'proposal' }, { name: 'advanced' }],
  ])('requires the refund address of a deposit before a quote; with %j it %s', async (hash, _, at, sheet) => {
    const { type, press, app, sent } = await renderForm({}, hash)
    app.swap.draft.pick('input', usdcHarbour)
    app.swap.draft.pick('output', usdcIsland)
    app.swap.draft.options.value = { enableDepositAddress: true }
    await type(amount(), '100', 500)
    await press(button('Add refund address'))
    expect([app.screen.value, app.sheet.value]).toEqual([at, sheet])
    expect(sent('quote')).toEqual([])
  })

  it('says why there is no quote without the location of the money, and retries when pressed', async () => {
    const { press, sent } = await renderTyped({
      answers: { quote: fail(problem('serviceUnreachable')) },
    })
    expect(screen.getByRole('alert').textContent).toMatch(/Can’t reach/)
    expect(screen.getByRole('alert').textContent).not.toContain('Nothing was sent')
    const before = sent('quote').length
    await press(button('Try again'))
    expect(sent('quote').length).toBeGreaterThan(before)
  })

  it.each([
    ['counts down to', 60_000, /^Retrying in 0:5\d$/],
    ['says the time of', 2 * 3_600_000, /^Waiting until \d/],
  ])('%s its own retry of a busy service, and cannot be pressed before', async (_, waitMs, text) => {
    const facts = { untilMs: String(bornMs + waitMs) }
    const { pass } = await renderTyped({ answers: { quote: fail(problem('serviceBusy', { facts })) } })
    expect(screen.getByTestId<HTMLButtonElement>('primary').textContent).toMatch(text)
    expect(screen.getByTestId<HTMLButtonElement>('primary').disabled).toBe(true)
    await pass(60_000)
    expect(screen.getByTestId<HTMLButtonElement>('primary').disabled).toBe(waitMs > 60_000)
  })

  it("shows the service's minimum without the location of the money, and fills it in at a press", async () => {
    const message = 'Input amount is too low. Minimum is 1.5 USDC'
    const { pass, press, sent } = await renderTyped(
      {
        answers: { quote: fail(problem('serviceRefused', { facts: { status: '400', message } })) },
      },
      '0.5',
    )
    expect(screen.getByText('Amount too small')).toBeDefined()
    expect(screen.getByTestId('problem-next').textContent).toMatch(/minimum is .*1\.5.*USDC/)
    expect(screen.getByTestId('problem').textContent).not.toContain('Nothing was sent')
    await press(button(/^Use .*1\.5.*USDC/))
    expect(document.activeElement).toBe(amount())
    expect(amount().value).toBe('1.5')
    await pass(500)
    expect(sent('quote').at(-1)).toMatchObject({ request: { inputAmount: '1500000' } })
  })

  it('offers the amount without the decimals that the token does not have', async () => {
    const { press, app } = await renderTyped({}, '1.23456789')
    expect(screen.getByText('Use no more than 6 decimals.')).toBeDefined()
    await press(button(/^Use .*1\.234567/))
    expect([app.swap.draft.amountText.value, document.activeElement]).toEqual(['1.234567', amount()])
    expect(screen.queryByText('Too many decimals')).toBeNull()
  })

  it('leads back to the amount if the service names no limit in tokens', async () => {
    const message = 'Amount below minimum of $5'
    const { press, sent } = await renderTyped(
      {
        answers: { quote: fail(problem('serviceRefused', { facts: { status: '400', message } })) },
      },
      '0.5',
    )
    const requested = sent('quote').length
    await press(button('Check amount'))
    expect(document.activeElement).toBe(amount())
    expect(sent('quote')).toHaveLength(requested)
  })

  it('focuses the amount when the pressed filter disappears', async () => {
    const { type, press, app } = await renderForm({ answers: { quote: () => ({ kind: 'noRoute' }) } })
    app.swap.draft.options.value = { excludeBridges: ['hop'] }
    await type(amount(), '100', 500)
    const lift = screen.getByTestId('lift-excludeBridges')
    await press(lift)
    expect(app.swap.draft.options.value).toEqual({})
    expect(lift.isConnected).toBe(false)
    expect(document.activeElement).toBe(amount())
  })

  it('offers manual routes at a filter that only affects them, when they are off', async () => {
    const { settle, press, app } = await renderForm()
    app.swap.draft.options.value = { excludeBridges: ['hop'] }
    await settle()
    expect(screen.getByTestId('manual-offer').textContent).toMatch(/^These filters apply only to manual/)
    await press(button('Show manual routes'))
    expect(app.swap.draft.options.value).toEqual({ excludeBridges: ['hop'], enableManual: true })
    expect(screen.queryByTestId('manual-offer')).toBeNull()
    expect(document.activeElement).toBe(amount())
  })

  it('offers manual routes exactly once when there is no route', async () => {
    const { type, app } = await renderForm({ answers: { quote: () => ({ kind: 'noRoute' }) } })
    app.swap.draft.options.value = { excludeBridges: ['hop'] }
    await type(amount(), '100', 500)
    expect(screen.getAllByRole('button', { name: 'Pay by transaction' })).toHaveLength(1)
  })
})
