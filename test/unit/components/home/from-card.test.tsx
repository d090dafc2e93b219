import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { FromCard } from '../../../../components/home/FromCard.tsx'
import { fail, problem } from '../../../screens/answers.ts'
import { bornMs, ethHarbour, start, usdcHarbour } from '../../models/fake-data.ts'
import { holdings } from '../../models/fake-holdings.ts'
import { button, createTestApp, draw, inBrowser, noButton, plainText } from '../test-app.tsx'

inBrowser()

async function renderCard(options: Parameters<typeof createTestApp>[0] = {}) {
  const shown = await createTestApp(options)
  draw(<FromCard app={shown.app} />)
  await shown.pass(300)
  return shown
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount you pay/ })

describe('the other unit of the amount', () => {
  it('shows dollars next to tokens, and switches to the same value in dollars and back', async () => {
    const { type, press, app } = await renderCard()
    await type(field(), '100', 300)
    expect(plainText(screen.getByTestId('entry-toggle'))).toContain('$100')
    await press(button(/Switch to dollars$/))
    expect(screen.getByRole('textbox', { name: 'Amount you pay, in US dollars' })).toBe(field())
    expect(field().value).toMatch(/^100(\.0+)?$/)
    expect(plainText(screen.getByTestId('entry-toggle'))).toContain('100 USDC')
    expect(app.swap.draft.amount.value).toMatchObject({ kind: 'units', units: 100_000_000n })
    await press(button(/Switch to tokens$/))
    expect(screen.getByRole('textbox', { name: 'Amount you pay' })).toBe(field())
    expect(field().value).toBe('100')
  })

  it('reads text typed in dollars as dollars', async () => {
    const { type, clear, press, sent } = await renderCard()
    await type(field(), '100', 300)
    await press(button(/Switch to dollars$/))
    await clear(field())
    await type(field(), '25', 600)
    expect(sent('quote').at(-1)).toMatchObject({ request: { inputAmount: '25000000' } })
  })

  it('is not offered before a price is known', async () => {
    await renderCard()
    expect(noButton(/Switch to/)).toBe(true)
    expect(plainText(screen.getByTestId('paid-value'))).toBe('')
  })

  it('shows the value by the last valuation of the account’s tokens while no quote has a price', async () => {
    const { app, type, pass } = await renderCard({ answers: { quote: () => ({ kind: 'noRoute' }) } })
    app.balances.holdings.value = holdings
    await type(field(), '100', 600)
    expect(plainText(screen.getByTestId('paid-value'))).toBe('$100.00')
    expect(noButton(/Switch to/)).toBe(true)
    // Its sender could invent a price.
    app.pickToken('input', { ...usdcHarbour, isVerified: false })
    await pass(600)
    expect(plainText(screen.getByTestId('paid-value'))).toBe('')
  })
})

describe('the amount kept for gas', () => {
  it('is shown after Max of a native currency, until another amount is typed', async () => {
    const { type, clear, pass, press, app } = await renderCard()
    app.pickToken('input', ethHarbour)
    await pass(300)
    expect(screen.queryByTestId('kept-for-gas')).toBeNull()
    await press(button(/^Max/))
    await pass(300)
    expect(plainText(screen.getByTestId('kept-for-gas'))).toBe('~0.001 ETH stays in your account for gas.')
    await clear(field())
    await type(field(), '0.5', 300)
    expect(screen.queryByTestId('kept-for-gas')).toBeNull()
  })

  it('is not shown for a token', async () => {
    const { pass, press } = await renderCard()
    await press(button(/^Max/))
    await pass(300)
    expect(field().value).not.toBe('')
    expect(screen.queryByTestId('kept-for-gas')).toBeNull()
  })
})

describe('the shares of the balance', () => {
  const typedShares = () =>
    [25, 50, 75, 100].filter((share) => screen.getByTestId(`share-${share}`).dataset.typed === 'true')

  it('mark the share that equals the amount, also a typed one', async () => {
    const { type, clear, press } = await renderCard()
    expect(typedShares()).toEqual([])
    await press(button(/50%/))
    expect(typedShares()).toEqual([50])
    await clear(field())
    await type(field(), '1240.5', 300)
    expect(typedShares()).toEqual([100])
    await clear(field())
    await type(field(), '100', 300)
    expect(typedShares()).toEqual([])
  })

  it('mark Max of a native currency, which leaves the gas', async () => {
    const { pass, press, app } = await renderCard()
    app.pickToken('input', ethHarbour)
    await pass(300)
    await press(button(/^Max/))
    await pass(300)
    expect(typedShares()).toEqual([100])
  })
})

describe('the balance', () => {
  it('is shown, or hidden if the person hides balances', async () => {
    await renderCard()
    expect(plainText(document.body)).toContain('Balance: 1,240.50')
    const settings = { ...start.settings, hiddenBalances: true }
    await renderCard({ start: { ...start, settings } })
    expect(plainText(document.body)).toContain('Balance: ••••')
    expect(plainText(document.body)).not.toContain('1,240.50')
  })

  it('shows its time and disables the percentage buttons when it could not be read now', async () => {
    const key = `31337:${usdcHarbour.address}`
    const old = { [key]: { units: '7000000', readMs: bornMs - 3_600_000 } }
    await renderCard({ answers: { balances: () => ({ amounts: {}, old }) } })
    expect(plainText(document.body)).toMatch(/Balance: 7\.00 · .*\d/)
    expect(button('Max: use your full available balance').disabled).toBe(true)
  })

  it.each([
    ['could not be read', fail(problem('rpcUnreachable', { facts: { chain: 'Harbour' } }))],
    ['is missing in the answer', () => ({ amounts: {}, old: {} })],
  ])('is a dash when it %s', async (_, balances) => {
    await renderCard({ answers: { balances } })
    expect(plainText(document.body)).toContain('Balance: –')
    expect(document.querySelector('.card-row .skeleton')).toBeNull()
  })

  it('is not shown without an account', async () => {
    await renderCard({ start: { ...start, account: null } })
    expect(plainText(document.body)).not.toContain('Balance')
    expect(button('Max: use your full available balance').disabled).toBe(true)
  })
})
