import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { QuoteSlot } from '../../../../components/home/QuoteSlot.tsx'
import { SwapForm } from '../../../../components/home/SwapForm.tsx'
import type { QuoteView } from '../../../../lib/quote/quote-view.ts'
import type { QuoteOptions } from '../../../../lib/service/quote-request-shape.ts'
import type { Token } from '../../../../lib/service/token.ts'
import type { ChainView } from '../../../../lib/tokens/token-messages.ts'
import { fail, problem } from '../../../screens/answers.ts'
import { bornMs, chains, quoteFor, start, tokens, usdcHarbour } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

async function renderSlot(
  options: Parameters<typeof createTestApp>[0] = {},
  { filters = {}, amountText = '100', input = usdcHarbour as Token, hash = '', inForm = false } = {},
) {
  const shown = await createTestApp(options, hash)
  const { app } = shown
  if (input !== usdcHarbour) app.pickToken('input', input)
  app.swap.draft.options.value = filters
  app.swap.draft.setAmount(amountText)
  draw(inForm ? <SwapForm app={app}>{null}</SwapForm> : <QuoteSlot app={app} />)
  await shown.pass(500)
  return shown
}

const serviceWithQuote = (part: Partial<QuoteView>) => ({
  answers: {
    quote: ({ request }: { request: QuoteView['request'] }) => ({
      kind: 'quote' as const,
      quote: quoteFor(request, bornMs, part),
    }),
  },
})
const noRoute = { answers: { quote: () => ({ kind: 'noRoute' as const }) } }

/** A chain without any wallet that sends from it and without automatic routes, and a token of it. */
const farChainId = 1
const farToken = tokens.find(({ chainId }) => chainId === farChainId) ?? usdcHarbour
const farChains = (all: readonly ChainView[]) =>
  all.map((chain) =>
    chain.chainId === farChainId ? { ...chain, isAutoEnabled: false, isManualEnabled: false } : chain,
  )
const withDeposits = chains.map((chain) => ({ ...chain, isDepositEnabled: true }))

describe('QuoteSlot with a quote', () => {
  it.each([
    [1, /computer are 1 minute apart\. Nothing can be signed or sent/],
    [7, /computer are 7 minutes apart\. Nothing can be signed or sent/],
  ])('says that the clocks are %i minutes apart, and what to do', async (clockOffMinutes, said) => {
    await renderSlot(serviceWithQuote({ clockOffMinutes }))
    expect(screen.getByTestId('clock-off').textContent).toMatch(said)
    expect(screen.getByTestId('clock-off').textContent).toContain('Check this computer’s date')
  })

  it.each([
    ['-0.4', true],
    ['99.54', false],
    [null, false],
  ])('warns if the output value %s is less than the costs: %s', async (outputValueInUsd, isSaid) => {
    await renderSlot(serviceWithQuote({ outputValueInUsd }))
    expect(screen.queryByTestId('costs-more') !== null).toBe(isSaid)
    expect(screen.queryByTestId('clock-off')).toBeNull()
  })

  it('asks the person to pick a route, and hides per-route settings, when none is picked', async () => {
    const { app } = await renderSlot(serviceWithQuote({ routeKey: null }))
    expect(app.swap.step.value).toBe('pickRoute')
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('Choose a route')
    expect(noButton(/^Max slippage/)).toBe(true)
  })

  it('shows no amount before a deposit has arrived', async () => {
    await renderSlot(serviceWithQuote({ promisedAmount: '0', minAmountOut: '0' }))
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(
      'Amount set when the deposit arrives',
    )
  })
})

