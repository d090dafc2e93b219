import { createPageApi } from '../../lib/sites/page-api.ts'
import { createPageAnswer } from '../../lib/sites/page-handlers.ts'
import { pageChains, pageSwap } from '../../lib/sites/page-swap.ts'
import type { ProposalStore } from '../../lib/sites/proposals.ts'
import type { Proposal } from '../../lib/sites/sites.ts'
import type { PageSender } from '../../lib/wallet/connectors/page-tab.ts'
import { deployment } from '../harness/chains.ts'
import { namedLock } from '../harness/named-lock.ts'
import { createTestProposals } from '../unit/sites/proposal-fixture.ts'

export interface FuzzedHandlers {
  readonly rows: Map<string, Proposal>
  /** Windows opened and failures without a caller since the last `forget`. */
  shown: number
  failures: unknown[]
  nowMs: number
  answer(message: unknown, sender: PageSender): Promise<unknown>
  forget(): void
}

/** Proposals of one message, forgotten before the next. */
function storeInMemory(): ProposalStore & { readonly rows: Map<string, Proposal> } {
  const rows = new Map<string, Proposal>()
  const all = () => [...rows.values()]
  return {
    rows,
    read: async (swapId) => rows.get(swapId) ?? null,
    write: async (proposal) => void rows.set(proposal.swapId, proposal),
    listWaiting: async () => all().filter(({ state }) => state === 'proposed'),
    listCreatedSince: async (sinceMs) => all().filter(({ createdMs }) => createdMs >= sinceMs),
    sweep: async () => undefined,
  }
}

/** The real handlers and proposals, on a store in memory. */
export function createFuzzedHandlers(): FuzzedHandlers {
  const store = storeInMemory()
  const lock = namedLock()
  const clock = { nowMs: () => handlers.nowMs }
  const proposals = createTestProposals({ clock, lock, store })
  const answer = createPageAnswer('ferry', {
    onDocumentLeft: async () => undefined,
    onDocumentRestored: proposals.onDocumentRestored,
    documents: { checkDocuments: async () => undefined },
    events: { follow: () => undefined, onSwapChanged: () => undefined, onDocumentRestored: () => undefined },
    failed: (thrown) => handlers.failures.push(thrown),
    api: createPageApi({
      deploymentName: deployment.name,
      clock,
      lock,
      proposals,
      store,
      isOffered: async () => true,
      isGranted: async () => false,
      swapFor: async (proposal) => (proposal.state === 'confirmed' ? null : pageSwap(proposal, null)),
      chains: async () => pageChains(null, deployment),
      tokensOn: async () => [],
      checkDocuments: async () => undefined,
      isShown: async () => true,
      show: async () => {
        handlers.shown += 1
      },
    }),
  })
  const handlers: FuzzedHandlers = {
    rows: store.rows,
    shown: 0,
    failures: [],
    nowMs: 1_800_000_000_000,
    answer,
    forget() {
      handlers.shown = 0
      handlers.failures = []
      store.rows.clear()
    },
  }
  return handlers
}
