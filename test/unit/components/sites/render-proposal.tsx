import { ProposalScreen } from '../../../../components/sites/ProposalScreen.tsx'
import type { ProposalView } from '../../../../lib/sites/site-messages.ts'
import { createTestApp, draw } from '../test-app.tsx'

/** Shows the screen of these waiting proposals, with a text in place of the form. */
export async function renderProposal(...proposals: readonly ProposalView[]) {
  const shown = await createTestApp({ proposals }, '#/proposal')
  const model = await shown.app.create.proposal()
  await shown.settle()
  draw(<ProposalScreen app={shown.app} model={model} form={<p>the form</p>} />)
  return shown
}
