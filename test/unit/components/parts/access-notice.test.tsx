import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { AccessNotice, StorageNotice } from '../../../../components/parts/AccessNotice.tsx'
import { fail, problem } from '../../../screens/answers.ts'
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

describe('StorageNotice', () => {
  it('says where the tokens are, and that no new swap is possible', async () => {
    const { app } = await createTestApp()
    draw(<StorageNotice app={app} />)
    expect(screen.getByTestId('storage-broken').textContent).toMatch(
      /in your wallet or on-chain.*New swaps are paused/,
    )
  })

  it('says that nothing could be saved, and lets the person retry', async () => {
    const { app, press, sent } = await createTestApp({ answers: { rescue: fail(problem('storageFailed')) } })
    draw(<StorageNotice app={app} />)
    await press(button('Save backup file'))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    await press(button('Save backup file'))
    expect(sent('rescue')).toHaveLength(2)
  })
})
