import { screen } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { SlippageHint } from '../../../../components/home/SlippageField.tsx'
import { quoteRequest } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

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

  it('rounds up what the price may fall', async () => {
    await renderHint('12.5', '0.5')
    // 12.4428875
    expect(said()).toMatch(/Allowing 12\.5% lets the price fall by up to \$12\.45\./)
  })

  it('omits what the price may fall in dollars if the price is unknown', async () => {
    await renderHint('12', '0.5', null)
    expect(said()).toMatch(/Allowing 12% lets the price fall that far\./)
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
