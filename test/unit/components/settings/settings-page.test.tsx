import { screen, within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { About, PlaceSetting } from '../../../../components/settings/SettingsPage.tsx'
import { createPlacesModel } from '../../../../lib/models/settings-models.ts'
import { fail, problem } from '../../../screens/answers.ts'
import { start } from '../../models/fake-data.ts'
import { button, draw, inBrowser, noButton, shownApp } from '../shown-app.tsx'

inBrowser()

async function about(options: Parameters<typeof shownApp>[0] = {}) {
  const shown = await shownApp(options)
  draw(<About app={shown.app} model={await shown.app.create.about()} />)
  await shown.settle()
  return within(screen.getByRole('region', { name: 'About' }))
}

describe('About', () => {
  it('names the version, the service and the one address for help', async () => {
    const said = await about({ start: { ...start, supportUrl: 'https://help.example/ferry' } })
    expect(said.getByText(start.deploymentName)).toBeDefined()
    const link = said.getByRole<HTMLAnchorElement>('link', { name: 'help.example/ferry' })
    expect([link.href, link.rel]).toEqual(['https://help.example/ferry', 'noreferrer noopener'])
    expect(said.getByText(/We never message you first/)).toBeDefined()
    expect(said.queryByRole('status')).toBeNull()
  })

  it('says which version it was updated from, and which one waits', async () => {
    const said = await about({ answers: { version: () => ({ waiting: '9.1', updatedFrom: '0.9' }) } })
    expect(said.getByText('Updated from 0.9')).toBeDefined()
    expect(said.getByRole('status').textContent).toMatch(/^Version 9\.1 is ready/)
  })

  it('says that the versions could not be read, and keeps the rest', async () => {
    const said = await about({ answers: { version: fail(problem('internal')) } })
    expect(said.getByRole('alert').textContent).toContain('Something went wrong')
    expect(said.getByText(start.deploymentName)).toBeDefined()
  })
})

describe('PlaceSetting', () => {
  it('remembers what the toolbar’s icon opens, and opens what is not here', async () => {
    const { app, press } = await shownApp()
    const [side, tab] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
    const model = createPlacesModel([
      { name: 'side', isHere: true, open: side },
      { name: 'tab', open: tab },
    ])
    draw(<PlaceSetting app={app} model={model} />)
    const toolbar = within(screen.getByRole('group', { name: 'A press on Ferry’s toolbar icon opens' }))
    expect(toolbar.getByRole('button', { name: 'Popup' }).getAttribute('aria-pressed')).toBe('true')
    await press(toolbar.getByRole('button', { name: 'Side panel' }))
    expect(app.start.settings.value.opensIn).toBe('side')
    expect(screen.queryByTestId('place-side')).toBeNull()
    await press(button('Tab'))
    expect([side.mock.calls.length, tab.mock.calls.length]).toEqual([0, 1])
  })

  it('offers no side where the browser has none, and says so where there is one place alone', async () => {
    const { app } = await shownApp()
    draw(<PlaceSetting app={app} model={createPlacesModel([{ name: 'tab', open: async () => undefined }])} />)
    expect(noButton('Side panel')).toBe(true)
    draw(<PlaceSetting app={app} model={createPlacesModel([])} />)
    expect(screen.getByText(/one place for Ferry/)).toBeDefined()
  })
})
