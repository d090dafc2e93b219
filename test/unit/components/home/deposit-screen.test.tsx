import { signal } from '@preact/signals'
import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { App } from '../../../../components/App.tsx'
import type { QuoteView } from '../../../../lib/quote/quote-view.ts'
import { fail, never, problem } from '../../../screens/answers.ts'
import { bornMs, chains, quoteFor, start, usdcHarbour, account as wallet } from '../../models/fake-data.ts'
import { renderApp } from '../render-app.tsx'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

const receiver = `0x${'7'.repeat(40)}`
const refund = `0x${'8'.repeat(40)}`
const withDeposits = chains.map((chain) => ({ ...chain, isDepositEnabled: true }))
const stranger = { ...start, account: null, chains: withDeposits }

/** A service that returns a deposit address for every request. */
const serviceWithDeposit = (part: Partial<QuoteView> = {}) => ({
  quote: ({ request }: { request: QuoteView['request'] }) => ({
    kind: 'quote' as const,
    quote: quoteFor(request, bornMs, { executable: true, routeKey: 'deposit', ...part }),
  }),
})

/** Step 1, opened on the first run or, with an account, from the form's sheet. */
async function renderFirstStep(options: Parameters<typeof createTestApp>[0] = {}) {
  const shown = await renderApp({ start: stranger, answers: serviceWithDeposit(), ...options })
  const { app, press } = shown
  if (app.start.account.value === null) await press(screen.getByTestId('welcome-exchange'))
  else {
    await press(screen.getByTestId('advanced-open'))
    await press(screen.getByRole('button', { name: 'Show the steps' }))
  }
  title(1, 'What you receive')
  return shown
}

const title = (step: number, name: string) =>
  screen.getByRole('heading', { name: `Step ${step} of 3: ${name}`, level: 1 })
const amount = () => screen.getByRole('textbox', { name: 'Amount you pay' })
const recipient = () => screen.getByRole('textbox', { name: /^Address or name on/ })
const refundField = () => screen.getByRole('textbox', { name: /^Your own address on / })
/** A valid address stands in full in place of its field. */
const shownRefund = () => screen.getByTestId('option-refundAddress-address').textContent
const next = () => screen.getByTestId<HTMLButtonElement>('deposit-next')
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const currentStep = () =>
  [...document.querySelectorAll('[aria-current="step"]')].map(({ textContent }) => textContent)

/** Both steps filled in, up to the service's quote request. */
async function renderFilledSteps(options: Parameters<typeof createTestApp>[0] = {}) {
  const shown = await renderFirstStep(options)
  const { type, press } = shown
  await type(amount(), '100')
  await type(recipient(), receiver, 300)
  await press(button('Continue'))
  title(2, 'Refund address')
  await type(refundField(), refund, 300)
  return shown
}

