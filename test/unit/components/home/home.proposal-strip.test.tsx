import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ProposalStrip } from '../../../../components/home/ProposalStrip.tsx'
import type { ProposalView } from '../../../../lib/sites/site-messages.ts'
import { usdcIsland } from '../../models/fake-data.ts'
import { proposal } from '../../models/fake-sites.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

const allowed: ProposalView = { ...proposal, isAllowed: true, outputToken: usdcIsland }

describe('ProposalStrip', () => {
  it('names the waiting site, or the number of sites, or shows nothing', async () => {
    for (const [proposals, said] of [
      [[], null],
      [[allowed], /shop\.example.{0,2} requests a swap/],
      [[allowed, { ...allowed, swapId: 'swap-2' }], /2 swap requests/],
    ] as const) {
      const { app } = await createTestApp({ proposals })
      draw(<ProposalStrip app={app} />)
      const strip = screen.queryByRole('status')
      if (said === null) expect(strip).toBeNull()
      else expect(strip?.textContent).toMatch(said)
      expect(strip?.textContent ?? '').not.toMatch(/https:/)
    }
  })

  it('opens the proposals', async () => {
    const { app, press, opened } = await createTestApp({ proposals: [allowed] })
    draw(<ProposalStrip app={app} />)
    await press(button('Review'))
    expect(opened).toEqual(['proposals'])
  })

  it('can be hidden until another proposal arrives', async () => {
    const { app, press, push } = await createTestApp({ proposals: [allowed] })
    draw(<ProposalStrip app={app} />)
    await press(button('Later'))
    expect(screen.queryByRole('status')).toBeNull()
    await push({ kind: 'proposals', proposals: [allowed, { ...allowed, swapId: 'swap-2' }] })
    expect(screen.getByRole('status').textContent).toMatch(/2 swap requests/)
  })
})
