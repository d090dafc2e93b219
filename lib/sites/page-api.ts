import { Problem } from '../base/problem.ts'
import { createRateLimit } from '../base/rate-limit.ts'
import { type Clock, minuteMs, secondMs } from '../base/time.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import type { FerryCapabilities, FerrySwap } from './ferry-provider.d.ts'
import { checkProposed, type ListedChain, PageRefusal, type PageRequest, type RawSwap } from './page-swap.ts'
import type { ProposalStore, Proposals } from './proposals.ts'
import {
  isSameDocument,
  maxWaiting,
  type PageDocument,
  type Proposal,
  type ProposedSwap,
  proposalLifeMs,
} from './sites.ts'

/** The page that sends a request, from the browser's record. */
interface PageRequester {
  readonly origin: string
  readonly document: PageDocument
  /** Fresh for each request; a repeat after the worker was stopped has the same id. */
  readonly pageRequestId: string
  readonly gesture: boolean
}

export interface PageApiPorts {
  readonly deploymentName: string
  readonly clock: Clock
  readonly lock: FlowPorts['lock']
  readonly proposals: Proposals
  readonly store: ProposalStore
  readonly isOffered: (origin: string) => Promise<boolean>
  readonly isGranted: (origin: string) => Promise<boolean>
  /** The swap for a document of its site; null where the user does not let the document see it. */
  readonly swapFor: (proposal: Proposal, document: PageDocument) => Promise<FerrySwap | null>
  readonly chains: () => Promise<readonly ListedChain[]>
  /** Token addresses of a chain, which cannot be receivers. */
  readonly tokensOn: (chainId: number) => Promise<readonly string[]>
  readonly checkDocuments: (tabId: number) => Promise<void>
  /** Shows the proposal: in Ferry's own window after a gesture, else by a quiet notification. */
  readonly show: (proposal: Proposal, isWindow: boolean) => Promise<void>
  readonly isShown: () => Promise<boolean | null>
}

/** As in the announcement of `start-page.ts`, which may import nothing for its size. A test compares the two. @internal */
export const ferryRdns = 'example.ferry'

export type PageApi = ReturnType<typeof createPageApi>

/** How long browsers report user activation. All requests within it may come from the same click. */
const gestureLifeMs = 5 * secondMs
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export function createPageApi(ports: PageApiPorts) {
  const { clock } = ports
  const isWithinRate = createRateLimit()
  const proposalWindow = createProposalWindow(ports)
  const propose = createProposer(ports, proposalWindow)
  const { swapOf, cancel, showProposal } = createSwapReader(ports, proposalWindow)
  return {
    /** Counts a request before anything else of it is read. Throws `PageRefusal` with -32005. */
    admit(origin: string): void {
      if (!isWithinRate(origin, clock.nowMs()))
        throw new PageRefusal(-32005, 'tooManyRequests', 'Too many requests: wait a moment.')
    },
    /** Throws `PageRefusal`. */
    async answer(request: PageRequest, caller: PageRequester): Promise<unknown> {
      if (!(await ports.isOffered(caller.origin)))
        throw new PageRefusal(4100, 'notOffered', 'Ferry is not offered here.')
      if (request.method === 'ferry_getCapabilities') {
        const chains = await ports.chains()
        return {
          api: 1,
          deployment: { name: ports.deploymentName, rdns: ferryRdns },
          features: ['links'],
          chains: chains.map(({ addressFormat: _ownUse, ...chain }) => chain),
        } satisfies FerryCapabilities
      }
      if (request.method === 'ferry_proposeSwap') {
        const { swapId } = await propose(request.swap, caller)
        return { swapId }
      }
      const perform = {
        ferry_getSwap: swapOf,
        ferry_cancelProposal: cancel,
        ferry_showProposal: showProposal,
      }
      return perform[request.method](request.swapId, caller)
    },
  }
}

const newProposalState = { state: 'proposed', isDocumentGone: false, orderId: null, endedMs: null } as const

type ProposalWindow = ReturnType<typeof createProposalWindow>

