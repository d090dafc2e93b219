import type { InputOf, OutputOf } from '../../../lib/base/message.ts'
import type { ProposalView, SitesView, siteMessages } from '../../../lib/sites/site-messages.ts'
import * as data from './fake-data.ts'

type SiteAnswers = {
  [K in keyof typeof siteMessages]: (
    input: InputOf<(typeof siteMessages)[K]>,
  ) => OutputOf<(typeof siteMessages)[K]>
}

const shop = { origin: 'https://shop.example', unicode: null }

/** A page's proposal of 100 USDC from Harbour to Island, of an unknown site. */
export const proposal: ProposalView = {
  swapId: 'swap-1',
  site: shop,
  isAllowed: false,
  createdMs: data.bornMs,
  swap: {
    originChainId: data.quoteRequest.originChainId,
    destinationChainId: data.quoteRequest.destinationChainId,
    inputToken: data.account.address,
    outputToken: data.quoteRequest.outputToken,
    inputAmount: '100000000',
    receiverAddress: null,
  },
  inputToken: data.usdcHarbour,
  outputToken: null,
  areTokensRead: true,
}

/** The sites' part of a fake background: the given proposals, and sites that really change. */
export function siteAnswers(proposals: readonly ProposalView[]): SiteAnswers {
  let waiting = [...proposals]
  let sites: SitesView = { kind: 'all', listed: [], never: [], allowed: [] }
  const change = (part: Partial<SitesView>): SitesView => {
    sites = { ...sites, ...part }
    return sites
  }
  const allow =
    (isOnce: boolean) =>
    ({ swapId }: { swapId: string }): ProposalView => {
      const found = waiting.find((one) => one.swapId === swapId) ?? proposal
      change({ allowed: [{ ...found.site, grantedMs: data.bornMs, isOnce }] })
      waiting = waiting.map((one) => ({ ...one, isAllowed: true }))
      return { ...found, isAllowed: true }
    }
  const end = ({ swapId }: { swapId: string }): null => {
    waiting = waiting.filter((one) => one.swapId !== swapId)
    return null
  }
  return {
    proposals: () => waiting,
    allowSite: allow(false),
    allowSiteOnce: allow(true),
    refuseProposal: end,
    neverSite: ({ swapId }) => {
      const refused = waiting.filter((one) => one.swapId === swapId).map(({ site }) => site)
      change({ never: [...sites.never, ...refused] })
      return end({ swapId })
    },
    proposalWallets: () => data.offers,
    sites: () => sites,
    chooseSites: change,
    addSite: ({ text }) => change({ listed: [...sites.listed, { origin: text, unicode: null }] }),
    removeSite: ({ origin }) => change({ listed: sites.listed.filter((one) => one.origin !== origin) }),
    unrefuseSite: ({ origin }) => change({ never: sites.never.filter((one) => one.origin !== origin) }),
    revokeSite: ({ origin }) => change({ allowed: sites.allowed.filter((one) => one.origin !== origin) }),
  }
}
