import { signal } from '@preact/signals'
import type { ViewPush } from '../rpc/messages.ts'
import type { ProposalView } from '../sites/site-messages.ts'
import type { ViewPorts } from './view-ports.ts'

export type ProposalsModel = ReturnType<typeof createProposalsModel>

/** Creates the model of the swaps that sites have proposed and nobody has decided on, oldest first. */
export function createProposalsModel({ client }: Pick<ViewPorts, 'client'>) {
  /** Null until the background has told. */
  const waiting = signal<readonly ProposalView[] | null>(null)
  return {
    waiting,
    async load(): Promise<void> {
      waiting.value = await client.send('proposals', null)
    },
    onPush(push: ViewPush): void {
      if (push.kind === 'proposals') waiting.value = push.proposals
    },
  }
}
