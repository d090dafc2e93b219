import { screen, within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { PlaceSetting, SideButton } from '../../../../components/settings/PlaceSetting.tsx'
import { createPlacesModel } from '../../../../lib/models/settings-models.ts'
import type { ViewPlace } from '../../../../lib/platform/view-places.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

async function renderSideButton(side: Partial<ViewPlace> | null) {
  const shown = await createTestApp()
  const open = vi.fn(async () => undefined)
  const places = createPlacesModel(side === null ? [] : [{ name: 'side', open, ...side }])
  draw(<SideButton app={shown.app} places={places} />)
  const pin = () => screen.getByRole('button', { name: 'Always open in the side panel' })
  return { ...shown, open, pin, opensIn: () => shown.app.start.settings.value.opensIn }
}

describe('SideButton', () => {
  it('opens the side panel within the press and stores the choice; a second press restores the popup', async () => {
    const { pin, press, open, opensIn } = await renderSideButton({})
    expect(pin().getAttribute('aria-pressed')).toBe('false')
    pin().click()
    expect(open).toHaveBeenCalledTimes(1)
    await press(document.body)
    expect([opensIn(), pin().getAttribute('aria-pressed')]).toEqual(['side', 'true'])
    await press(pin())
    expect([opensIn(), open.mock.calls.length]).toEqual(['popup', 1])
  })

  it.each([
    ['the side panel itself', { isHere: true }],
    ['a window without a side panel', { isApart: true }],
  ] as const)('opens none from %s, but stores the choice', async (_, side) => {
    const { pin, press, open, opensIn } = await renderSideButton(side)
    await press(pin())
    expect([opensIn(), open.mock.calls.length]).toEqual(['side', 0])
  })

  it('says that the browser opened no side panel, and keeps the popup', async () => {
    const { pin, press, opensIn } = await renderSideButton({
      open: () => Promise.reject(new Error('no panel')),
    })
    await press(pin())
    expect([opensIn(), pin().getAttribute('aria-pressed')]).toEqual(['popup', 'false'])
    expect(screen.getByRole('alert').textContent).toContain('didn’t open the side panel')
    await press(button('Close'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is hidden if the browser has no side panel', async () => {
    await renderSideButton(null)
    expect(noButton(/side/)).toBe(true)
  })
})

describe('PlaceSetting', () => {
  it('stores what the toolbar icon opens, and opens other places', async () => {
    const { app, press } = await createTestApp()
    const [side, tab] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
    const model = createPlacesModel([
      { name: 'side', isHere: true, open: side },
      { name: 'tab', open: tab },
    ])
    draw(<PlaceSetting app={app} model={model} />)
    const toolbar = within(screen.getByRole('group', { name: 'When you click the Ferry icon, open' }))
    expect(toolbar.getByRole('button', { name: 'Popup' }).getAttribute('aria-pressed')).toBe('true')
    await press(toolbar.getByRole('button', { name: 'Side panel' }))
    expect(app.start.settings.value.opensIn).toBe('side')
    expect(screen.queryByTestId('place-side')).toBeNull()
    await press(button('Tab'))
    expect([side.mock.calls.length, tab.mock.calls.length]).toEqual([0, 1])
  })

  it('stores the choice in a window without a side panel, and opens none from there', async () => {
    const { app } = await createTestApp()
    const open = async () => undefined
    draw(<PlaceSetting app={app} model={createPlacesModel([{ name: 'side', isApart: true, open }])} />)
    expect(button('Side panel').dataset.testid).toBe('opens-side')
    expect(screen.queryByTestId('place-side')).toBeNull()
  })

  it('offers no side panel if the browser has none, and says if there is only one place', async () => {
    const { app } = await createTestApp()
    draw(<PlaceSetting app={app} model={createPlacesModel([{ name: 'tab', open: async () => undefined }])} />)
    expect(noButton('Side panel')).toBe(true)
    draw(<PlaceSetting app={app} model={createPlacesModel([])} />)
    expect(screen.getByText(/one place for Ferry/)).toBeDefined()
  })
})
