import * as v from 'valibot'
import { type Handlers, idShape, message, nothing, output } from '../base/message.ts'
import { Problem } from '../base/problem.ts'
import { textShape } from '../base/shapes.ts'
import { type Site, siteName } from '../base/url.ts'
import type { Token } from '../service/token.ts'
import { lookMsShape } from '../wallet/account-messages.ts'
import type { WalletOffer } from '../wallet/port.ts'
import type { Proposals } from './proposals.ts'
import type { Sites } from './site-store.ts'
import type { Proposal, ProposedSwap } from './sites.ts'

/** A swap that a page handed over, as the user is shown it. */
export interface ProposalView {
  readonly swapId: string
  readonly site: Site
  /** False: the user has to let this site propose swaps first (`allowSite`). */
  readonly isAllowed: boolean
  readonly createdMs: number
  /** What the page set, and all it can set; the receiver is null where it named none. */
  readonly swap: ProposedSwap
  /** As the lists know them; null where neither our own nor the service's does. */
  readonly inputToken: Token | null
  readonly outputToken: Token | null
}

interface GrantView extends Site {
  readonly grantedMs: number
  /** Let in once: until its page goes. */
  readonly isOnce: boolean
}

/** Which sites Ferry talks to. */
export interface SitesView {
  /** `all`: every https site (and http on this machine) is offered Ferry; `listed`: only those of the list. */
  readonly kind: 'all' | 'listed'
  readonly listed: readonly Site[]
  /** Sites that are refused for good. */
  readonly never: readonly Site[]
  /** Sites that may propose swaps, newest first; those let in once after those that are kept. */
  readonly allowed: readonly GrantView[]
}

const oneProposal = v.strictObject({ swapId: idShape })
const oneSite = v.strictObject({ origin: textShape(300, 1) })

/** What views ask about pages. */
export const siteMessages = {
  /** Proposals that wait, oldest first: the first one is shown, the others are counted ("1 of 3"). Pushed on each change. */
  proposals: message(nothing, output<readonly ProposalView[]>()),
  /** Lets the proposal's site propose swaps, now and later. Throws `proposalGone`. */
  allowSite: message(oneProposal, output<ProposalView>()),
  /** Lets the proposal's document propose swaps, as long as it is there. Throws `proposalGone`. */
  allowSiteOnce: message(oneProposal, output<ProposalView>()),
  /** The user does not want it, whether they were asked about the site or about the swap. */
  refuseProposal: message(oneProposal, output<null>()),
  /** Refuses the proposal, and its site for good. Throws `proposalGone`. */
  neverSite: message(oneProposal, output<null>()),
  /** The wallets for a proposal: the one its page is connected with first, if there is one. Prompts nobody. */
  proposalWallets: message(
    v.strictObject({ swapId: idShape, waitMs: lookMsShape }),
    output<readonly WalletOffer[]>(),
  ),
  sites: message(nothing, output<SitesView>()),
  chooseSites: message(v.strictObject({ kind: v.picklist(['all', 'listed']) }), output<SitesView>()),
  /** `text` is an origin, an address or a bare host as it was typed. Throws `siteInvalid`. */
  addSite: message(v.strictObject({ text: textShape(2_048) }), output<SitesView>()),
  removeSite: message(oneSite, output<SitesView>()),
  /** Takes back that a site is refused for good. */
  unrefuseSite: message(oneSite, output<SitesView>()),
  /** Takes the leave back: what waits of the site ends, and it sees no swap any more. */
  revokeSite: message(oneSite, output<SitesView>()),
}

interface SiteHandlerPorts {
  readonly sites: Sites
  readonly proposals: Proposals
  /** A token as our own lists know it, else the service's; null where neither does. */
  readonly findToken: (chainId: number, address: string) => Promise<Token | null>
  readonly walletsFor: (proposal: Proposal, waitMs: number) => Promise<readonly WalletOffer[]>
  /** Ends what was let in once and is gone. */
  readonly lookNow: () => Promise<void>
}

/** Creates what views are shown of proposals and sites. */
function createSiteViews({ sites, proposals, findToken, lookNow }: SiteHandlerPorts) {
  async function viewOf(proposal: Proposal): Promise<ProposalView> {
    const { swapId, origin, swap, createdMs } = proposal
    const [isAllowed, inputToken, outputToken] = await Promise.all([
      sites.isLetIn(proposal),
      findToken(swap.originChainId, swap.inputToken),
      findToken(swap.destinationChainId, swap.outputToken),
    ])
    return { swapId, site: siteName(origin), isAllowed, createdMs, swap, inputToken, outputToken }
  }

  async function sitesView(): Promise<SitesView> {
    await lookNow()
    const { kind, listed, never = [] } = await sites.choice()
    const [grants, visits] = await Promise.all([sites.grants(), sites.visits()])
    const allowed = new Map<string, GrantView>()
    for (const grant of [...grants, ...visits]) {
      const { origin, grantedMs } = grant
      if (allowed.has(origin)) continue
      allowed.set(origin, { ...siteName(origin), grantedMs, isOnce: 'document' in grant })
    }
    return { kind, listed: listed.map(siteName), never: never.map(siteName), allowed: [...allowed.values()] }
  }

  async function waitingOne(swapId: string): Promise<Proposal> {
    const proposal = await proposals.read(swapId)
    if (proposal?.state !== 'proposed') throw new Problem('proposalGone')
    return proposal
  }

  return { viewOf, sitesView, waitingOne }
}

/** Answers what views ask about pages and sites. */
export function siteHandlers(ports: SiteHandlerPorts): Handlers<typeof siteMessages> {
  const { sites, proposals, walletsFor } = ports
  const { viewOf, sitesView, waitingOne } = createSiteViews(ports)
  return {
    proposals: async () => Promise.all((await proposals.waiting()).map(viewOf)),
    async allowSite({ swapId }) {
      const proposal = await waitingOne(swapId)
      await sites.grant(proposal.origin)
      return viewOf(proposal)
    },
    async allowSiteOnce({ swapId }) {
      const proposal = await waitingOne(swapId)
      await sites.grantOnce(proposal.origin, proposal.document)
      return viewOf(proposal)
    },
    async refuseProposal({ swapId }) {
      await proposals.end(swapId, 'declined')
      return null
    },
    async neverSite({ swapId }) {
      const { origin } = await waitingOne(swapId)
      await sites.refuse(origin)
      await proposals.end(swapId, 'declined')
      await proposals.siteRefused(origin)
      return null
    },
    proposalWallets: async ({ swapId, waitMs }) => walletsFor(await waitingOne(swapId), waitMs),
    sites: sitesView,
    async chooseSites({ kind }) {
      await sites.choose(kind)
      return sitesView()
    },
    async addSite({ text }) {
      await sites.add(text)
      return sitesView()
    },
    async removeSite({ origin }) {
      await sites.remove(origin)
      return sitesView()
    },
    async unrefuseSite({ origin }) {
      await sites.unrefuse(origin)
      return sitesView()
    },
    async revokeSite({ origin }) {
      await sites.revoke(origin)
      await proposals.siteRefused(origin)
      return sitesView()
    },
  }
}
