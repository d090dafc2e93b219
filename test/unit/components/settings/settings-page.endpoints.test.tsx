import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { SettingsPage } from '../../../../components/settings/SettingsPage.tsx'
import { createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

describe('SettingsPage endpoints', () => {
  it('refuses to switch off the last endpoint, and says why', async () => {
    const { app, press, settle } = await createTestApp()
    draw(<SettingsPage app={app} page="endpoints" />)
    await settle()
    const harbour = within(screen.getByRole('group', { name: 'Harbour' }))
    const [first, second] = harbour.getAllByRole<HTMLInputElement>('switch')
    if (first === undefined || second === undefined) throw new Error('two nodes')
    await press(first)
    expect([first.checked, second.checked, second.disabled]).toEqual([false, true, true])
    expect(harbour.getByText('At least one RPC node stays on.')).toBeDefined()
  })
})
