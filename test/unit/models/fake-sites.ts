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
}

/** The sites' part of a fake background: the given proposals, and sites that really change. */
export function siteAnswers(proposals: readonly ProposalView[]): SiteAnswers {
  let waiting = [...proposals]
  let sites: SitesView = { kind: 'all', listed: [], never: [], allowed: [] }
  return {
    proposals: () => waiting,
    allowSite: ({ swapId }) => {
      const found = waiting.find((one) => one.swapId === swapId) ?? proposal
      sites = { ...sites, allowed: [{ ...found.site, grantedMs: data.bornMs, isOnce: false }] }
      waiting = waiting.map((one) => ({ ...one, isAllowed: true }))
      return { ...found, isAllowed: true }
    },
    allowSiteOnce: ({ swapId }) => {
      const found = waiting.find((one) => one.swapId === swapId) ?? proposal
      sites = { ...sites, allowed: [{ ...found.site, grantedMs: data.bornMs, isOnce: true }] }
      waiting = waiting.map((one) => ({ ...one, isAllowed: true }))
      return { ...found, isAllowed: true }
    },
    refuseProposal: ({ swapId }) => {
      waiting = waiting.filter((one) => one.swapId !== swapId)
      return null
    },
    neverSite: ({ swapId }) => {
      const refused = waiting.filter((one) => one.swapId === swapId).map(({ site }) => site)
      sites = { ...sites, never: [...sites.never, ...refused] }
      waiting = waiting.filter((one) => one.swapId !== swapId)
      return null
    },
    proposalWallets: () => data.offers,
    sites: () => sites,
    chooseSites: ({ kind }) => {
      sites = { ...sites, kind }
      return sites
    },
    addSite: ({ text }) => {
      sites = { ...sites, listed: [...sites.listed, { origin: text, unicode: null }] }
      return sites
    },
    removeSite: ({ origin }) => {
      sites = { ...sites, listed: sites.listed.filter((one) => one.origin !== origin) }
      return sites
    },
    unrefuseSite: ({ origin }) => {
      sites = { ...sites, never: sites.never.filter((one) => one.origin !== origin) }
      return sites
    },
    revokeSite: ({ origin }) => {
      sites = { ...sites, allowed: sites.allowed.filter((one) => one.origin !== origin) }
      return sites
    },
  }
}
