import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { AccessNotice } from '../../../../components/parts/AccessNotice.tsx'
import { start } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

describe('AccessNotice', () => {
  it('names the hosts, says that nothing is lost, and requests them from the browser', async () => {
    const { app, press } = await createTestApp({
      start: { ...start, missingHosts: ['https://swap.example/*'] },
    })
    draw(<AccessNotice app={app} />)
    expect(screen.getByRole('region', { name: 'Ferry needs permission to connect' }).textContent).toMatch(
      /Nothing is lost\..*your wallet won’t be opened/,
    )
    expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['https://swap.example'])
    await press(button('Allow access'))
    expect(screen.queryByText(/Still not allowed/)).toBeNull()
  })
})
