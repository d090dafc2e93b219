import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { act } from 'preact/test-utils'
import { describe, expect, it } from 'vitest'
import { SettingsPage } from '../../../../components/settings/SettingsPage.tsx'
import { fail, problem } from '../../../screens/answers.ts'
import { start } from '../../models/fake-data.ts'
import { createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

async function renderAbout(options: Parameters<typeof createTestApp>[0] = {}) {
  const shown = await createTestApp(options)
  draw(<SettingsPage app={shown.app} page="about" />)
  await shown.settle()
  return within(screen.getByRole('region', { name: 'Help and about' }))
}

describe('SettingsPage about', () => {
  it('shows the version, the service and the support address', async () => {
    const said = await renderAbout({ start: { ...start, supportUrl: 'https://help.example/ferry' } })
    expect(said.getByText(start.deploymentName)).toBeDefined()
    const link = said.getByRole<HTMLAnchorElement>('link', { name: 'help.example/ferry' })
    expect([link.href, link.rel]).toEqual(['https://help.example/ferry', 'noreferrer noopener'])
    expect(said.getByText(/Support never messages you first/)).toBeDefined()
    expect(said.queryByTestId('update-waiting')).toBeNull()
  })

  it('shows the version before the update, and the waiting version', async () => {
    const said = await renderAbout({ answers: { version: () => ({ waiting: '9.1', updatedFrom: '0.9' }) } })
    expect(said.getByText('Updated from 0.9')).toBeDefined()
    expect(said.getByTestId('update-waiting').textContent).toMatch(/^Version 9\.1 is ready/)
  })

  it("copies the background's last calls for support", async () => {
    const user = userEvent.setup({ delay: null })
    const text = 'Ferry 1.2.3, last 1 requests to the swap service\n2026 /api/v1/exchange/quote ok req-1'
    await renderAbout({ answers: { recentCalls: () => ({ text }) } })
    await act(() => user.click(screen.getByRole('button', { name: 'Copy recent calls' })))
    expect(await navigator.clipboard.readText()).toBe(text)
  })

  it('says that the versions could not be read, and shows the rest', async () => {
    const said = await renderAbout({ answers: { version: fail(problem('internal')) } })
    expect(said.getByRole('alert').textContent).toContain('Something went wrong')
    expect(said.getByText(start.deploymentName)).toBeDefined()
  })
})

describe('SettingsPage notifications', () => {
  async function renderNotifications(options: Parameters<typeof createTestApp>[0] = {}) {
    const shown = await createTestApp(options)
    draw(<SettingsPage app={shown.app} page="notifications" />)
    await shown.settle()
    return shown
  }

  it('sends a test, and says what to do if nothing appears', async () => {
    const { press, sent } = await renderNotifications()
    expect(screen.queryByTestId('notices-blocked')).toBeNull()
    expect(screen.queryByText(/Nothing appeared/)).toBeNull()
    await press(screen.getByRole('button', { name: 'Send a test' }))
    expect(sent('testNotice')).toEqual([null])
    expect(screen.getByText(/Nothing appeared\? Allow notifications/)).toBeDefined()
  })

  it('says that the browser or the system blocks notifications', async () => {
    await renderNotifications({ start: { ...start, areNoticesBlocked: true } })
    expect(screen.getByTestId('notices-blocked').textContent).toContain('Allow them in its settings')
  })

  it('says that the test failed', async () => {
    const { press } = await renderNotifications({ answers: { testNotice: fail(problem('internal')) } })
    await press(screen.getByRole('button', { name: 'Send a test' }))
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
    expect(screen.queryByText(/Nothing appeared/)).toBeNull()
  })
})

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