function createProposalWindow({ clock, ...ports }: PageApiPorts) {
  const shownMs = new Map<string, number>()

  async function show(proposal: Proposal, isWindow: boolean): Promise<void> {
    if (isWindow) shownMs.set(proposal.origin, clock.nowMs())
    await ports.show(proposal, isWindow)
  }

  /** Reopens the window, which the user may have closed. An open window comes to the front once per click. */
  async function showAgain(proposal: Proposal): Promise<void> {
    const agoMs = clock.nowMs() - (shownMs.get(proposal.origin) ?? Number.NEGATIVE_INFINITY)
    const isSameClick = agoMs >= 0 && agoMs < gestureLifeMs
    if (!isSameClick || (await ports.isShown()) === false) await show(proposal, true)
  }

  return { show, showAgain }
}

/** Creates the function that accepts a page's swap. It applies every limit in the order of its checks (M3, M5). */
function createProposer(
  ports: PageApiPorts,
  { show, showAgain }: ProposalWindow,
): (raw: RawSwap, requester: PageRequester) => Promise<Proposal> {
  const { clock, proposals, store } = ports

  /** The proposal of a request that the relay repeats because the worker was stopped before it answered. */
  async function findRepeated(requester: PageRequester): Promise<Proposal | null> {
    const { pageRequestId, gesture } = requester
    const known = uuidPattern.test(pageRequestId) ? await store.read(pageRequestId) : undefined
    if (known === null) return null
    if (known === undefined || !isSameRequester(known, requester))
      throw new PageRefusal(-32602, 'invalidParams', 'The request needs an id of its own.')
    // The worker may have been stopped between storing and showing it.
    if (known.state === 'proposed') await (gesture ? showAgain(known) : show(known, false))
    return known
  }

  /** Returns whether the site has made all its proposals of this minute. */
  async function requireAdmitted({ origin, gesture }: PageRequester): Promise<boolean> {
    const nowMs = clock.nowMs()
    const past = await store.listCreatedSince(nowMs - proposalLifeMs - 2 * minuteMs)
    const reason = proposalLimit(origin, past, nowMs)
    if (reason === 'quiet') throw new PageRefusal(-32005, 'quiet', 'The user refused twice: wait a minute.')
    if (!gesture && !(await ports.isGranted(origin))) {
      throw new PageRefusal(4100, 'noClick', 'Propose a swap when the user clicks.')
    }
    return reason === 'minute'
  }

  async function readSwap(raw: RawSwap): Promise<ProposedSwap> {
    const [chains, tokensThere] = await Promise.all([
      ports.chains(),
      raw.receiverAddress === undefined ? [] : ports.tokensOn(raw.destinationChainId),
    ])
    return checkProposed(raw, chains, tokensThere)
  }

  async function add(
    swap: ProposedSwap,
    reference: string | null,
    requester: PageRequester,
  ): Promise<Proposal> {
    const { origin, document, pageRequestId, gesture } = requester
    // Checked again under the lock.
    const repeated = await findRepeated(requester)
    if (repeated !== null) return repeated
    const isMinuteFull = await requireAdmitted(requester)
    const waiting = await proposals.listWaiting()
    const own = waiting.find((one) => one.origin === origin)
    if (own !== undefined) {
      if (gesture) await showAgain(own)
      throw new PageRefusal(-32002, 'alreadyWaits', 'A swap of this site waits for the user already.')
    }
    if (waiting.length >= maxWaiting)
      throw new PageRefusal(-32005, 'othersWait', 'Other swaps wait for the user.')
    if (isMinuteFull)
      throw new PageRefusal(-32005, 'tooManyProposals', 'At most five swaps a minute can be proposed.')
    const createdMs = clock.nowMs()
    const fields = { schema: 1, swapId: pageRequestId, origin, document, swap, createdMs } as const
    const proposal: Proposal = { ...fields, ...newProposalState, reference }
    await proposals.add(proposal)
    await show(proposal, gesture)
    return proposal
  }

  return async (raw, requester) => {
    const repeated = await findRepeated(requester)
    if (repeated !== null) return repeated
    await requireAdmitted(requester)
    // Before the lock, for which other sites wait: the lists may come from the service.
    const swap = await readSwap(raw)
    return ports.lock('proposals', () => add(swap, raw.reference ?? null, requester))
  }
}