describe('QuoteSlot without a quote', () => {
  it('explains the purpose of a wallet before one is connected', async () => {
    await renderSlot({ start: { ...start, account: null } }, { amountText: '' })
    expect(screen.getByText(/^Connect a wallet to swap\. Ferry never holds your keys/)).toBeDefined()
    expect(noButton('Use deposit address')).toBe(true)
  })

  it('offers a deposit as well as a wallet if the chains support deposits', async () => {
    const { press, app } = await renderSlot(
      { start: { ...start, account: null, chains: withDeposits } },
      { amountText: '' },
    )
    expect(screen.getByText(/^Connect a wallet to swap/)).toBeDefined()
    await press(button('Use deposit address'))
    expect(app.screen.value).toEqual({ name: 'deposit', step: 1 })
  })

  it('opens the deposit sheet on a proposal, and keeps the proposal open', async () => {
    const { press, app } = await renderSlot(
      { start: { ...start, chains: farChains(withDeposits) } },
      { input: farToken, hash: '#/proposal', inForm: true },
    )
    await press(button('Use deposit address'))
    expect([app.screen.value.name, app.sheet.value]).toEqual(['proposal', { name: 'advanced', pays: true }])
  })

  it('does not mention a wallet to a person who requested a deposit', async () => {
    await renderSlot(
      { start: { ...start, account: null, chains: withDeposits } },
      { amountText: '', filters: { enableDepositAddress: true } },
    )
    expect(screen.queryByText(/^Connect a wallet/)).toBeNull()
  })

  it('says that no wallet sends from a chain, and sends no request to the service', async () => {
    const { sent } = await renderSlot({ start: { ...start, chains: farChains(chains) } }, { input: farToken })
    expect(screen.getByText(/^Ferry can’t send from .*Ethereum/)).toBeDefined()
    expect(screen.getByText('You can still receive there.')).toBeDefined()
    expect(noButton('Use deposit address')).toBe(true)
    expect(sent('quote')).toEqual([])
  })

  it('leads to a deposit if a chain supports nothing else', async () => {
    const { press, app } = await renderSlot(
      { start: { ...start, chains: farChains(withDeposits) } },
      { input: farToken, inForm: true },
    )
    expect(screen.getByText(/^Ferry can’t connect to .*Ethereum.* wallets$/)).toBeDefined()
    await press(button('Use deposit address'))
    expect(app.screen.value).toEqual({ name: 'deposit', step: 1 })
  })

  it('warns that a swap could be lost in a private window, and opens a normal one before there is an amount', async () => {
    const { press, opened } = await renderSlot(
      { start: { ...start, storage: 'volatile' } },
      { amountText: '' },
    )
    expect(screen.getByText('This window saves no swaps')).toBeDefined()
    expect(screen.getByText('When it closes, a swap could be lost.')).toBeDefined()
    await press(button('Open normal window'))
    expect(opened).toEqual(['normal window'])
  })

  it('leads to support when the service failed, and shows no request ID for a simple minimum', async () => {
    const failing = (part: object) => ({
      start: { ...start, supportUrl: 'https://support.example' },
      answers: { quote: fail(problem('serviceFailed', { serverRequestId: 'req-1', ...part })) },
    })
    await renderSlot(failing({}))
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
      'https://support.example',
    )
    expect(screen.getByText('req-1')).toBeDefined()
    await renderSlot(failing({ code: 'serviceRefused', facts: { message: 'amount below minimum 1.5 USDC' } }))
    expect(screen.getByText('Amount too small')).toBeDefined()
    expect(screen.queryByText('req-1')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull()
  })

  it('leaves a broken storage to the notice below the bar', async () => {
    await renderSlot({ start: { ...start, storage: 'broken' } })
    expect(screen.queryByText(/storage/)).toBeNull()
  })
})

describe('QuoteSlot without a route', () => {
  it('names each filter, removes the pressed one and requests again', async () => {
    const filters: QuoteOptions = { disableAuto: true, disableSwapping: true }
    const { press, app, pass, sent } = await renderSlot(noRoute, { filters })
    expect(screen.getByTestId('problem-next').textContent).toMatch(/advanced options exclude every route/)
    const before = sent('quote').length
    await press(button('Remove “Bridge only”'))
    expect(app.swap.draft.options.value).toEqual({ disableAuto: true })
    await pass(500)
    expect(sent('quote').length).toBeGreaterThan(before)
    expect(screen.getByRole('button', { name: 'Remove “Hide automatic routes”' })).toBeDefined()
    expect(noButton('Remove “Bridge only”')).toBe(true)
  })

  it('says that a narrow slippage may be the reason, and resets it to automatic', async () => {
    const settings = { ...start.settings, slippagePercent: '0.1' }
    const { press, sent } = await renderSlot({ start: { ...start, settings }, ...noRoute })
    expect(screen.getByTestId('problem-next').textContent).toMatch(/max slippage may be too low/)
    await press(button('Use auto slippage'))
    expect(sent('saveSettings')).toMatchObject([{ settings: { slippagePercent: null } }])
  })

  it('offers neither when neither is the reason', async () => {
    await renderSlot(noRoute)
    expect(screen.getByText('No route found')).toBeDefined()
    expect([noButton(/^Remove/), noButton('Use auto slippage')]).toEqual([true, true])
  })
})
