import * as v from 'valibot'
import type { Handlers } from '../base/message.ts'
import type { Clock, Wait } from '../base/time.ts'
import { chainConfig, type Deployment } from '../deployment/deployment.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import type { Client } from '../service/client.ts'
import { type Chain, type Token, tokenKey } from '../service/token.ts'
import type { Database } from '../storage/database.ts'
import { type KeyValueArea, type LocalItem, localItem } from '../storage/local.ts'
import type { PagePorts } from '../wallet/connectors/page-tab.ts'
import type { WalletOffer } from '../wallet/port.ts'
import { createPageApi } from './page-api.ts'
import { createPageDocuments, createPageEvents } from './page-documents.ts'
import { createPageAnswer, servePages } from './page-handlers.ts'
import { type PageSwap, pageChains, pageSwap } from './page-swap.ts'
import { createProposalStore, createProposals, type Proposals } from './proposals.ts'
import { type ProposalView, siteHandlers, type siteMessages } from './site-messages.ts'
import { createSites, type Sites } from './site-store.ts'
import type { Proposal, SiteChoice, SitePlace } from './sites.ts'

export interface SitesPorts {
  readonly deployment: Deployment
  readonly service: Pick<Client, 'search'>
  /** The service's lists as they are kept. */
  readonly catalogue: {
    chains(): Promise<readonly Chain[]>
    token(chainId: number, address: string): Promise<Token | null>
    addresses(chainId: number): Promise<readonly string[]>
  }
  /** A token of the service in the words and with the mark that the deployment has for it. */
  readonly configured: (token: Token) => Token
  readonly items: KeyValueArea
  /** For what the browser forgets with its tabs. */
  readonly session: KeyValueArea
  readonly siteChoice: LocalItem<SiteChoice>
  readonly database: () => Promise<Database>
  readonly clock: Clock
  readonly lock: FlowPorts['lock']
  readonly orders: Pick<FlowPorts['store'], 'read'>
  readonly views: {
    push(message: { readonly kind: 'proposals'; readonly proposals: readonly ProposalView[] }): void
  }
  readonly runtime: PagePorts['runtime']
  readonly tabs: Pick<PagePorts['tabs'], 'sendMessage'>
  readonly wait: Wait
  /** From 0 up to 1. */
  readonly random: () => number
  readonly walletsFor: (proposal: Proposal, waitMs: number) => Promise<readonly WalletOffer[]>
  /** The window of our own that shows what waits. */
  readonly window: ProposalWindow
  /** Says quietly that something waits; for null that nothing does any more. */
  readonly notify: (proposal: Proposal | null) => Promise<unknown>
  /** Something waits, or nothing does any more. */
  readonly drawBadge: () => Promise<void>
  readonly failed: (thrown: unknown) => void
}

/** What the background has to do with pages. */
export interface SitesBackground {
  readonly sites: Sites
  readonly proposals: Proposals
  readonly handlers: Handlers<typeof siteMessages>
  /** Shows what waits, because the user asked to see it. */
  open(): Promise<void>
  /** Forgets which sites were let in, but those of which a swap is still there. */
  forgetSites(): Promise<void>
  /** Tells the pages that follow it how an order stands. */
  orderChanged(order: { readonly proposedBy?: { readonly swapId: string } }): void
}

