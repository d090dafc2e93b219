import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ReceiverField } from '../../../../components/home/ReceiverField.tsx'
import { createAdvancedModel } from '../../../../lib/models/advanced-model.ts'
import { createDraftModel } from '../../../../lib/models/draft-model.ts'
import { createRecipientsModel } from '../../../../lib/models/recipients-model.ts'
import { defaultSettings } from '../../../../lib/storage/settings.ts'
import type { Settings } from '../../../../lib/storage/settings-shape.ts'
import { problem } from '../../../screens/answers.ts'
import type { Answers } from '../../models/fake-client.ts'
import { account, bornMs, start } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

async function renderReceiverField(
  checkReceiver?: Answers['checkReceiver'],
  {
    recipients = [],
    recent = [],
  }: {
    recipients?: Settings['recipients']
    recent?: Awaited<ReturnType<Answers['recentReceivers']>>
  } = {},
) {
  const shown = await createTestApp({
    start: { ...start, settings: { ...defaultSettings, recipients } },
    answers: {
      recentReceivers: () => recent,
      ...(checkReceiver === undefined ? {} : { checkReceiver }),
    },
  })
  shown.app.swap.draft.openReceiver()
  const model = createRecipientsModel(shown.app)
  draw(<ReceiverField app={shown.app} model={model} />)
  await shown.settle()
  return shown
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address or name on Island' })
/** The field after a text was typed and checked. */
async function renderTyped(text: string, ...rest: Parameters<typeof renderReceiverField>) {
  const shown = await renderReceiverField(...rest)
  await shown.type(field(), text, 500)
  return shown
}

const said = () => screen.getByRole('status').textContent

describe('ReceiverField', () => {
  it('requests an address while the field is empty', async () => {
    await renderReceiverField()
    expect(said()).toBe('Enter the Island address that should receive the tokens.')
    expect(field().getAttribute('aria-invalid')).toBe('false')
  })

  it.each<[string, (shown: Awaited<ReturnType<typeof renderTyped>>) => Promise<unknown>]>([
    ['a press', ({ press }) => press(button('Try again'))],
    [
      'the return of the network',
      async ({ isOnline, settle }) => {
        isOnline.value = false
        isOnline.value = true
        await settle()
      },
    ],
  ])('checks the same text again after a failed check, by %s', async (_, again) => {
    let isBroken = true
    const shown = await renderTyped(other, ({ text }) =>
      isBroken ? { problem: problem('rpcUnreachable') } : { address: text, name: null, risks: [] },
    )
    expect(field().getAttribute('aria-invalid')).toBe('true')
    isBroken = false
    await again(shown)
    await shown.pass(0)
    expect(shown.app.swap.receiver.state.value).toMatchObject({ kind: 'address', address: other })
  })

  it('offers no second check of a refused address', async () => {
    await renderTyped('0x12')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(noButton('Try again')).toBe(true)
  })

  it('warns that a valid address is final, after the background has checked it', async () => {
    const { type, pass } = await renderReceiverField()
    await type(field(), other)
    expect(said()).toBe('Checking address…')
    await pass(500)
    expect(said()).toMatch(/^Valid .*Island.* address.*can’t be reversed/)
  })

  it('reports an invalid address, and marks the field', async () => {
    await renderTyped('0x12')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent).toBe(said())
    expect(said()).not.toMatch(/Valid/)
  })

  it("shows an address that imitates one of the person's next to it", async () => {
    await renderTyped(other, () => ({
      problem: problem('addressLookalike'),
      imitates: account.address,
    }))
    expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([other, account.address])
  })

  it('says that it cannot check an address of an unknown format', async () => {
    await renderTyped('EQDtFpEwcFAE', ({ text }) => ({
      address: text,
      name: null,
      risks: ['unchecked'],
    }))
    expect(screen.getByTestId('receiver-unchecked').textContent).toMatch(/^Ferry can’t check addresses/)
    expect(said()).toMatch(/^Used exactly as typed on .*Island/)
    expect(field().value).toBe('EQDtFpEwcFAE')
  })

  it('shows in full the address that a name leads to', async () => {
    await renderTyped('alice.eth', () => ({ address: other, name: 'alice.eth', risks: [] }))
    expect(said()).toMatch(/^.*alice\.eth.* has this .*Island.* address/)
    expect(screen.getByTestId('receiver-named').textContent).toBe(other)
  })

  it('warns of a contract and of an address that was never used', async () => {
    await renderTyped(other, () => ({
      address: other,
      name: null,
      risks: ['contract', 'unused'],
    }))
    expect(screen.getByTestId('receiver-contract').textContent).not.toBe('')
    expect(screen.getByTestId('receiver-unused').textContent).not.toBe('')
  })

  it('shows a valid address in full in place of the field, with the focus on its edit button', async () => {
    const { press } = await renderTyped(other)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByTestId('receiver-address').textContent).toBe(other)
    expect(document.activeElement).toBe(button('Edit address'))
    await press(button('Edit address'))
    expect(field().value).toBe(other)
    expect(document.activeElement).toBe(field())
  })

  it('clears the address, and focuses the empty field', async () => {
    const { app, press } = await renderTyped(other)
    await press(button('Clear address'))
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
    expect(app.swap.receiver.state.value.kind).toBe('missing')
  })

  it('leaves a typed name in its field, since a longer name may follow', async () => {
    const { pass, paste, clear } = await renderTyped('alice.co', () => ({
      address: other,
      name: 'alice.co',
      risks: [],
    }))
    expect(document.activeElement).toBe(field())
    await clear(field())
    await paste('alice.co')
    await pass(500)
    expect(screen.getByTestId('receiver-address').textContent).toBe(other)
  })
})

