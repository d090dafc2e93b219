import { signal } from '@preact/signals'
import { screen, waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { App } from '../../../components/App.tsx'
import { draw, inBrowser, shownApp } from './shown-app.tsx'

inBrowser()

async function opened(hash = '') {
  const shown = await shownApp({}, hash)
  draw(<App app={shown.app} isWide={signal(false)} />)
  await shown.settle()
  return shown
}

const amount = () => screen.getByRole('textbox', { name: 'Amount you pay' })
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('App', () => {
  it('begins in the amount', async () => {
    await opened()
    expect(document.activeElement).toBe(amount())
    expect(document.title).toBe('Ferry')
  })

  it('moves the focus to the title of a screen, and back to what opened it', async () => {
    const { press } = await opened()
    await press(screen.getByTestId('settings-open'))
    const heading = await title('Settings')
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toBe('Settings · Ferry')
    await press(screen.getByTestId('back'))
    expect(document.activeElement).toBe(screen.getByTestId('settings-open'))
    expect(document.title).toBe('Ferry')
  })

  it('goes back on Escape, but not out of a field with something in it', async () => {
    const { keys, type, press, app } = await opened('#/settings')
    await title('Settings')
    await press(screen.getByTestId('setting-slippage'))
    await title('Max slippage')
    const field = await screen.findByTestId('slippage')
    await type(field, 'x')
    await keys('{Escape}')
    expect(app.screen.value).toEqual({ name: 'settings', page: 'slippage' })
    await keys('{Backspace}{Escape}')
    expect(app.screen.value).toEqual({ name: 'settings' })
    await title('Settings')
    await keys('{Escape}')
    expect(app.screen.value.name).toBe('home')
  })

  it('begins in the amount where what opened the screen before can be pressed no more', async () => {
    const { press, pass, app, settle } = await opened()
    app.swap.draft.setAmount('100')
    await pass(1_000)
    const opener = screen.getByTestId('primary')
    opener.focus()
    await press(opener)
    expect(app.screen.value.name).toBe('review')
    app.swap.draft.clear()
    app.back()
    await settle()
    expect(document.activeElement).toBe(amount())
  })

  it('starts a new swap in the amount, whatever had the focus before', async () => {
    const { press, app, settle } = await opened()
    await press(screen.getByTestId('settings-open'))
    await title('Settings')
    app.newSwap()
    await settle()
    expect(document.activeElement).toBe(amount())
  })
})
