import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { ProposalView } from '../../../../lib/sites/site-messages.ts'
import { usdcIsland } from '../../models/fake-data.ts'
import { proposal } from '../../models/fake-sites.ts'
import { button, inBrowser } from '../test-app.tsx'
import { renderProposal } from './render-proposal.tsx'

inBrowser()

const allowed: ProposalView = { ...proposal, outputToken: usdcIsland }

describe('SiteQuestion', () => {
  it('shows the site and its permissions, and no form before the person decides', async () => {
    await renderProposal(proposal)
    expect(screen.getByText(/wants to suggest swaps/).textContent).toContain(proposal.site.origin)
    const { host } = new URL(proposal.site.origin)
    expect(screen.getByRole('heading', { level: 2 }).textContent).toContain(`${host} will be able to:`)
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.queryByText('the form')).toBeNull()
  })

  it.each([
    ['Always allow', 'allowSite'],
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

  it('makes the permission that does not last the main button', async () => {
    await renderProposal(proposal)
    expect(button('Allow once').className).toMatch(/^primary/)
    expect(button('Always allow').className).toMatch(/^secondary/)
  })

  it('Don’t allow has no cooldown', async () => {
    const { press, sent } = await renderProposal(proposal)
    await press(button('Don’t allow'))
    expect(sent('refuseProposal')).toEqual([{ swapId: proposal.swapId }])
    expect(sent('neverSite')).toEqual([])
  })

  it('Don’t allow refuses the site for good if it may not ask again', async () => {
    const { press, sent } = await renderProposal(proposal)
    await press(screen.getByRole('checkbox', { name: 'Don’t ask again if I don’t allow' }))
    expect(sent('neverSite')).toEqual([])
    await press(button('Don’t allow'))
    expect(sent('neverSite')).toEqual([{ swapId: proposal.swapId }])
    expect(sent('refuseProposal')).toEqual([])
  })

  it('does not apply the checkbox of one request to the next', async () => {
    const { press } = await renderProposal(proposal, { ...proposal, swapId: 'swap-2' })
    const checkbox = () =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Don’t ask again if I don’t allow' })
    await press(checkbox())
    await press(button('Don’t allow'))
    expect(checkbox().checked).toBe(false)
  })
})
