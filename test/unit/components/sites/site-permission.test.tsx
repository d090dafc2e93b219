import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ProposalScreen } from '../../../../components/sites/ProposalScreen.tsx'
import type { ProposalView } from '../../../../lib/sites/site-messages.ts'
import { usdcIsland } from '../../models/fake-data.ts'
import { proposal } from '../../models/fake-sites.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

const allowed: ProposalView = { ...proposal, outputToken: usdcIsland }

async function renderProposal(...proposals: readonly ProposalView[]) {
  const shown = await createTestApp({ proposals }, '#/proposal')
  const model = await shown.app.create.proposal()
  await shown.settle()
  draw(<ProposalScreen app={shown.app} model={model} form={<p>the form</p>} />)
  return shown
}

describe('SiteQuestion', () => {
  it('shows the site and its permissions, and no form before the person decides', async () => {
    await renderProposal(proposal)
    expect(screen.getByText(/wants to suggest swaps to you/).parentElement?.textContent).toContain(
      new URL(proposal.site.origin).host,
    )
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.queryByText('the form')).toBeNull()
  })

  it.each([
    ['Allow', 'allowSite'],
    ['Allow once', 'allowSiteOnce'],
  ])('%s grants access only after its cooldown, and fills up meanwhile', async (name, message) => {
    const { app, focusChanges, pass, press, sent, settle } = await renderProposal(allowed)
    const filling = () => button(name).querySelector('.filling')
    const first = filling()
    expect([button(name).disabled, first === null]).toEqual([true, false])
    await pass(400)
    focusChanges.value += 1
    await settle()
    // The cooldown restarts, and so does its animation.
    expect([filling() === null, filling() === first]).toEqual([false, false])
    await pass(699)
    expect(button(name).disabled).toBe(true)
    await pass(1)
    expect(filling()).toBeNull()
    await press(button(name))
    expect(sent(message)).toEqual([{ swapId: proposal.swapId }])
    expect(sent(message === 'allowSite' ? 'allowSiteOnce' : 'allowSite')).toEqual([])
    expect(screen.getByText('the form')).toBeDefined()
    expect(app.proposals.waiting.value).toHaveLength(1)
  })

  it.each([
    ['Don’t allow', 'refuseProposal'],
    ['Never allow', 'neverSite'],
  ])('%s has no cooldown', async (name, message) => {
    const { press, sent } = await renderProposal(proposal)
    await press(button(name))
    expect(sent(message)).toEqual([{ swapId: proposal.swapId }])
  })

  it('says how long each permission lasts', async () => {
    await renderProposal(proposal)
    expect(screen.getByText('“Allow once” ends when you leave the page.')).toBeDefined()
    expect(screen.getByText('You can change “Allow” in Settings › Sites.')).toBeDefined()
  })
})
