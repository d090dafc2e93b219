import { joined } from '../../lib/base/concurrency.ts'
import type { Address } from '../../lib/base/hex.ts'
import { problemData } from '../../lib/base/problem.ts'
import type { Clock } from '../../lib/base/time.ts'
import { type ChainDesk, createChainReader } from '../../lib/chain/chain-reader.ts'
import { createLastBalances, type LastBalances } from '../../lib/chain/last-balances.ts'
import type { Deployment } from '../../lib/deployment/deployment.ts'
import { readPackedDeployment } from '../../lib/deployment/packed-deployment.ts'
import { asksWallet } from '../../lib/order/at-wallet.ts'
import { withdrawFromMs } from '../../lib/order/flows/exit-reviews.ts'
import { createReach } from '../../lib/order/flows/submission.ts'
import { orderView } from '../../lib/order/order-view.ts'
import type { Orders } from '../../lib/order/orders.ts'
import { createRun, type Run } from '../../lib/order/run.ts'
import { browser } from '../../lib/platform/browser.ts'
import { timers } from '../../lib/platform/timers.ts'
import { createQuoteService, type QuoteService } from '../../lib/quote/quote-messages.ts'
import type { ReviewPorts } from '../../lib/review/review.ts'
import type { OpenViews } from '../../lib/rpc/rpc-server.ts'
import { type Client, createService } from '../../lib/service/client.ts'
import { createSiteChoiceItem } from '../../lib/sites/site-store.ts'
import type { Database } from '../../lib/storage/database.ts'
import {
  createAccountItem,
  createConnectingItem,
  createLastWalletItem,
  createSettingsItem,
  type LocalItem,
  type WholeArea,
} from '../../lib/storage/local.ts'
import type { StorageState } from '../../lib/storage/self-test.ts'
import type { Settings } from '../../lib/storage/settings.ts'
import type { Catalogue } from '../../lib/tokens/catalogue.ts'
import { createImageStore } from '../../lib/tokens/image-store.ts'
import { createImages, type Images } from '../../lib/tokens/images.ts'
import type { Account } from '../../lib/wallet/account.ts'
import { type AccountService, createAccountService } from '../../lib/wallet/account-service.ts'
import type { PagePorts } from '../../lib/wallet/connectors/page-ports.ts'
import type { WalletAnswer, WalletRead } from '../../lib/wallet/port.ts'
import type { Wallets } from '../../lib/wallet/wallets.ts'
import { createAlarms } from './alarms.ts'
import { showBadge } from './badge.ts'
import { bearOrigin } from './borne-origin.ts'
import { browserAccess } from './browser-access.ts'
import { browserAreas } from './browser-areas.ts'
import { browserPages } from './browser-pages.ts'
import { clock } from './browser-time.ts'
import { browserUpdates } from './browser-updates.ts'
import { budgetMemory } from './budget-memory.ts'
import { composeSites, type SitesBackground } from './compose-sites.ts'
import { buildHistoryParts, type HistoryParts } from './history-parts.ts'
import type { HostAccess } from './host-access.ts'
import { openSettings } from './live-settings.ts'
import { createNotifier } from './notifier.ts'
import { createPageMarkWriter, type PageMarkWriter } from './page-mark-writer.ts'
import { serviceCatalogue } from './service-catalogue.ts'
import { openStores } from './stores.ts'
import type { Updates } from './updates.ts'
import { createWalletConnectors } from './wallet-connectors.ts'

/** Everything the background is made of, built once at each start. */
export interface Background extends HistoryParts {
  readonly deployment: Deployment
  readonly clock: Clock
  readonly service: Client
  readonly chain: ChainDesk
  readonly balances: LastBalances
  readonly settings: LocalItem<Settings>
  readonly account: LocalItem<Account | null>
  readonly orders: Orders
  readonly catalogue: Catalogue
  readonly quotes: QuoteService
  readonly images: Images
  readonly reviewPorts: ReviewPorts
  readonly run: Run
  readonly wallet: Wallets
  readonly accounts: AccountService
  readonly views: OpenViews
  readonly pages: SitesBackground
  readonly pageMark: PageMarkWriter
  storage(): Promise<StorageState>
  /** For what is asked of it as a whole. */
  readonly database: () => Promise<Database>
  readonly items: WholeArea
  readonly access: HostAccess
  readonly updates: Updates
  /** The person granted hosts, or took some back. */
  accessChanged(): Promise<void>
  /** Takes every open order up where its record says it is. */
  reconcile(): Promise<void>
}

