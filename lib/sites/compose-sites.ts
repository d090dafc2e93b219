import * as v from 'valibot'
import { createConcurrencyLimit, resultInTime } from '../base/concurrency.ts'
import { type Clock, secondMs, type Wait } from '../base/time.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import type { Client } from '../service/client.ts'
import { type Chain, type Token, tokenKey } from '../service/token.ts'
import type { Database } from '../storage/database.ts'
import { type KeyValueArea, type LocalItem, localItem } from '../storage/local.ts'
import type { PageConnector } from '../wallet/connectors/page-connector.ts'
import type { PagePorts, PageSender } from '../wallet/connectors/page-tab.ts'
import type { DetectedWallet } from '../wallet/port.ts'
import type { FerrySwap } from './ferry-provider.d.ts'
import { createPageApi } from './page-api.ts'
import { createPageDocuments, createPageEvents } from './page-documents.ts'
import { createPageAnswer } from './page-handlers.ts'
import { pageChains, pageSwap } from './page-swap.ts'
import { createProposalStore, createProposals } from './proposals.ts'
import type { PageMark } from './relay-messages.ts'
import { type ProposalView, siteHandlers } from './site-messages.ts'
import { createSites } from './site-store.ts'
import type { Proposal, SiteChoice, SitePlace } from './sites.ts'

export interface SitesPorts {
  readonly deployment: Deployment
  readonly service: Pick<Client, 'search'>
  readonly catalogue: {
    chains(): Promise<readonly Chain[]>
    token(chainId: number, address: string): Promise<Token | null>
    addresses(chainId: number): Promise<readonly string[]>
  }
  readonly nameToken: (token: Token) => Token
  readonly items: KeyValueArea
  /** Emptied when the browser's session ends, as tabs are. */
  readonly session: KeyValueArea
  readonly siteChoice: LocalItem<SiteChoice>
  readonly database: () => Promise<Database>
  readonly clock: Clock
  readonly lock: FlowPorts['lock']
  readonly orders: Pick<FlowPorts['store'], 'read'>
  readonly views: {
    push(message: { readonly kind: 'proposals'; readonly proposals: readonly ProposalView[] }): void
  }
  /** The extension's own id, which its relays have as senders. */
  readonly ownId: string
  readonly wallets: Pick<PageConnector, 'onMessage' | 'onPortClosed'>
  readonly writeMark: () => Promise<PageMark>
  readonly tabs: Pick<PagePorts['tabs'], 'sendMessage'>
  readonly wait: Wait
  /** From 0 up to 1. */
  readonly random: () => number
  readonly walletsFor: (proposal: Proposal, waitMs: number) => Promise<readonly DetectedWallet[]>
  readonly window: ProposalWindow
  /** Notifies quietly that a proposal waits. `null` clears the notification when none waits any more. */
  readonly notify: (proposal: Proposal | null) => Promise<unknown>
  /** The proposals that wait have changed. */
  readonly onWaitingChanged: () => Promise<void>
  readonly failed: (thrown: unknown) => void
}

/** A relay holds it while a swap of its document is proposed, or a wallet request is open there. */
interface RelayPort {
  readonly sender?: PageSender | undefined
  readonly onDisconnect: { addListener(listener: () => void): void }
  disconnect(): void
}

/** How long a list or a token may take. Pages give up after 30 s, and a user waits for a proposal to appear. */
const readMs = 3 * secondMs

