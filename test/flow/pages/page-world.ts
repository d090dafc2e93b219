import 'fake-indexeddb/auto'
import { expect } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { wipe } from '../../../lib/history/export-and-wipe.ts'
import type { Order } from '../../../lib/order/order.ts'
import type { ViewPush } from '../../../lib/rpc/messages.ts'
import type { Token } from '../../../lib/service/token.ts'
import { composeSites } from '../../../lib/sites/compose-sites.ts'
import type { PageReply, RelayToPage } from '../../../lib/sites/relay-messages.ts'
import { createSiteChoiceItem } from '../../../lib/sites/site-store.ts'
import { defaultSiteChoice } from '../../../lib/sites/sites.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import type { KeyValueArea } from '../../../lib/storage/local.ts'
import type { PageSender } from '../../../lib/wallet/connectors/page-tab.ts'
import { deployment, island, tokenOf } from '../../harness/chains.ts'
import { namedLock } from '../../harness/named-lock.ts'
import { memoryArea } from '../../unit/storage/memory-area.ts'
import { chains } from './page-chains.ts'

export const shopOrigin = 'https://shop.example'
export const receiver = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

export const validSwap = {
  originChainId: deployment.chains[0]?.chainId ?? 0,
  destinationChainId: island.chainId,
  inputToken: deployment.chains[0]?.verifiedTokens[0]?.address ?? '',
  outputToken: tokenOf(island, 'USDC').address,
  inputAmount: '1500000',
}

/** A document of a page, identified by its tab and the key of its relay. */
export interface FakeDocument {
  readonly tabId: number
  readonly documentId: string
  readonly origin: string
  readonly key: string
}

const none = async () => undefined
let worlds = 0
let ids = 0

