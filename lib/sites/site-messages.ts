import * as v from 'valibot'
import { answerNull, type Handlers, idShape, message, noInput, output } from '../base/message.ts'
import { Problem } from '../base/problem.ts'
import { textShape } from '../base/shapes.ts'
import { getSiteNames, type Site } from '../base/url.ts'
import type { Token } from '../service/token.ts'
import { searchMsShape } from '../wallet/account-messages.ts'
import type { DetectedWallet } from '../wallet/port.ts'
import type { Proposals } from './proposals.ts'
import type { Sites } from './site-store.ts'
import type { Proposal, ProposedSwap } from './sites.ts'

export interface ProposalView {
  readonly swapId: string
  readonly site: Site
  /** False: the user first has to allow this site to propose swaps (`allowSite`). */
  readonly isAllowed: boolean
  readonly createdMs: number
  /** All that a page can set; the receiver is null where the page named none. */
  readonly swap: ProposedSwap
  /** From Ferry's lists, and once the site is allowed the service's; null where these do not have the token. */
  readonly inputToken: Token | null
  readonly outputToken: Token | null
  /** False while the service has not answered about a token: it may have it. */
  readonly areTokensRead: boolean
}

interface GrantView extends Site {
  readonly grantedMs: number
  readonly isOnce: boolean
}

export interface SitesView {
  /** `all`: Ferry is offered to every https site (and http on this machine); `listed`: only to the listed ones. */
  readonly kind: 'all' | 'listed'
  readonly listed: readonly Site[]
  readonly never: readonly Site[]
  /** Sites that may propose swaps, newest first; sites allowed once come after the permanent ones. */
  readonly allowed: readonly GrantView[]
}

const oneProposal = v.strictObject({ swapId: idShape })
const oneSite = v.strictObject({ origin: textShape(300, 1) })

export const siteMessages = {
  /** Waiting proposals, oldest first. Views show the first and count the others ("1 of 3"). Pushed on each change. */
  proposals: message(noInput, output<readonly ProposalView[]>()),
  /** Allows the proposal's site to propose swaps, now and later. Throws `proposalGone`. */
  allowSite: message(oneProposal, output<ProposalView>()),
  /** Allows the proposal's document to propose swaps until it closes. Throws `proposalGone`. */
  allowSiteOnce: message(oneProposal, output<ProposalView>()),
  refuseProposal: message(oneProposal, output<null>()),
  /** Refuses the proposal's site permanently, which ends the proposal. Throws `proposalGone`. */
  neverSite: message(oneProposal, output<null>()),
  proposalWallets: message(
    v.strictObject({ swapId: idShape, waitMs: searchMsShape }),
    output<readonly DetectedWallet[]>(),
  ),
  sites: message(noInput, output<SitesView>()),
  chooseSites: message(v.strictObject({ kind: v.picklist(['all', 'listed']) }), output<SitesView>()),
  /** `text` is an origin, an address or a bare host, as typed. Throws `siteInvalid`. */
  addSite: message(v.strictObject({ text: textShape(2_048) }), output<SitesView>()),
  removeSite: message(oneSite, output<SitesView>()),
  unrefuseSite: message(oneSite, output<SitesView>()),
  revokeSite: message(oneSite, output<SitesView>()),
}

interface SiteHandlerPorts {
  readonly sites: Sites
  readonly proposals: Proposals
  /**
   * Finds a token in Ferry's lists, else the service's where it may be searched; null where neither has it, undefined where
   * they do not answer.
   */
  readonly findToken: (
    chainId: number,
    address: string,
    canSearch: boolean,
  ) => Promise<Token | null | undefined>
  readonly walletsFor: (proposal: Proposal, waitMs: number) => Promise<readonly DetectedWallet[]>
  /** Ends the once-only permissions of documents that have closed. */
  readonly checkDocumentsNow: () => Promise<void>
}

export function siteHandlers(ports: SiteHandlerPorts): Handlers<typeof siteMessages> {
  const { sites, proposals, findToken, walletsFor, checkDocumentsNow } = ports

  async function viewOf(proposal: Proposal): Promise<ProposalView> {
    const { swapId, origin, swap, createdMs } = proposal
    // Nothing of a page leaves the browser before the user allows its site.
    const isAllowed = await sites.canPropose(proposal)
    const tokens = await Promise.all([
      findToken(swap.originChainId, swap.inputToken, isAllowed),
      findToken(swap.destinationChainId, swap.outputToken, isAllowed),
    ])
    const [inputToken = null, outputToken = null] = tokens
    const areTokensRead = !tokens.includes(undefined)
    const site = getSiteNames(origin)
    return { swapId, site, isAllowed, createdMs, swap, inputToken, outputToken, areTokensRead }
  }

  async function sitesView(): Promise<SitesView> {
    await checkDocumentsNow()
    const { kind, listed, never = [] } = await sites.choice()
    const [grants, visits] = await Promise.all([sites.grants(), sites.documentGrants()])
    const allowed = new Map<string, GrantView>()
    for (const grant of [...grants, ...visits]) {
      const { origin, grantedMs } = grant
      if (allowed.has(origin)) continue
      allowed.set(origin, { ...getSiteNames(origin), grantedMs, isOnce: 'document' in grant })
    }
    return {
      kind,
      listed: listed.map(getSiteNames),
      never: never.map(getSiteNames),
      allowed: [...allowed.values()],
    }
  }

  async function requireWaiting(swapId: string): Promise<Proposal> {
    const proposal = await proposals.read(swapId)
    if (proposal?.state !== 'proposed') throw new Problem('proposalGone')
    return proposal
  }

  /** Reading the waiting proposals ends those of sites that Ferry is not offered to any more. */
  const endExcluded = proposals.listWaiting
  const viewAfter = (change: Promise<unknown>) => change.then(sitesView)
  return {
    proposals: async () => Promise.all((await proposals.listWaiting()).map(viewOf)),
    async allowSite({ swapId }) {
      const proposal = await requireWaiting(swapId)
      await sites.grant(proposal.origin)
      return viewOf(proposal)
    },
    async allowSiteOnce({ swapId }) {
      const proposal = await requireWaiting(swapId)
      await sites.grantOnce(proposal.origin, proposal.document)
      return viewOf(proposal)
    },
    refuseProposal: ({ swapId }) => answerNull(proposals.end(swapId, 'declined')),
    async neverSite({ swapId }) {
      const { origin } = await requireWaiting(swapId)
      return answerNull(sites.refuse(origin).then(endExcluded))
    },
    proposalWallets: async ({ swapId, waitMs }) => walletsFor(await requireWaiting(swapId), waitMs),
    sites: sitesView,
    chooseSites: ({ kind }) => viewAfter(sites.choose(kind).then(endExcluded)),
    addSite: ({ text }) => viewAfter(sites.add(text)),
    removeSite: ({ origin }) => viewAfter(sites.remove(origin).then(endExcluded)),
    unrefuseSite: ({ origin }) => viewAfter(sites.unrefuse(origin)),
    revokeSite: ({ origin }) => viewAfter(sites.revoke(origin).then(() => proposals.onSiteRevoked(origin))),
  }
}
