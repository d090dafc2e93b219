import { Problem } from '../../lib/base/problem.ts'
import type { ViewHandlers } from '../../lib/rpc/rpc-server.ts'
import type { Token } from '../../lib/service/token.ts'
import type { Proposal } from '../../lib/sites/proposal.ts'
import type { Proposals } from '../../lib/sites/proposals.ts'
import type { ProposalView, SiteMessages, SitesView } from '../../lib/sites/site-messages.ts'
import type { Sites } from '../../lib/sites/site-store.ts'
import { siteName } from '../../lib/sites/sites.ts'
import type { WalletOffer } from '../../lib/wallet/account.ts'

interface SiteDeskPorts {
  readonly sites: Sites
  readonly proposals: Proposals
  /** A token as our own lists know it, else the service's; null where neither does. */
  readonly findToken: (chainId: number, address: string) => Promise<Token | null>
  readonly walletsFor: (proposal: Proposal, waitMs: number) => Promise<readonly WalletOffer[]>
}

/** What views ask about pages and sites. */
export interface SiteDesk {
  readonly answers: Pick<ViewHandlers, keyof SiteMessages>
  /** All that wait, as views are shown them. */
  waiting(): Promise<readonly ProposalView[]>
}

/** Answers the messages about pages, each by one call into lib. */
export function createSiteDesk({ sites, proposals, findToken, walletsFor }: SiteDeskPorts): SiteDesk {
  async function viewOf(proposal: Proposal): Promise<ProposalView> {
    const { swapId, origin, swap, createdMs } = proposal
    const [isAllowed, inputToken, outputToken] = await Promise.all([
      sites.isGranted(origin),
      findToken(swap.originChainId, swap.inputToken),
      findToken(swap.destinationChainId, swap.outputToken),
    ])
    return { swapId, site: siteName(origin), isAllowed, createdMs, swap, inputToken, outputToken }
  }

  async function sitesView(): Promise<SitesView> {
    const [{ kind, listed, never = [] }, grants] = await Promise.all([sites.choice(), sites.grants()])
    const allowed = grants.map(({ origin, grantedMs }) => ({ ...siteName(origin), grantedMs }))
    return { kind, listed: listed.map(siteName), never: never.map(siteName), allowed }
  }

  async function waitingOne(swapId: string): Promise<Proposal> {
    const proposal = await proposals.read(swapId)
    if (proposal?.state !== 'proposed') throw new Problem('proposalGone')
    return proposal
  }

  const waiting = async () => Promise.all((await proposals.waiting()).map(viewOf))

  return {
    waiting,
    answers: {
      proposals: waiting,
      async allowSite({ swapId }) {
        const proposal = await waitingOne(swapId)
        await sites.grant(proposal.origin)
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
    },
  }
}