/** Makes the complete part of the background that pages can reach, on a fake browser with a stopped clock. */
export function createPageWorld() {
  worlds += 1
  const database = createDatabase(`pages-${worlds}`)
  const kept: { [key: string]: unknown } = {}
  const orders = new Map<string, Order>()
  const documents = new Map<number, FakeDocument>()
  const world = {
    nowMs: 1_800_000_000_000,
    windows: 0,
    isWindowOpen: false,
    notices: [] as string[],
    pushes: [] as ViewPush[],
    sentToPages: [] as { document: FakeDocument; swap: RelayToPage & { swap: unknown } }[],
    failures: [] as unknown[],
    /** What the wallet's side received. */
    walletMessages: [] as unknown[],
    closedPorts: [] as number[],
    searched: [] as string[],
    sessionWrites: 0,
    orders,
    isServiceDown: false,
    /** The service lists no tokens of the pages' networks. */
    isListBroken: false,
    /** Never answers. */
    isServiceSilent: false,
    /** Answer the searches of the silent service. */
    lateSearches: [] as ((found: readonly Token[]) => void)[],
    /** The background dies before it shows a proposal. */
    diesUnshown: false,
    /** Fires the timeouts that wait. */
    timeouts: [] as (() => void)[],
  }
  const area = memoryArea(kept)
  const emptySession = (): KeyValueArea => {
    const items = memoryArea({})
    return {
      ...items,
      set(rows) {
        world.sessionWrites += 1
        return items.set(rows)
      },
    }
  }
  let session = emptySession()
  let closes: { tabId: number; close(): void }[] = []

  function start() {
    closes = []
    return composeSites({
      deployment,
      clock: { nowMs: () => world.nowMs },
      lock: namedLock(),
      items: area,
      session,
      siteChoice: createSiteChoiceItem(area),
      database,
      orders: { read: async (id) => orders.get(id) ?? null },
      views: { push: (push) => void world.pushes.push(push) },
      catalogue: {
        async chains() {
          if (world.isServiceDown) throw new Error('down')
          if (world.isServiceSilent) return new Promise(() => undefined)
          return chains
        },
        async token() {
          if (world.isListBroken) throw new Problem('serviceFailed')
          return null
        },
        addresses: () =>
          world.isServiceSilent ? new Promise(() => undefined) : Promise.resolve([validSwap.outputToken]),
      },
      random: Math.random,
      nameToken: (token) => token,
      service: {
        async search(text) {
          world.searched.push(text)
          if (world.isServiceSilent)
            return new Promise((done) => {
              world.lateSearches.push((result) => done({ result } as never))
            })
          return { result: [], serverRequestId: null, offsetMs: 0 } as never
        },
      },
      ownId: 'ferry',
      wallets: {
        async onMessage(message) {
          world.walletMessages.push(message)
          return true
        },
        onPortClosed: (tabId) => void world.closedPorts.push(tabId),
      },
      writeMark: async () => ({ sites: defaultSiteChoice }),
      tabs: {
        async sendMessage(tabId, message) {
          const document = documents.get(tabId)
          if (document === undefined) throw new Error('Receiving end does not exist.')
          const { key, swap } = message as { key: string; swap?: unknown }
          if (key !== document.key) return undefined
          if (swap !== undefined) world.sentToPages.push({ document, swap: swap as never })
          return true
        },
      },
      // A short wait takes one turn of the event loop. A timeout fires when the test says so.
      wait: (ms) => new Promise((done) => void (ms > 1_000 ? world.timeouts.push(done) : setImmediate(done))),
      walletsFor: async () => [],
      window: {
        async show() {
          if (world.diesUnshown) await new Promise(() => undefined)
          world.windows += 1
          world.isWindowOpen = true
        },
        isShown: async () => world.isWindowOpen,
      },
      notify: async (proposal) => {
        if (world.diesUnshown) await new Promise(() => undefined)
        if (proposal !== null) world.notices.push(proposal.origin)
      },
      onWaitingChanged: none,
      failed: (thrown) => world.failures.push(thrown),
    })
  }
  let parts = start()

  const senderOf = ({ tabId, documentId, origin }: FakeDocument): PageSender => ({
    id: 'ferry',
    url: `${origin}/page`,
    origin,
    frameId: 0,
    documentId,
    documentLifecycle: 'active',
    tab: { id: tabId, incognito: false },
  })

  /** A relay's message with this request of its page, made after a click. */
  const frameOf = ({ key }: FakeDocument, text: string) => ({
    channel: 'ferry:page',
    key,
    pageRequestId: crypto.randomUUID(),
    text,
    gesture: true,
  })

  return {
    world,
    parts: () => parts,
    restart() {
      parts = start()
    },
    /** Ends the browser: its session storage and all documents are gone. */
    endBrowser() {
      documents.clear()
      session = emptySession()
      parts = start()
    },
    kept,
    /** Deletes the history, as the person does. */
    wipe: () =>
      wipe(database, { put: none, remove: none, all: async () => [], has: () => false }, { isAll: false }),
    /** Opens a new document in a tab. The port of the old document closes. */
    open(origin = shopOrigin, tabId = 7): FakeDocument {
      ids += 1
      const document = { tabId, documentId: `document-${ids}`, origin, key: `key-of-document-${ids}` }
      this.leave(tabId)
      documents.set(tabId, document)
      return document
    },
    leave(tabId: number) {
      documents.delete(tabId)
      for (const one of closes.splice(0)) if (one.tabId === tabId) one.close()
    },
    /** Shows the document again, as from the browser's cache. */
    show(document: FakeDocument) {
      documents.set(document.tabId, document)
    },
    hold(document: FakeDocument, changed: Partial<PageSender> = {}): { isOpen: boolean } {
      const state = { isOpen: true }
      parts.onConnect({
        sender: { ...senderOf(document), ...changed },
        onDisconnect: { addListener: (close) => void closes.push({ tabId: document.tabId, close }) },
        disconnect: () => {
          state.isOpen = false
        },
      })
      return state
    },
    senderOf,
    frameOf,
    send: (message: object, sender: PageSender) => parts.onMessage(message, sender) as Promise<PageReply>,
    request(
      document: FakeDocument,
      method: unknown,
      params: unknown,
      options: { gesture?: boolean; pageRequestId?: string } = {},
    ) {
      const frame = frameOf(document, JSON.stringify({ id: '1', method, params }))
      return parts.onMessage({ ...frame, ...options }, senderOf(document)) as Promise<PageReply>
    },
    back(document: FakeDocument) {
      const message = { channel: 'ferry:page', key: document.key }
      return parts.onMessage(message, senderOf(document)) as Promise<unknown>
    },
  }
}

export type PageWorld = ReturnType<typeof createPageWorld>

/** Resolves once nothing moves any more. */
export async function settlePages(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((done) => setImmediate(done))
}

/** Proposes a swap that must be accepted, and returns its swap id. */
export async function propose(
  page: PageWorld,
  document: FakeDocument,
  swap: object = validSwap,
): Promise<string> {
  const reply = await page.request(document, 'ferry_proposeSwap', [swap])
  if ('error' in reply) throw new Error(`${reply.error.code} ${reply.error.message}`)
  return (reply.result as { swapId: string }).swapId
}

/** A world with one document of the shop. */
export function openPage(): { readonly page: PageWorld; readonly document: FakeDocument } {
  const page = createPageWorld()
  return { page, document: page.open() }
}

/** A world whose document has proposed a valid swap. */
export async function openProposal() {
  const { page, document } = openPage()
  return { page, document, swapId: await propose(page, document) }
}

/** Returns the code of a refusal, or null for a result. */
export const codeOf = (reply: PageReply): number | null =>
  'error' in reply ? (reply.error.code ?? null) : null

/** Expects no window, no notification and no waiting proposal. */
export async function expectNothingShown(page: PageWorld): Promise<void> {
  const waiting = await page.parts().handlers.proposals(null)
  expect([page.world.windows, page.world.notices, waiting]).toEqual([0, [], []])
}