function createSwapReader(ports: PageApiPorts, { showAgain }: ProposalWindow) {
  const { proposals } = ports

  /** Another document of the site may read it too, unless the proposal still waits. */
  async function requireOwnProposal(swapId: string, { origin, document }: PageRequester): Promise<Proposal> {
    let proposal = await proposals.read(swapId)
    if (proposal?.state === 'proposed' && !isSameDocument(proposal.document, document)) {
      // A reloaded page may send a request before Ferry notices that its earlier document has closed.
      await ports.checkDocuments(proposal.document.tabId)
      proposal = await proposals.read(swapId)
    }
    const isTheirs =
      proposal?.origin === origin &&
      (proposal.state !== 'proposed' || isSameDocument(proposal.document, document))
    if (proposal === null || !isTheirs) {
      throw new PageRefusal(-32001, 'noSuchSwap', 'There is no such swap for this page.', 'params[0].swapId')
    }
    return proposal
  }

  async function swapOf(swapId: string, requester: PageRequester): Promise<FerrySwap> {
    const proposal = await requireOwnProposal(swapId, requester)
    const swap = await ports.swapFor(proposal, requester.document)
    if (swap === null) throw new PageRefusal(4100, 'notAllowed', 'The user does not let this page see it.')
    return swap
  }

  async function cancel(swapId: string, requester: PageRequester): Promise<null> {
    const proposal = await requireOwnProposal(swapId, requester)
    const ended = isSameDocument(proposal.document, requester.document)
      ? await proposals.end(swapId, 'cancelled')
      : proposal
    if (ended?.state === 'confirmed')
      throw new PageRefusal(-32602, 'alreadyConfirmed', 'The user has confirmed this swap.')
    return null
  }

  async function showProposal(swapId: string, requester: PageRequester): Promise<null> {
    const proposal = await requireOwnProposal(swapId, requester)
    if (proposal.state !== 'proposed')
      throw new PageRefusal(-32602, 'notWaiting', 'The swap does not wait for the user any more.')
    if (!requester.gesture) throw new PageRefusal(4100, 'noClick', 'Show a proposal when the user clicks.')
    await showAgain(proposal)
    return null
  }

  return { swapOf, cancel, showProposal }
}

function isSameRequester(proposal: Proposal, { origin, document }: PageRequester): boolean {
  return proposal.origin === origin && isSameDocument(proposal.document, document)
}

export function toPageRefusal(thrown: unknown): PageRefusal {
  if (thrown instanceof PageRefusal) return thrown
  const isFull = thrown instanceof Problem && thrown.data.code === 'storageFailed'
  return new PageRefusal(
    -32005,
    'unavailable',
    isFull ? 'Ferry cannot keep a swap now.' : 'Ferry cannot answer now.',
  )
}

const maxProposalsPerMinute = 5
const quietMs = minuteMs

function proposalLimit(origin: string, past: readonly Proposal[], nowMs: number): 'quiet' | 'minute' | null {
  // Times in the future are from before the clock was set back.
  const own = past.filter((one) => one.origin === origin && (one.endedMs ?? one.createdMs) <= nowMs)
  const refusals = own
    .flatMap(({ state, endedMs }) => (state === 'declined' && endedMs !== null ? [endedMs] : []))
    .sort((a, b) => b - a)
  const [last, before] = refusals
  const isQuiet =
    last !== undefined && before !== undefined && last - before <= quietMs && nowMs - last < quietMs
  if (isQuiet) return 'quiet'
  return own.filter(({ createdMs }) => nowMs - createdMs < minuteMs).length >= maxProposalsPerMinute
    ? 'minute'
    : null
}