export function composeSites(ports: SitesPorts) {
  const { clock, lock, views, orders, catalogue, deployment, failed } = ports
  const store = createProposalStore(ports.database)
  const sites = createSites({ ...ports, area: ports.items, choice: ports.siteChoice })
  const inTurn = createConcurrencyLimit(1)
  const proposals = createProposals({
    ...ports,
    store,
    canPropose: sites.canPropose,
    isOffered: sites.isOffered,
    isGone: (document) => documents.isGone(document),
    onChanged({ swapId }) {
      pushInTurn()
      events.onSwapChanged(swapId)
    },
  })
  const documents = createPageDocuments({
    ...ports,
    trackedDocuments: async () => {
      const all = [...(await store.listWaiting()), ...(await sites.documentGrants())].map(
        ({ document }) => document,
      )
      return [...new Map(all.map((document) => [document.key, document])).values()]
    },
    async onClosed(document) {
      await sites.onDocumentClosed(document)
      await proposals.onDocumentClosed(document)
    },
  })
  const events = createPageEvents({
    area: ports.session,
    async swap(swapId, document) {
      const proposal = await proposals.read(swapId)
      return proposal === null ? null : swapFor(proposal, document)
    },
    sendSwap: documents.sendSwap,
    failed,
  })
  const api = createPageApi({
    deploymentName: deployment.name,
    clock,
    lock,
    proposals,
    store,
    isOffered: sites.isOffered,
    isGranted: sites.isGranted,
    swapFor,
    // Without the service's lists, or if they are late, a page still gets the chains of the deployment file.
    chains: async () => pageChains(await inTime(catalogue.chains()), deployment),
    tokensOn: async (chainId) =>
      (await inTime(catalogue.addresses(chainId))) ??
      chainConfig(deployment, chainId)?.verifiedTokens.map(({ address }) => address) ??
      [],
    checkDocuments: documents.checkDocuments,
    // A failed window or notification is only logged: the proposal is stored and on the badge.
    show: (proposal, isWindow) =>
      (isWindow ? ports.window.show() : ports.notify(proposal)).then(() => undefined, failed),
    isShown: ports.window.isShown,
  })
  const handlers = siteHandlers({
    ...ports,
    sites,
    proposals,
    findToken: findTokenInTime,
    checkDocumentsNow: documents.checkDocumentsNow,
  })

  async function swapFor(proposal: Proposal, document: SitePlace['document']): Promise<FerrySwap | null> {
    if (proposal.state !== 'confirmed') return pageSwap(proposal, null)
    if (!(await sites.canPropose({ origin: proposal.origin, document }))) return null
    return pageSwap(proposal, await orders.read(proposal.orderId ?? ''))
  }

  async function pushProposals(): Promise<void> {
    const waiting = await handlers.proposals(null)
    views.push({ kind: 'proposals', proposals: waiting })
    await ports.onWaitingChanged()
    if (waiting.length === 0) await ports.notify(null)
  }

  const inTime = <T>(read: Promise<T>): Promise<T | null> => resultInTime(read, readMs, ports.wait)

  /** Undefined where nothing answers in time. A late answer is pushed to the views. */
  async function findTokenInTime(...of: Parameters<typeof findToken>): Promise<Token | null | undefined> {
    let isLate = false
    const search = findToken(...of).then((token) => {
      if (isLate) pushInTurn()
      return { token }
    })
    // Shows the proposal even where the service cannot name its token. The review reads the tokens again.
    const found = await inTime(search.catch(failed))
    isLate = true
    return found?.token
  }

  /** Pushes one list after the other, so that an older list never arrives last. */
  function pushInTurn(): void {
    inTurn(pushProposals).catch(failed)
  }

  /** The tokens that were searched; null for one that the service does not have. */
  const searched = new Map<string, Token | null>()

  async function findToken(chainId: number, address: string, canSearch: boolean): Promise<Token | null> {
    const key = tokenKey({ chainId, address })
    const listed = await catalogue.token(chainId, address).catch((thrown: unknown) => {
      // The search may find a token whose list cannot be read.
      if (canSearch) return null
      throw thrown
    })
    const known = listed ?? searched.get(key) ?? null
    if (known !== null || !canSearch || searched.has(key)) return known
    const found = (await ports.service.search(address)).result.find((token) => tokenKey(token) === key)
    const token = found === undefined ? null : ports.nameToken(found)
    searched.set(key, token)
    return token
  }

  const answer = createPageAnswer(ports.ownId, {
    api,
    onDocumentLeft: sites.onDocumentClosed,
    onDocumentRestored: proposals.onDocumentRestored,
    documents,
    events,
    failed,
  })
  proposals.sweep().catch(failed)
  // Documents may have closed while the worker was stopped.
  documents.checkDocuments().catch(failed)
  return {
    sites,
    proposals,
    handlers,
    open: ports.window.show,
    async onMessage(message: object, sender: PageSender): Promise<unknown> {
      // A relay repeats a message without a reply, so an unexpected one gets `false`.
      if ('message' in message) return (await ports.wallets.onMessage(message.message, sender)) ?? false
      return 'kind' in message && message.kind === 'mark' ? ports.writeMark() : answer(message, sender)
    },
    onConnect(port: RelayPort) {
      const { id, frameId, tab } = port.sender ?? {}
      const tabId = tab?.id
      if (id !== ports.ownId || frameId !== 0 || tabId === undefined) return port.disconnect()
      // A closed port may mean that its document has closed.
      port.onDisconnect.addListener(() => {
        ports.wallets.onPortClosed(tabId)
        documents.checkDocuments(tabId).catch(failed)
      })
    },
    /** Revokes every site, except those that still have a stored proposal. */
    async revokeUnusedSites() {
      await sites.revokeAllBut(new Set((await store.listCreatedSince(0)).map(({ origin }) => origin)))
    },
    onOrderChanged({ proposedBy }: { readonly proposedBy?: { readonly swapId: string } }) {
      if (proposedBy !== undefined) events.onSwapChanged(proposedBy.swapId)
    },
  }
}

