import { screen } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { SlippageHint } from '../../../../components/home/SlippageField.tsx'
import { quoteRequest } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

async function renderHint(suggested: string | null, own: string | null, onTaken?: () => void) {
  const shown = await createTestApp()
  const quote = { request: { ...quoteRequest, slippagePercent: own }, suggestedSlippagePercent: suggested }
  draw(<SlippageHint app={shown.app} quote={quote} {...(onTaken === undefined ? {} : { onTaken })} />)
  return shown
}

const said = () => screen.queryByRole('status')?.textContent ?? null

describe('SlippageHint', () => {
  it('shows the suggested slippage next to the allowed one, and applies it only when pressed', async () => {
    const onTaken = vi.fn()
    const { press, sent } = await renderHint('1', '0.5', onTaken)
    expect(said()).toMatch(/^This swap may need 1% slippageYou allow 0\.5%\. Your swap may not go through\./)
    expect(sent('saveSettings')).toEqual([])
    await press(button('Allow 1%'))
    expect(sent('saveSettings')).toMatchObject([{ settings: { slippagePercent: '1' } }])
    expect(onTaken).toHaveBeenCalledOnce()
  })

  it('warns when the suggestion is high', async () => {
    await renderHint('12', '0.5')
    expect(said()).toMatch(/may need 12% .* More can cost you the difference\./)
  })

  it('shows a suggestion above the maximum without a button', async () => {
    await renderHint('75', '0.5')
    expect(said()).toMatch(/may need 75%/)
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
