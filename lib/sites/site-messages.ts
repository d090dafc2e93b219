import type { Token } from '../service/token.ts'
import type { WalletOffer } from '../wallet/account.ts'
import type { ProposedSwap } from './proposal.ts'
import type { SiteName } from './sites.ts'

/** A swap that a page handed over, as the person is shown it. */
export interface ProposalView {
  readonly swapId: string
  readonly site: SiteName
  /** False: the person has to let this site propose swaps first (`allowSite`). */
  readonly isAllowed: boolean
  readonly createdMs: number
  /** What the page set, and all it can set; the receiver is null where it named none. */
  readonly swap: ProposedSwap
  /** As the lists know them; null where neither our own nor the service's does. */
  readonly inputToken: Token | null
  readonly outputToken: Token | null
}

/** A review's part that comes from a page. */
export interface ReviewProposalView {
  /** The proposal the review belongs to; null where only the receiver is a page's. */
  readonly swapId: string | null
  readonly site: SiteName
  /** The receiver was named by this site: one of these three ends is the receiver's, and `confirm` wants it (M7). */
  readonly receiverChoices: readonly string[] | null
}

export interface GrantView extends SiteName {
  readonly grantedMs: number
}

/** Which sites Ferry talks to. */
export interface SitesView {
  /** `all`: every https site (and http on this machine) is offered Ferry; `listed`: only those of the list. */
  readonly kind: 'all' | 'listed'
  readonly listed: readonly SiteName[]
  /** Sites that are refused for good. */
  readonly never: readonly SiteName[]
  /** Sites that may propose swaps, newest first. */
  readonly allowed: readonly GrantView[]
}

/** What views ask about pages: the same form as `ViewMessages`, which holds these too. */
export interface SiteMessages {
  /** Proposals that wait, oldest first: the first one is shown, the others are counted ("1 of 3"). Pushed on each change. */
  proposals: { input: null; output: readonly ProposalView[] }
  /** Lets the proposal's site propose swaps, now and later. Throws `proposalGone`. */
  allowSite: { input: { swapId: string }; output: ProposalView }
  /** The person does not want it, whether they were asked about the site or about the swap. */
  refuseProposal: { input: { swapId: string }; output: null }
  /** Refuses the proposal, and its site for good. Throws `proposalGone`. */
  neverSite: { input: { swapId: string }; output: null }
  /** The wallets for a proposal: the one its page is connected with first, if there is one. Prompts nobody. */
  proposalWallets: { input: { swapId: string; waitMs: number }; output: readonly WalletOffer[] }
  sites: { input: null; output: SitesView }
  chooseSites: { input: { kind: 'all' | 'listed' }; output: SitesView }
  /** `text` is an origin, an address or a bare host as it was typed. Throws `siteInvalid`. */
  addSite: { input: { text: string }; output: SitesView }
  removeSite: { input: { origin: string }; output: SitesView }
  /** Takes back that a site is refused for good. */
  unrefuseSite: { input: { origin: string }; output: SitesView }
  /** Takes the leave back: what waits of the site ends, and it sees no swap any more. */
  revokeSite: { input: { origin: string }; output: SitesView }
}
