import { signal } from '@preact/signals'
import { fireEvent, screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { App } from '../../../../components/App.tsx'
import { shortcuts } from '../../../../components/parts/shortcuts.ts'
import { proposal } from '../../models/fake-sites.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

async function renderForm(options: Parameters<typeof createTestApp>[0] = {}, hash = '') {
  const shown = await createTestApp(options, hash)
  shown.app.swap.draft.setAmount('100')
  draw(<App app={shown.app} isWide={signal(false)} />)
  await shown.pass(500)
  const press = async (key: string, event: KeyboardEventInit = {}, target: Element = document.body) => {
    fireEvent.keyDown(target, { key, ...event })
    await shown.settle()
  }
  return { ...shown, pressKey: press }
}

describe('single keys', () => {
  it('F switches the direction, with or without caps lock', async () => {
    const { app, pressKey } = await renderForm()
    const { input, output } = app.swap.draft
    const before = [input.value, output.value]
    await pressKey('f')
    expect([output.value, input.value]).toEqual(before)
    await pressKey('F')
    expect([input.value, output.value]).toEqual(before)
  })

  it('M fills in the whole balance', async () => {
    const { app, pressKey } = await renderForm()
    await pressKey('m')
    expect(app.swap.draft.amountText.value).toBe('1240.5')
  })

  it('R requests a new quote', async () => {
    const { sent, pressKey } = await renderForm()
    const before = sent('quote').length
    await pressKey('r')
    expect(sent('quote').length).toBe(before + 1)
  })

  it('the slash opens the list of tokens to pay with, also with Shift', async () => {
    const { app, pressKey } = await renderForm()
    await pressKey('/', { shiftKey: true })
    expect(app.sheet.value).toEqual({ name: 'tokens', side: 'input' })
  })

  it('the question mark lists the keys', async () => {
    const { pressKey } = await renderForm()
    await pressKey('?', { shiftKey: true })
    const list = screen.getByTestId('shortcut-list')
    expect([...list.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual(
      shortcuts.map(({ key }) => key),
    )
  })

  it.each<[string, KeyboardEventInit]>([
    ['Ctrl', { ctrlKey: true }],
    ['Cmd', { metaKey: true }],
    ['Alt', { altKey: true }],
    ['Shift', { shiftKey: true }],
    ['a repeat', { repeat: true }],
    ['a composition', { isComposing: true }],
  ])('do nothing with %s', async (_, event) => {
    const { app, pressKey } = await renderForm()
    const before = app.swap.draft.input.value
    await pressKey('f', event)
    expect(app.swap.draft.input.value).toBe(before)
  })

  it('do nothing once the person turned them off in their list, and act again once turned on', async () => {
    const { app, pressKey, press, settle } = await renderForm()
    const before = app.swap.draft.input.value
    const named = () => [
      button('Switch direction').getAttribute('aria-keyshortcuts'),
      button('Switch direction').querySelector('.key-tip')?.getAttribute('title'),
    ]
    const turn = async () => {
      app.openSheet({ name: 'shortcuts' })
      await pressKey('Tab')
      await press(screen.getByRole('switch', { name: 'Use keyboard shortcuts' }))
      app.closeSheet()
      await settle()
      await pressKey('f')
    }
    await turn()
    expect(app.swap.draft.input.value).toBe(before)
    expect(named()).toEqual([null, 'Switch direction'])
    await turn()
    expect(app.swap.draft.input.value).not.toBe(before)
    expect(named()).toEqual(['F', 'Switch direction (F)'])
  })

  it('do nothing in a field', async () => {
    const { app, pressKey } = await renderForm()
    const before = app.swap.draft.input.value
    await pressKey('f', {}, screen.getByTestId('amount'))
    await pressKey('?', {}, screen.getByTestId('amount'))
    expect([app.swap.draft.input.value, app.sheet.value]).toEqual([before, null])
  })

  it('do nothing over a sheet', async () => {
    const { app, pressKey } = await renderForm()
    const before = app.swap.draft.input.value
    await pressKey('?')
    await pressKey('f')
    expect(app.swap.draft.input.value).toBe(before)
  })

  it('do nothing on the screen of a proposal', async () => {
    const { app, pressKey } = await renderForm(
      { proposals: [{ ...proposal, isAllowed: true }] },
      '#/proposal',
    )
    expect(document.querySelector('[aria-keyshortcuts]')).toBeNull()
    for (const { key } of shortcuts) await pressKey(key)
    expect(app.sheet.value).toBeNull()
  })

  it('are named by their buttons', async () => {
    await renderForm()
    const flip = button('Switch direction')
    expect(flip.getAttribute('aria-keyshortcuts')).toBe('F')
    expect(flip.querySelector('.key-tip')?.getAttribute('title')).toBe('Switch direction (F)')
    const named = [...document.querySelectorAll('[aria-keyshortcuts]')].map((one) =>
      one.getAttribute('aria-keyshortcuts'),
    )
    expect(named.toSorted()).toEqual(['/', 'F', 'M', 'R'])
  })
})