describe('recipients to pick from', () => {
  const bob = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
  const recent = [
    { address: bob, name: null, atMs: bornMs - 120_000 },
    { address: other, name: 'alice.eth', atMs: bornMs - 240_000 },
  ]
  const rows = () =>
    screen.queryAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent ?? '')

  it('lists recipients of earlier swaps, and checks a picked one like a typed address', async () => {
    const { press, pass, sent } = await renderReceiverField(undefined, { recent })
    expect(rows()).toEqual(['0x3c44…93bc', 'alice.eth'])
    await press(button(/^0x3c44/))
    await pass(500)
    expect(sent('checkReceiver')).toEqual([{ chainId: expect.any(Number), text: bob }])
    expect(screen.getByTestId('receiver-address').textContent).toBe(bob)
    expect(screen.queryAllByRole('listitem')).toEqual([])
  })

  it('reads the name of an earlier recipient again', async () => {
    const { press, pass, sent } = await renderReceiverField(
      () => ({ address: bob, name: 'alice.eth', risks: ['contract'] }),
      { recent },
    )
    await press(button(/^alice\.eth/))
    await pass(500)
    expect(sent('checkReceiver')).toEqual([{ chainId: expect.any(Number), text: 'alice.eth' }])
    expect(screen.getByTestId('receiver-address').textContent).toBe(bob)
    expect(screen.getByTestId('receiver-contract').textContent).not.toBe('')
  })

  it('hides the lists while something is typed, and offers no address of another format', async () => {
    const { type } = await renderReceiverField(undefined, {
      recipients: [{ name: 'Sol', address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }],
      recent,
    })
    expect(rows()).toEqual(['0x3c44…93bc', 'alice.eth'])
    await type(field(), '0x')
    expect(rows()).toEqual([])
  })

  it('saves a recipient under a name, and refuses a name that another one has', async () => {
    const { app, keys, press } = await renderTyped(other, undefined, {
      recipients: [{ name: 'Bob', address: bob }],
    })
    await press(button('Save as…'))
    expect(document.activeElement).toBe(screen.getByTestId('receiver-name-field'))
    await keys('bob{Enter}')
    expect(screen.getByText('Another saved recipient has this name.')).toBeDefined()
    await keys(' 2{Enter}')
    expect(screen.getByTestId('receiver-saved').textContent).toMatch(/Saved as .*bob 2/)
    expect(document.activeElement).toBe(button('Remove name'))
    expect(app.start.settings.value.recipients).toEqual([
      { name: 'Bob', address: bob },
      { name: 'bob 2', address: other },
    ])
    await press(button('Clear address'))
    expect(rows()).toEqual(['Bob', 'bob 2'])
  })

  it('saves the name that was typed, not the address that it led to', async () => {
    const { app, keys, press } = await renderTyped('Alice.eth', () => ({
      address: other,
      name: 'alice.eth',
      risks: [],
    }))
    await press(button('Save as…'))
    await keys('Alice{Enter}')
    expect(app.start.settings.value.recipients).toEqual([{ name: 'Alice', address: 'alice.eth' }])
  })

  it('removes a saved name, and lists no saved recipient twice', async () => {
    const { app, press, pass } = await renderReceiverField(undefined, {
      recipients: [{ name: 'Bob', address: bob }],
      recent,
    })
    expect(rows()).toEqual(['alice.eth', 'Bob'])
    await press(button(/^Bob/))
    await pass(500)
    await press(button('Remove name'))
    expect(app.start.settings.value.recipients).toEqual([])
    expect(noButton('Remove name')).toBe(true)
    expect(document.activeElement).toBe(button('Save as…'))
  })

  it('says that the memo of an earlier recipient was removed, also in the next view, until a memo is typed or the notice is closed', async () => {
    const { app, pass, press, settle } = await renderReceiverField()
    const { draft } = app.swap
    const removed = () => screen.queryByTestId('memo-removed')
    const name = async (address: string) => {
      draft.setReceiver(address)
      await pass(500)
    }
    draft.setOption('depositDestinationMemo', '123456')
    await name(other)
    expect([draft.options.value.depositDestinationMemo, removed()]).toEqual(['123456', null])
    await name(`0x${'1'.repeat(40)}`)
    expect(draft.options.value.depositDestinationMemo).toBeUndefined()
    expect(removed()?.textContent).toContain('Memo removed')
    expect(createDraftModel({ storage: app.storage }).madeFor.value).toEqual(draft.madeFor.value)
    await createAdvancedModel(app).setText('depositDestinationMemo', '7')
    await settle()
    expect(removed()).toBeNull()
    await name(`0x${'2'.repeat(40)}`)
    await press(screen.getByTestId('memo-removed-close'))
    expect(removed()).toBeNull()
  })
})
