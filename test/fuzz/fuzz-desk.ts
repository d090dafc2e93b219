import { createPageAnswer } from '../../entrypoints/background/page-desk.ts'
import { createPageApi } from '../../lib/flow/page-api.ts'
import { createProposals } from '../../lib/flow/proposals.ts'
import { pageChains } from '../../lib/swap/check-proposed.ts'
import type { Proposal } from '../../lib/swap/proposal.ts'
import type { ProposalStore } from '../../lib/swap/proposal-store.ts'
import { namedLock } from '../flow/world/named-lock.ts'
import { deployment } from '../flow/world/places.ts'
import { type Given, given } from './mutants.ts'
import { createRandom } from './random.ts'

export interface Violation {
  readonly what: string
  readonly given: Given
}

/** Proposals of one message, forgotten before the next. */
function storeInMemory(): ProposalStore & { readonly rows: Map<string, Proposal> } {
  const rows = new Map<string, Proposal>()
  const all = () => [...rows.values()]
  return {
    rows,
    read: async (swapId) => rows.get(swapId) ?? null,
    write: async (proposal) => void rows.set(proposal.swapId, proposal),
    waiting: async () => all().filter(({ state }) => state === 'proposed'),
    since: async (sinceMs) => all().filter(({ createdMs }) => createdMs >= sinceMs),
    ofOrder: async () => null,
    sweep: async () => undefined,
  }
}

/**
 * Says so many messages to the page desk. Allowed is an answer or a refusal with a code of the page API, and no effect but
 * the one proposal of a good request with a gesture, which holds what was said and nothing more (M2, M6).
 */
export async function fuzzDesk(messages: number, seed: number): Promise<readonly Violation[]> {
  const random = createRandom(seed)
  const violations: Violation[] = []
  const store = storeInMemory()
  const lock = namedLock()
  const clock = { nowMs: () => nowMs }
  let nowMs = 1_800_000_000_000
  let shown = 0
  let failures: unknown[] = []
  const proposals = createProposals({
    clock,
    lock,
    store,
    orders: { read: async () => null },
    isGranted: async () => false,
    random: Math.random,
    changed: () => undefined,
  })
  const answer = createPageAnswer('ferry', {
    proposals,
    documents: { look: async () => undefined },
    events: { follow: () => undefined, changed: () => undefined, back: () => undefined },
    failed: (thrown) => failures.push(thrown),
    api: createPageApi({
      clock,
      lock,
      proposals,
      store,
      orders: { read: async () => null },
      isServed: async () => true,
      isGranted: async () => false,
      chains: async () => pageChains(null, deployment),
      tokensOn: async () => [],
      look: async () => undefined,
      show: async () => {
        shown += 1
      },
    }),
  })

  for (let done = 0; done < messages; done += 1) {
    const one = given(random)
    nowMs += 1_000
    shown = 0
    failures = []
    store.rows.clear()
    const problem = await answer(one.message, one.sender).then(
      (reply) => wrongReply(reply, one, [...store.rows.values()], shown),
      (thrown: unknown) => `threw ${String(thrown)}`,
    )
    const what = problem ?? (failures.length > 0 ? `failed with ${String(failures[0])}` : null)
    if (what !== null) violations.push({ what, given: one })
  }
  return violations
}

const codes = [4001, 4100, 4200, 4900, -32602, -32002, -32005]

function wrongReply(reply: unknown, { message, sender }: Given, rows: readonly Proposal[], shown: number) {
  const [row] = rows
  if (reply === true) return rows.length > 0 || shown > 0 ? 'an effect of a word that it is back' : null
  const { error, result } = reply as { error?: { code: number }; result?: { swapId?: string } }
  if (error !== undefined) {
    if (!codes.includes(error.code)) return `a code that is none: ${error.code}`
    return rows.length > 0 || shown > 0 ? 'an effect of what was refused' : null
  }
  if (row === undefined) return shown > 0 ? 'shown and not stored' : null
  const frame = message as { text: string; gesture: boolean }
  if (frame.gesture !== true) return 'proposed without a gesture'
  if (rows.length !== 1 || shown !== 1 || result?.swapId !== row.swapId) return 'more than one effect'
  const origin = sender.origin ?? new URL(sender.url ?? '').origin
  if (row.origin !== origin || row.document.tabId !== sender.tab?.id) return 'another origin'
  return canonical(said(frame.text)) === canonical(stored(row)) ? null : 'stored is not what was said'
}

function said(text: string): object {
  const { params } = JSON.parse(text.replace(/^\ufeff/, '')) as { params: [{ [name: string]: unknown }] }
  return params[0]
}

function stored({ swap, reference }: Proposal): object {
  const { receiverAddress, ...others } = swap
  return {
    ...others,
    ...(receiverAddress === null ? {} : { receiverAddress }),
    ...(reference === null ? {} : { reference }),
  }
}

/** Keys in order, addresses in one case; a reference as it is. */
function canonical(value: object): string {
  const entries = Object.entries(value).map(([name, each]) => {
    return [name, typeof each === 'string' && name !== 'reference' ? each.toLowerCase() : each] as const
  })
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
