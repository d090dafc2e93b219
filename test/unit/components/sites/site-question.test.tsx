import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ProposalScreen } from '../../../../components/sites/ProposalScreen.tsx'
import type { ProposalView } from '../../../../lib/sites/site-messages.ts'
import { proposal } from '../../models/fake-sites.ts'
import { button, draw, inBrowser, shownApp } from '../shown-app.tsx'

inBrowser()

async function proposed(...proposals: readonly ProposalView[]) {
  const shown = await shownApp({ proposals }, '#/proposal')
  const model = await shown.app.create.proposal()
  await shown.settle()
  draw(<ProposalScreen app={shown.app} model={model} form={<p>the form</p>} />)
  return shown
}

describe('SiteQuestion', () => {
  it('names the site and what it may and may not, and shows no form before it is answered', async () => {
    await proposed(proposal)
    expect(screen.getByText(/wants to suggest swaps to you/).parentElement?.textContent).toContain(
      new URL(proposal.site.origin).host,
    )
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.queryByText('the form')).toBeNull()
  })

  it('rests before the site can be let in', async () => {
    const { pass, press, sent } = await proposed(proposal)
    expect(button('Allow').disabled).toBe(true)
    await pass(700)
    await press(button('Allow'))
    expect(sent('allowSite')).toEqual([{ swapId: proposal.swapId }])
  })

  it('can be refused at once', async () => {
    const { press, client } = await proposed(proposal)
    const before = client.sent.length
    await press(button('Don’t allow'))
    expect(client.sent.slice(before).map(({ name }) => name)).toContain('refuseProposal')
  })
})
