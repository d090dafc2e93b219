import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { ProposalView } from '../../../../lib/sites/site-messages.ts'
import { usdcIsland } from '../../models/fake-data.ts'
import { proposal } from '../../models/fake-sites.ts'
import { button, inBrowser } from '../test-app.tsx'
import { renderProposal } from './render-proposal.tsx'

inBrowser()

const allowed: ProposalView = { ...proposal, isAllowed: true, outputToken: usdcIsland }

describe('ProposalScreen', () => {
  it('names the proposing site, and lets the person decline', async () => {
    const { press, client } = await renderProposal(allowed)
    expect(screen.getByRole('region', { name: /^Requested by/ })).toBeDefined()
    expect(screen.getByText('the form')).toBeDefined()
    const before = client.sent.length
    await press(button('Decline'))
    expect(client.sent.slice(before).map(({ name }) => name)).toContain('refuseProposal')
  })

  it('cannot continue if its token is in no list, and names the token', async () => {
    await renderProposal({ ...allowed, outputToken: null })
    expect(screen.getByRole('alert').textContent).toContain(allowed.swap.outputToken)
    expect(screen.queryByText('the form')).toBeNull()
  })

  it('tries again if the service did not answer about its token, and blames no token', async () => {
    const { press, client } = await renderProposal({ ...allowed, outputToken: null, areTokensRead: false })
    expect(screen.getByRole('alert').textContent).toContain('Ferry couldn’t load this token')
    expect(button('Decline')).toBeDefined()
    const before = client.sent.length
    await press(button('Try again'))
    expect(client.sent.slice(before).map(({ name }) => name)).toContain('proposals')
  })

  it('says that no proposal waits', async () => {
    await renderProposal()
    expect(screen.getByText('No swap requests')).toBeDefined()
    expect(button('Close')).toBeDefined()
  })
})