describe('Step 1: what you receive', () => {
  it('focuses its title, which says how many steps there are, and marks the step in the list', async () => {
    await renderFirstStep()
    const heading = title(1, 'What you receive')
    expect(document.activeElement).toBe(heading)
    expect(document.title).toContain('Step 1 of 3: What you receive')
    expect(screen.getByTestId('deposit-steps').children).toHaveLength(3)
    expect(currentStep()).toEqual(['What you receive'])
  })

  it('requires the amount, then the recipient, by the rules of the form', async () => {
    const { type, clear, press, pass, sent } = await renderFirstStep()
    expect([next().textContent, next().disabled]).toEqual(['Enter an amount', true])
    await type(amount(), '1.2345678')
    expect([next().textContent, next().disabled]).toEqual(['Use 1.234567 USDC', false])
    expect(screen.getByTestId('problem').dataset.code).toBe('amountInvalid')
    await clear(amount())
    await type(amount(), '100')
    await press(button('Enter a recipient'))
    expect(document.activeElement).toBe(recipient())
    await type(recipient(), 'nobody', 300)
    expect([next().textContent, next().disabled]).toEqual(['Check recipient', true])
    await clear(recipient())
    await type(recipient(), receiver)
    expect([next().textContent, next().getAttribute('aria-busy')]).toEqual(['Checking recipient…', 'true'])
    await pass(300)
    expect([next().textContent, next().disabled]).toEqual(['Continue', false])
    // Without a refund address no quote is possible.
    expect(sent('quote')).toEqual([])
  })

  it('says that a network takes no deposits, and suggests another token', async () => {
    const [origin, ...others] = withDeposits
    await renderFirstStep({
      start: { ...stranger, chains: [{ ...origin, isDepositEnabled: false } as never, ...others] },
    })
    expect(screen.getByTestId('deposit-none').textContent).toMatch(
      /takes no deposits on .*Harbour.*\. Choose another token to send\.$/,
    )
    expect([next().textContent, next().disabled]).toEqual(['Choose another token', true])
  })

  it('returns to an unchanged welcome text: leaving the step disables the deposit option', async () => {
    const { app, press, keys } = await renderFirstStep()
    expect(app.swap.draft.options.value).toEqual({ enableDepositAddress: true })
    await press(button('Back'))
    expect(screen.getByTestId('welcome')).toBeDefined()
    expect(app.swap.draft.options.value).toEqual({})
    await press(screen.getByTestId('welcome-exchange'))
    title(1, 'What you receive')
    await keys('{Escape}')
    expect(screen.getByTestId('welcome')).toBeDefined()
    expect(app.swap.draft.options.value).toEqual({})
  })

  it.each([1, 2] as const)(
    'disables the deposit option when step %i is left for the form in a wide view',
    async (step) => {
      const { app, settle } = await renderFirstStep({ start: { ...start, chains: withDeposits } })
      if (step === 2) app.go({ name: 'deposit', step: 2 })
      await settle()
      expect(app.swap.draft.options.value.enableDepositAddress).toBe(true)
      app.go({ name: 'home' })
      await settle()
      expect(app.swap.draft.options.value.enableDepositAddress).toBeUndefined()
    },
  )

  it('uses the connected wallet as recipient and refund address', async () => {
    const { type, press } = await renderFirstStep({ start: { ...start, chains: withDeposits } })
    expect(button(/My wallet/)).toBeDefined()
    await type(amount(), '100', 300)
    await press(button('Continue'))
    title(2, 'Refund address')
    expect(shownRefund()).toBe(wallet.address)
  })
})