/** Builds the part of the graph that pages reach. */
export function composeSites(ports: SitesPorts): SitesBackground {
  const { clock, lock, views, orders, catalogue, deployment, failed } = ports
  const store = createProposalStore(ports.database)
  const sites = createSites({
    area: ports.items,
    session: ports.session,
    clock,
    lock,
    choice: ports.siteChoice,
  })
  let pushed: Promise<unknown> = Promise.resolve()
  const proposals = createProposals({
    clock,
    lock,
    store,
    orders,
    isLetIn: sites.isLetIn,
    random: ports.random,
    changed({ swapId }) {
      // One after the other, so that no older list arrives last.
      pushed = pushed.then(tellViews).catch(failed)
      events.changed(swapId)
    },
  })
  const documents = createPageDocuments({
    ...ports,
    counted: async () => {
      const all = [...(await store.waiting()), ...(await sites.visits())].map(({ document }) => document)
      return [...new Map(all.map((document) => [document.key, document])).values()]
    },
    async gone(document) {
      await sites.documentGone(document)
      await proposals.documentGone(document)
    },
  })
  const events = createPageEvents({ area: ports.session, swap: swapOf, tell: documents.tell, failed })
  const api = createPageApi({
    clock,
    lock,
    proposals,
    store,
    orders,
    isServed: sites.isServed,
    isGranted: sites.isGranted,
    isLetIn: sites.isLetIn,
    // Without the service's lists a page can still begin with what the deployment file names.
    chains: () =>
      catalogue.chains().then(
        (chains) => pageChains(chains, deployment),
        () => pageChains(null, deployment),
      ),
    tokensOn: (chainId) =>
      catalogue
        .addresses(chainId)
        .catch(() => chainConfig(deployment, chainId)?.verifiedTokens.map(({ address }) => address) ?? []),
    look: documents.look,
    // It is stored and on the badge, whatever can be shown.
    show: (proposal, isWindow) =>
      (isWindow ? ports.window.show() : ports.notify(proposal)).then(() => undefined, failed),
    isShown: ports.window.isShown,
  })
  const handlers = siteHandlers({
    sites,
    proposals,
    findToken: (...token) => findToken(...token).catch(notFound),
    walletsFor: ports.walletsFor,
    lookNow: documents.lookNow,
  })

  async function swapOf(swapId: string, document: SitePlace['document']): Promise<PageSwap | null> {
    const proposal = await proposals.read(swapId)
    if (proposal?.state !== 'confirmed') return proposal === null ? null : pageSwap(proposal, null)
    if (!(await sites.isLetIn({ origin: proposal.origin, document }))) return null
    return pageSwap(proposal, await orders.read(proposal.orderId ?? ''))
  }

  async function tellViews(): Promise<void> {
    const waiting = await handlers.proposals(null)
    views.push({ kind: 'proposals', proposals: waiting })
    await ports.drawBadge()
    if (waiting.length === 0) await ports.notify(null)
  }

  /** A proposal is shown whatever the service answers; the review reads its tokens again. */
  function notFound(thrown: unknown): null {
    failed(thrown)
    return null
  }

  async function findToken(chainId: number, address: string): Promise<Token | null> {
    const known = await catalogue.token(chainId, address)
    if (known !== null) return known
    const key = tokenKey({ chainId, address })
    const found = (await ports.service.search(address)).result.find((token) => tokenKey(token) === key)
    return found === undefined ? null : ports.configured(found)
  }

  servePages(
    ports.runtime,
    createPageAnswer(ports.runtime.id, {
      api,
      async documentBack(document) {
        // What it was let in for ended when it was left, whether or not that was seen.
        await sites.documentGone(document)
        await proposals.documentBack(document)
      },
      documents,
      events,
      failed,
    }),
    documents,
    failed,
  )
  proposals.sweep().catch(failed)
  // Documents may have gone while no worker lived.
  documents.look().catch(failed)
  return {
    sites,
    proposals,
    handlers,
    open: ports.window.show,
    async forgetSites() {
      await sites.revokeAllBut(new Set((await store.since(0)).map(({ origin }) => origin)))
    },
    orderChanged({ proposedBy }) {
      if (proposedBy !== undefined) events.changed(proposedBy.swapId)
    },
  }
}

/** The bits of the extension API that show our own small window. */
export interface WindowApi {
  readonly windows: {
    get(
      windowId: number,
      options: { populate: true },
    ): Promise<{ readonly tabs?: readonly { readonly url?: string | undefined }[] | undefined }>
    update(windowId: number, window: { focused: true }): Promise<unknown>
  }
  /** Opens the App in a window of its own; its id where the browser has windows. */
  readonly open: (hash: string) => Promise<number | null>
  /** Ends with the browser's session. */
  readonly area: KeyValueArea
}

const proposalHash = '#/proposal'

/** The window that shows what waits for the user. */
export interface ProposalWindow {
  /** Brings the window that shows proposals already to the front, else opens one. */
  show(): Promise<void>
  /** Whether it is open; null where the browser has no windows. */
  isShown(): Promise<boolean | null>
}

/** Creates the window that shows what waits for the user. */
export function createProposalWindow({ windows, open, area }: WindowApi): ProposalWindow {
  const known = localItem<number | null>(area, 'proposalWindow', v.nullable(v.number()), null)
  let turn: Promise<unknown> = Promise.resolve()

  async function isShowing(windowId: number): Promise<boolean> {
    try {
      const { tabs } = await windows.get(windowId, { populate: true })
      return tabs?.some(({ url }) => url?.includes(proposalHash)) === true
    } catch {
      // The browser's way to say that it was closed.
      return false
    }
  }

  async function show(): Promise<void> {
    const windowId = await known.get()
    if (windowId !== null && (await isShowing(windowId))) await windows.update(windowId, { focused: true })
    else await known.set(await open(proposalHash))
  }

  return {
    show() {
      const shown = turn.then(show)
      turn = shown.catch(() => undefined)
      return shown
    },
    async isShown() {
      // One that is being opened is shown.
      await turn
      const windowId = await known.get()
      return windowId === null ? null : isShowing(windowId)
    },
  }
}
