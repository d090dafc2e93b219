import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { SitesSetting } from '../../../../components/sites/SitesSetting.tsx'
import { createSitesModel } from '../../../../lib/models/settings-models.ts'
import { proposal } from '../../models/fake-sites.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

describe('SitesSetting', () => {
  it('shows how long a one-time permission lasts, and revokes it too', async () => {
    const shown = await createTestApp({ proposals: [proposal] })
    await shown.client.send('allowSiteOnce', { swapId: proposal.swapId })
    const model = createSitesModel(shown.app)
    await shown.settle()
    draw(<SitesSetting model={model} />)
    expect(screen.getByText(/Until you leave the page/).parentElement?.textContent).toContain('shop.example')
    await shown.press(button('Revoke: https://shop.example'))
    expect(shown.sent('revokeSite')).toEqual([{ origin: 'https://shop.example' }])
    expect(screen.queryByText(/Until you leave the page/)).toBeNull()
  })

  it("shows which sites can see Ferry, and revokes a site's permission by its name", async () => {
    const shown = await createTestApp()
    const model = createSitesModel(shown.app)
    await shown.settle()
    draw(<SitesSetting model={model} />)
    const kinds = within(screen.getByRole('group', { name: 'Sites that can see Ferry' }))
    expect(kinds.getByRole('button', { name: 'All sites' }).getAttribute('aria-pressed')).toBe('true')
    await shown.press(kinds.getByRole('button', { name: 'Selected sites' }))
    expect(screen.getByText(/Only these sites can detect Ferry/)).toBeDefined()
    expect(button('Add').disabled).toBe(true)
    await shown.type(screen.getByRole('textbox', { name: 'Site address' }), 'https://new.example')
    expect(button('Add').disabled).toBe(false)
    await shown.press(button('Add'))
    expect(shown.sent('addSite')).toEqual([{ text: 'https://new.example' }])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Site address' }).value).toBe('')
  })
})
