import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { SlippageField } from '../../../../components/home/SlippageField.tsx'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

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
