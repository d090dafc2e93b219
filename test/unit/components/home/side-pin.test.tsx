import { screen } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { SidePin } from '../../../../components/home/SidePin.tsx'
import { createPlacesModel } from '../../../../lib/models/settings-models.ts'
import type { ViewPlace } from '../../../../lib/models/view-ports.ts'
import { draw, inBrowser, noButton, shownApp } from '../shown-app.tsx'

inBrowser()

async function pinned(side: Partial<ViewPlace> | null) {
  const shown = await shownApp()
  const open = vi.fn(async () => undefined)
  const places = createPlacesModel(side === null ? [] : [{ name: 'side', open, ...side }])
  draw(<SidePin app={shown.app} places={places} />)
  const pin = () => screen.getByRole('button', { name: 'Always open in the side panel' })
  return { ...shown, open, pin, opensIn: () => shown.app.start.settings.value.opensIn }
}

describe('SidePin', () => {
  it('opens the side in the press itself and is remembered; pressed again the popup is back', async () => {
    const { pin, press, open, opensIn } = await pinned({})
    expect(pin().getAttribute('aria-pressed')).toBe('false')
    pin().click()
    expect(open).toHaveBeenCalledTimes(1)
    await press(document.body)
    expect([opensIn(), pin().getAttribute('aria-pressed')]).toEqual(['side', 'true'])
    await press(pin())
    expect([opensIn(), open.mock.calls.length]).toEqual(['popup', 1])
  })

  it('opens no second side from the side itself', async () => {
    const { pin, press, open, opensIn } = await pinned({ isHere: true })
    await press(pin())
    expect([opensIn(), open.mock.calls.length]).toEqual(['side', 0])
  })

  it('is not there where the browser has no side', async () => {
    await pinned(null)
    expect(noButton(/side/)).toBe(true)
  })
})