/** Builds the graph; rejects when the packed deployment file is not one. */
export async function composeBackground(
  views: OpenViews,
  runtime: PagePorts['runtime'],
  pageRuntime: PagePorts['runtime'],
): Promise<Background> {
  const fetchHere = globalThis.fetch.bind(globalThis)
  const newId = () => crypto.randomUUID()
  const failed = (thrown: unknown) => views.push({ kind: 'problem', problem: problemData(thrown) })
  const isPrivate = browser.extension.inIncognitoContext === true
  // All at once: whatever woke the worker waits for them.
  const [deployment, areas] = await Promise.all([
    readPackedDeployment(fetchHere, browser.runtime.getURL('deployment.json')),
    browserAreas(browser.storage, failed),
  ])
  const { items } = areas
  const [memory, stores, settings] = await Promise.all([
    budgetMemory(items, failed),
    openStores({ backupArea: areas.backup, clock, isPrivate, failed }),
    openSettings(createSettingsItem(items)),
  ])
  const { database, backup, orders, kept, storage } = stores
  // Before anything is asked of the service; what a rule that is missing does is the service's to say.
  await bearOrigin(deployment.service).catch(failed)
  const access = browserAccess(deployment)
  const fetch = access.guard(fetchHere)
  const service = createService({ deployment, fetch, clock, timers, random: Math.random, memory })
  const chain = createChainReader({ deployment, fetch, endpoints: () => settings.now().endpoints })
  const pageMark = createPageMarkWriter(areas.copy, deployment.walletPage, createSiteChoiceItem(items))
  pageMark.tell().catch(failed)
  const account = createAccountItem(items)
  const updates = browserUpdates(orders, () => views.viewCount(), areas)
  const catalogue = serviceCatalogue({ deployment, service, database, clock, views, failed })

  const wallet = createWalletConnectors(
    deployment,
    runtime,
    {
      answered: (answer) => void heard(answer).catch(failed),
      isWanted: async (id) => (await accounts.waitsFor(id)) || asksWallet(orders, id),
      happened(event) {
        accounts.happened(event).catch(failed)
        if (event.kind === 'waking') views.push(event)
        if (event.kind === 'accounts') run.accountsChanged(event.wallet, event.accounts).catch(failed)
      },
    },
    () => views.viewCount() > 0,
    items,
    () => settings.now().walletExtensionIds,
  )
  const heard = async (answer: WalletAnswer) => (await accounts.answered(answer)) || run.answered(answer)

  /** Many orders move on at once: one reading of all of them serves everybody who waits. */
  const drawBadge = joined(async () => {
    const waiting = await pages.proposals.waiting()
    await showBadge(orders, (await access.missing()).length > 0, waiting.length)
  })

  const flowPorts = {
    deployment,
    clock,
    service,
    reach: createReach({ service, clock }),
    chain,
    store: orders,
    notifier: createNotifier(settings.get, deployment),
    alarms: createAlarms(browser.alarms, clock.nowMs),
    lock: <T>(name: string, work: () => Promise<T>): Promise<T> => navigator.locks.request(name, work),
    readWallet: (read: WalletRead) => wallet.read(read),
    // Prices are a second opinion: without them the review says so and goes on.
    holdings: (chainIds: readonly number[], userAddress: Address) =>
      service.holdings({ chainIds, userAddress }).then(
        ({ result }) => result,
        () => null,
      ),
    newId,
  }
  const run = createRun({
    ...flowPorts,
    askWallet: (request) => wallet.ask(request),
    changed(order) {
      views.push({ kind: 'order', order: orderView(order, withdrawFromMs(order, deployment)) })
      drawBadge().catch(failed)
      pages.orderChanged(order)
      updates.look().catch(failed)
    },
    later: timers.after,
    random: Math.random,
    isWatched: () => views.viewCount() > 0,
    failed,
  })
  const accounts = createAccountService({
    account,
    connecting: createConnectingItem(items),
    lastWallet: createLastWalletItem(items),
    wallet,
    newId,
    changed: (next, problem) => views.push({ kind: 'account', account: next, problem }),
  })
  const pages = composeSites({
    ...flowPorts,
    ...browserPages(areas.session, deployment),
    items,
    siteChoice: pageMark.sites,
    catalogue,
    database,
    orders,
    views,
    runtime: pageRuntime,
    walletsFor: ({ document, origin }, waitMs) =>
      accounts.offersOf({ tabId: document.tabId, origin }, waitMs),
    drawBadge,
    failed,
  })
  drawBadge().catch(failed)
  accounts.resume().catch(failed)
  return {
    deployment,
    clock,
    service,
    chain,
    balances: createLastBalances({ chain, kept, clock, failed }),
    settings,
    account,
    orders,
    ...buildHistoryParts(database, backup, { views, drawBadge, forgetSites: pages.forgetSites }),
    catalogue,
    images: createImages({ ...deployment, fetch, clock, store: createImageStore(database, clock) }),
    quotes: createQuoteService({ ...flowPorts, findToken: catalogue.token }, kept),
    reviewPorts: {
      ...flowPorts,
      store: orders,
      kept,
      lists: catalogue,
    },
    run,
    wallet,
    accounts,
    views,
    pages,
    pageMark,
    storage,
    database,
    items,
    access,
    updates,
    async reconcile() {
      await run.reconcile()
      await updates.look()
    },
    async accessChanged() {
      views.push({ kind: 'access', missingHosts: await access.missing() })
      await drawBadge()
      await run.reconcile()
    },
  }
}
