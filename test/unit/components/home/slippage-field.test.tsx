import { screen } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { SlippageField, SlippageHint } from '../../../../components/home/SlippageField.tsx'
import { quoteRequest } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

describe('SlippageField', () => {
  it('stores the chosen value, and shows it as chosen', async () => {
    const { app, press, sent } = await createTestApp()
    draw(<SlippageField app={app} />)
    expect(button('Auto').getAttribute('aria-pressed')).toBe('true')
    await press(button('0.5%'))
    expect(sent('saveSettings')).toMatchObject([{ settings: { slippagePercent: '0.5' } }])
    expect(button('0.5%').getAttribute('aria-pressed')).toBe('true')
  })

  it('stores no invalid slippage, and reports it at the field', async () => {
    const { app, type, sent } = await createTestApp()
    draw(<SlippageField app={app} />)
    const field = screen.getByRole('textbox', { name: 'Custom' })
    await type(field, '99')
    const kept = sent('saveSettings').length
    await type(field, 'x')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(sent('saveSettings')).toHaveLength(kept)
    const said = screen.getByText(/^Enter 0\.01% to 50%/)
    expect(field.getAttribute('aria-describedby')).toBe(said.id)
    expect(field.compareDocumentPosition(said)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Auto')
  })

  it('warns of a high slippage', async () => {
    const { app, type } = await createTestApp()
    draw(<SlippageField app={app} />)
    await type(screen.getByRole('textbox', { name: 'Custom' }), '9')
    expect(screen.getByRole('status').textContent).toMatch(/bots take/)
  })
})

async function renderHint(
  suggested: string | null,
  own: string | null,
  outputValueInUsd: string | null = '99.5431',
  onTaken?: () => void,
) {
  const shown = await createTestApp()
  const quote = {
    request: { ...quoteRequest, slippagePercent: own },
    suggestedSlippagePercent: suggested,
    outputValueInUsd,
  }
  draw(<SlippageHint app={shown.app} quote={quote} {...(onTaken === undefined ? {} : { onTaken })} />)
  return shown
}

const said = () => screen.queryByRole('status')?.textContent ?? null

describe('SlippageHint', () => {
  it('shows the suggested slippage next to the allowed one, and applies it only when pressed', async () => {
    const onTaken = vi.fn()
    const { press, sent } = await renderHint('1', '0.5', '99.5431', onTaken)
    expect(said()).toMatch(/^May not go through at 0\.5%Allowing 1% lets the price fall by up to \$1\.00\./)
    expect(sent('saveSettings')).toEqual([])
    await press(button('Allow 1%'))
    expect(sent('saveSettings')).toMatchObject([{ settings: { slippagePercent: '1' } }])
    expect(onTaken).toHaveBeenCalledOnce()
  })

  it.each([
    // 12.4428875, rounded up.
    ['99.5431', /Allowing 12\.5% lets the price fall by up to \$12\.45\./],
    [null, /Allowing 12\.5% lets the price fall that far\./],
  ])('says what the price may fall, in dollars if the price is known: %s', async (priceInUsd, text) => {
    await renderHint('12.5', '0.5', priceInUsd)
    expect(said()).toMatch(text)
  })

  it('shows a suggestion above the maximum without a button', async () => {
    await renderHint('75', '0.5')
    expect(said()).toBe('May not go through at 0.5%')
    expect(noButton(/Allow/)).toBe(true)
  })

  it.each([
    ['nothing is suggested', null, '0.5'],
    ['the service chooses it anyhow', '1', null],
  ])('shows nothing when %s', async (_, suggested, own) => {
    await renderHint(suggested, own)
    expect([said(), noButton(/Allow/)]).toEqual([null, true])
  })
})
