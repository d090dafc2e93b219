import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ProposalScreen } from '../../../../components/sites/ProposalScreen.tsx'
import type { ProposalView } from '../../../../lib/sites/site-messages.ts'
import { usdcIsland } from '../../models/fake-data.ts'
import { proposal } from '../../models/fake-sites.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

const allowed: ProposalView = { ...proposal, isAllowed: true, outputToken: usdcIsland }

async function renderProposal(...proposals: readonly ProposalView[]) {
  const shown = await createTestApp({ proposals }, '#/proposal')
  const model = await shown.app.create.proposal()
  await shown.settle()
  draw(<ProposalScreen app={shown.app} model={model} form={<p>the form</p>} />)
  return shown
}

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

  it('says that no proposal waits', async () => {
    await renderProposal()
    expect(screen.getByText('No swap requests')).toBeDefined()
    expect(button('Close')).toBeDefined()
  })
})
