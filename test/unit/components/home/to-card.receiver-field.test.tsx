import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ReceiverField } from '../../../../components/home/ToCard.tsx'
import { problem } from '../../../screens/answers.ts'
import type { Answers } from '../../models/fake-client.ts'
import { account } from '../../models/fake-data.ts'
import { createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

async function renderReceiverField(checkReceiver?: Answers['checkReceiver']) {
  const shown = await createTestApp(checkReceiver === undefined ? {} : { answers: { checkReceiver } })
  shown.app.swap.draft.openReceiver()
  draw(<ReceiverField app={shown.app} />)
  return shown
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address or name on Island' })
const said = () => screen.getByRole('status').textContent

describe('ReceiverField', () => {
  it('says that the person receives if the field is empty', async () => {
    await renderReceiverField()
    expect(said()).toBe('Leave empty to receive the tokens yourself.')
    expect(field().getAttribute('aria-invalid')).toBe('false')
  })

  it('warns that a valid address is final, after the background has checked it', async () => {
    const { type, pass } = await renderReceiverField()
    await type(field(), other)
    expect(said()).toBe('Checking address…')
    await pass(500)
    expect(said()).toMatch(/^Valid .*Island.* address.*can’t be reversed/)
  })

  it('reports an invalid address, and marks the field', async () => {
    const { type, pass } = await renderReceiverField()
    await type(field(), '0x12')
    await pass(500)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent).toBe(said())
    expect(said()).not.toMatch(/Valid/)
  })

  it("shows an address that imitates one of the person's next to it", async () => {
    const { type, pass } = await renderReceiverField(() => ({
      problem: problem('addressLookalike'),
      imitates: account.address,
    }))
    await type(field(), other)
    await pass(500)
    expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([other, account.address])
  })

  it('says that it cannot check an address of an unknown format', async () => {
    const { type, pass } = await renderReceiverField(({ text }) => ({
      address: text,
      name: null,
      risks: ['unchecked'],
    }))
    await type(field(), 'EQDtFpEwcFAE')
    await pass(500)
    expect(screen.getByTestId('receiver-unchecked').textContent).toMatch(/^Ferry can’t check addresses/)
    expect(said()).toMatch(/^Used exactly as typed on .*Island/)
    expect(field().value).toBe('EQDtFpEwcFAE')
  })

  it('shows in full the address that a name leads to', async () => {
    const { type, pass } = await renderReceiverField(() => ({ address: other, name: 'alice.eth', risks: [] }))
    await type(field(), 'alice.eth')
    await pass(500)
    expect(said()).toMatch(/^.*alice\.eth.* has this .*Island.* address/)
    expect(screen.getByTestId('receiver-named').textContent).toBe(other)
  })

  it('warns of a contract and of an address that was never used', async () => {
    const { type, pass } = await renderReceiverField(() => ({
      address: other,
      name: null,
      risks: ['contract', 'unused'],
    }))
    await type(field(), other)
    await pass(500)
    expect(screen.getByTestId('receiver-contract').textContent).not.toBe('')
    expect(screen.getByTestId('receiver-unused').textContent).not.toBe('')
  })
})