describe('Step 2: the refund address', () => {
  it('focuses its title, requires an address, and refuses an invalid one', async () => {
    const { type, clear, press, sent } = await renderFirstStep()
    await type(amount(), '100')
    await type(recipient(), receiver, 300)
    await press(button('Continue'))
    const heading = title(2, 'Refund address')
    expect(document.activeElement).toBe(heading)
    expect(currentStep()).toEqual(['Refund address'])
    expect(screen.queryByTestId('problem')).toBeNull()
    expect(button('Enter a refund address').disabled).toBe(true)
    await type(refundField(), 'nowhere', 300)
    expect([refundField().getAttribute('aria-invalid'), said()]).toEqual([
      'true',
      expect.arrayContaining(['Not a valid value. Fix or clear it to continue.']),
    ])
    expect(sent('quote')).toEqual([])
    await clear(refundField())
    await type(refundField(), refund, 300)
    expect(said()).toContainEqual(expect.stringMatching(/^You receive about .*99\.54.*, at least .*99\.0423/))
    expect(next().textContent).toBe('Review swap')
  })

  it('opens the review of a deposit from elsewhere, and returns to this step', async () => {
    const { app, press, sent } = await renderFilledSteps()
    expect(sent('quote').at(-1)).toMatchObject({
      request: {
        userAddress: null,
        receiverAddress: receiver,
        options: { enableDepositAddress: true, refundAddress: refund },
      },
      pick: { routeKey: 'deposit' },
    })
    await press(button('Review swap'))
    expect(app.screen.value).toMatchObject({ name: 'review', routeKey: 'deposit', pay: 'elsewhere' })
    expect(sent('confirm')).toEqual([])
    screen.getByTestId('review-screen')
    await press(button('Back'))
    title(2, 'Refund address')
    expect(shownRefund()).toBe(refund)
    await press(button('Back'))
    title(1, 'What you receive')
    expect(amount()).toHaveProperty('value', '100')
  })

  it('also makes a deposit from elsewhere for a person with a wallet', async () => {
    const { app, type, press } = await renderFirstStep({ start: { ...start, chains: withDeposits } })
    await type(amount(), '100', 300)
    await press(button('Continue'))
    title(2, 'Refund address')
    await press(button('Review swap'))
    expect(app.screen.value).toMatchObject({ name: 'review', pay: 'elsewhere' })
  })

  it('leaves the steps once the deposit is an order', async () => {
    const { app, press } = await renderFilledSteps()
    await press(button('Review swap'))
    screen.getByTestId('review-screen')
    await press(screen.getByTestId('confirm'))
    expect(app.screen.value.name).toBe('order')
    app.back()
    expect(app.screen.value).toEqual({ name: 'home' })
    expect(app.swap.draft.options.value).toEqual({})
  })

  it('says that it is looking for a route', async () => {
    await renderFilledSteps({ answers: { quote: never } })
    expect([next().textContent, next().disabled, next().getAttribute('aria-busy')]).toEqual([
      'Finding best route…',
      true,
      'true',
    ])
  })

  it.each([
    ['has no route', { quote: () => ({ kind: 'noRoute' as const }) }],
    [
      'has only routes for a wallet',
      serviceWithDeposit({ routeKey: 'auto:sign:Automatic', executable: false }),
    ],
  ])('says where the service %s what to do, and asks again', async (_, answers) => {
    const { press, sent } = await renderFilledSteps({ answers })
    expect(screen.getByTestId('deposit-none').textContent).toMatch(/another token or amount/)
    expect(screen.queryByTestId('deposit-quote')).toBeNull()
    const before = sent('quote').length
    await press(button('Try again'))
    expect(sent('quote').length).toBe(before + 1)
    expect(noButton('Review swap')).toBe(true)
  })

  it('says why no quote could be requested, and retries', async () => {
    const { press, sent } = await renderFilledSteps({
      answers: { quote: fail(problem('serviceUnreachable')) },
    })
    expect(screen.getByTestId('problem').dataset.code).toBe('serviceUnreachable')
    const before = sent('quote').length
    await press(button('Try again'))
    expect(sent('quote').length).toBe(before + 1)
  })
})

it('step 2 offers the minimum of the service, as the form does', async () => {
  const refusal = problem('serviceRefused', { facts: { message: 'amount below minimum 150 USDC' } })
  const { app, press } = await renderFilledSteps({ answers: { quote: fail(refusal) } })
  await press(button(/^Use .*150.*USDC/))
  expect(app.swap.draft.amountText.value).toBe('150')
})

describe('the form in the meantime', () => {
  it('leads back to the missing step when the view was closed', async () => {
    const { app, press, pass } = await createTestApp({ start: stranger, answers: serviceWithDeposit() })
    app.swap.draft.pick('input', usdcHarbour)
    app.swap.draft.setAmount('100')
    app.swap.draft.openReceiver()
    app.swap.draft.setReceiver(receiver)
    app.swap.draft.options.value = { enableDepositAddress: true }
    draw(<App app={app} isWide={signal(false)} />)
    await pass(300)
    await press(button('Add refund address'))
    title(2, 'Refund address')
    await press(button('Back'))
    expect(app.screen.value).toEqual({ name: 'home' })
    expect(app.swap.draft.options.value).toEqual({ enableDepositAddress: true })
  })
})
