import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ToCard } from '../../../../components/home/ToCard.tsx'
import { bornMs, quoteFor, quoteRequest, sendGas } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

async function renderCard() {
  const shown = await createTestApp()
  draw(<ToCard app={shown.app} />)
  return shown
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address or name on Island' })

describe('ToCard', () => {
  it('marks the quoted output as an estimate, shows its value, and leaves the comparison with the input to the total cost', async () => {
    const quote = quoteFor(quoteRequest, bornMs)
    const { app, pass } = await createTestApp({
      answers: {
        quote: () => ({
          kind: 'quote',
          quote: quoteFor(quoteRequest, bornMs, { fees: [...quote.fees, sendGas] }),
        }),
      },
    })
    draw(<ToCard app={app} />)
    app.swap.draft.setAmount('100')
    await pass(300)
    expect(app.swap.quotes.quote.value?.cost?.percent).toBe('0.55')
    expect(screen.getByTestId('received').textContent).toBe('~99.54')
    expect(screen.getByTestId('received-value').textContent).toBe('$99.54')
  })

  it('opens and focuses the field for another recipient', async () => {
    const { press } = await renderCard()
    await press(button('Recipient My wallet'))
    expect(document.activeElement).toBe(field())
    expect(noButton('Recipient My wallet')).toBe(true)
  })

  it('shows another recipient until their own button removes them and the typed text', async () => {
    const { press, type, app } = await renderCard()
    await press(button('Recipient My wallet'))
    await type(field(), other, 500)
    expect(screen.getByRole('region', { name: 'They receive' })).toBeDefined()
    // The address stands in full below, and nowhere else.
    expect(screen.getByTestId('receiver-chip').textContent).toBe('Different address')
    expect(screen.getByTestId('receiver-address').textContent).toBe(other)
    expect(app.swap.receiver.state.value.kind).toBe('address')
    await press(button('Receive in my wallet instead'))
    expect(app.swap.receiver.state.value.kind).toBe('self')
    expect(app.swap.draft.receiverText.value).toBe('')
    expect(document.activeElement).toBe(button('Recipient My wallet'))
  })
})
