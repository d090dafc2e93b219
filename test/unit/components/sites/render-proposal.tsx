import { ProposalScreen } from '../../../../components/sites/ProposalScreen.tsx'
import { createProposalModel } from '../../../../lib/models/proposal-model.ts'
import type { ProposalView } from '../../../../lib/sites/site-messages.ts'
import { createTestApp, draw } from '../test-app.tsx'

/** Shows the screen of these waiting proposals, with a text in place of the form. */
export async function renderProposal(...proposals: readonly ProposalView[]) {
  const shown = await createTestApp({ proposals }, '#/proposal')
  const model = createProposalModel(shown.app)
  await shown.settle()
  draw(<ProposalScreen app={shown.app} model={model} form={<p>the form</p>} />)
  return shown
}