interface ShownTab {
  readonly url?: string | undefined
}

export interface WindowApi {
  /** Undefined in Firefox for Android. */
  readonly windows:
    | {
        get(
          windowId: number,
          options: { populate: true },
        ): Promise<{ readonly tabs?: readonly ShownTab[] | undefined }>
        update(windowId: number, window: { focused: true }): Promise<unknown>
      }
    | undefined
  readonly tabs: {
    get(tabId: number): Promise<ShownTab>
    update(tabId: number, tab: { active: true }): Promise<unknown>
  }
  /** Opens the app in its own window, or in a tab where the browser has no windows. Resolves to the id of the window or tab. */
  readonly open: (hash: string) => Promise<number | null>
  /** Ends with the browser's session. */
  readonly area: KeyValueArea
}

const proposalHash = '#/proposal'

type ProposalWindow = ReturnType<typeof createProposalWindow>

export function createProposalWindow({ windows, tabs, open, area }: WindowApi) {
  /** The id of the window, or of the tab where the browser has no windows. */
  const known = localItem<number | null>(area, 'proposalWindow', v.nullable(v.number()), null)
  const inTurn = createConcurrencyLimit(1)

  async function isShowing(id: number): Promise<boolean> {
    try {
      const shown =
        windows === undefined ? [await tabs.get(id)] : (await windows.get(id, { populate: true })).tabs
      return shown?.some(({ url }) => url?.includes(proposalHash)) === true
    } catch {
      // The browser throws for a window or tab that was closed.
      return false
    }
  }

  async function show(): Promise<void> {
    const id = await known.get()
    if (id === null || !(await isShowing(id))) await known.set(await open(proposalHash))
    else if (windows === undefined) await tabs.update(id, { active: true })
    else await windows.update(id, { focused: true })
  }

  return {
    /** Focuses the window that already shows proposals, or opens one. */
    show: (): Promise<void> => inTurn(show),
    /** Whether the window or tab is open; null if none was opened. */
    isShown: (): Promise<boolean | null> =>
      // A window that is still opening counts as shown.
      inTurn(async () => {
        const id = await known.get()
        return id === null ? null : isShowing(id)
      }),
  }
}
