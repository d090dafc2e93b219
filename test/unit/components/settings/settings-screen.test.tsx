import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { SettingsScreen } from '../../../../components/settings/SettingsScreen.tsx'
import { start } from '../../models/fake-data.ts'
import { renderApp } from '../render-app.tsx'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

async function renderSettings(options: Parameters<typeof createTestApp>[0] = {}) {
  const shown = await renderApp(options, { hash: '#/settings' })
  screen.getByRole('heading', { level: 1, name: 'Settings' })
  screen.getByRole('button', { name: 'Sites All sites' })
  return shown
}

describe('SettingsScreen', () => {
  it('shows the current value of each setting', async () => {
    const settings = {
      ...start.settings,
      slippagePercent: '0.5',
      notifyLate: false,
      opensIn: 'side' as const,
    }
    await renderSettings({ start: { ...start, settings } })
    const rows = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(rows).toEqual(
      expect.arrayContaining([
        'Max slippage 0.5%',
        'Notifications 3 of 4 on',
        'Where Ferry opens Side panel',
        'Wallet Test Wallet',
        'Sites All sites',
      ]),
    )
  })

  it('focuses the title of a page, and its row again after Escape', async () => {
    const { press, keys, app } = await renderSettings()
    await press(button(/^Notifications/))
    const heading = screen.getByRole('heading', { level: 1, name: 'Notifications' })
    expect(document.activeElement).toBe(heading)
    expect(document.title).toBe('Notifications · Ferry')
    await press(screen.getByTestId('notifyDone'))
    expect(app.start.settings.value.notifyDone).toBe(false)
    await keys('{Escape}')
    screen.getByRole('heading', { level: 1, name: 'Settings' })
    expect(document.activeElement).toBe(button('Notifications 3 of 4 on'))
    expect(document.title).toBe('Settings · Ferry')
  })

  it('has no row for the toolbar icon if there is no choice', async () => {
    const { app, settle } = await createTestApp()
    draw(<SettingsScreen app={{ ...app, places: async () => [] }} page={undefined} />)
    await settle()
    expect(screen.getByTestId('setting-place').textContent).toBe('Where Ferry opens ')
  })

  it('says that the places could not be read', async () => {
    const { app, settle } = await createTestApp()
    const places = () => Promise.reject(new TypeError('not loaded'))
    draw(<SettingsScreen app={{ ...app, places }} page={undefined} />)
    await settle()
    expect(app.start.ownProblem.value?.code).toBe('internal')
  })

  it('sets the theme in its row', async () => {
    const { press, app } = await renderSettings()
    const themes = within(screen.getByRole('radiogroup', { name: 'Theme' }))
    expect(themes.getByRole<HTMLInputElement>('radio', { name: 'System' }).checked).toBe(true)
    await press(themes.getByRole('radio', { name: 'Dark' }))
    expect(app.start.settings.value.theme).toBe('dark')
  })

  it.each([
    ['Max slippage Auto', 'Max slippage'],
    ['Where Ferry opens Popup', 'Where Ferry opens'],
    ['Wallet Test Wallet', 'Wallet'],
    ['Sites All sites', 'Sites'],
    ['RPC nodes', 'RPC nodes'],
    ['Your data', 'Your data'],
    [/^Help and about/, 'Help and about'],
    ['Token approvals', 'Token approvals'],
  ])('opens the page of “%s”', async (row, title) => {
    const { press, settle } = await renderSettings()
    await press(button(row))
    screen.getByRole('heading', { level: 1, name: title })
    await settle()
    expect(screen.queryByTestId('problem')).toBeNull()
  })
})
