import { joined } from '../../lib/base/concurrency.ts'
import { addressOfBytes } from '../../lib/base/ethereum.ts'
import type { Address } from '../../lib/base/hex.ts'
import { problemData } from '../../lib/base/problem.ts'
import { createChainReader, createLastBalances } from '../../lib/chain/chain-reader.ts'
import { readPackedDeployment } from '../../lib/deployment/decode-deployment.ts'
import { asksWallet, mayPut } from '../../lib/order/wallet-answers.ts'
import { withdrawFromMs } from '../../lib/order/flows/exit-reviews.ts'
import { createReach } from '../../lib/order/flows/submission.ts'
import { orderView } from '../../lib/order/order-view.ts'
import { createRun } from '../../lib/order/order-engine.ts'
import { browser } from '../../lib/platform/browser.ts'
import { createPause, timers } from '../../lib/platform/timers.ts'
import { createQuoteService } from '../../lib/quote/quote-messages.ts'
import type { OpenViews } from '../../lib/rpc/rpc-server.ts'
import { callLogShape, createCallLog } from '../../lib/service/call-log.ts'
import { createService } from '../../lib/service/client.ts'
import { composeSites } from '../../lib/sites/compose-sites.ts'
import { createPageMarkWriter, createSiteChoiceItem } from '../../lib/sites/site-store.ts'
import {
  createAccountItem,
  createConnectingItem,
  createLastWalletItem,
  createOfferedAccountItem,
  createSettingsItem,
  localItem,
} from '../../lib/storage/local.ts'
import type { Settings } from '../../lib/storage/settings.ts'
import { configuredToken } from '../../lib/tokens/configure-token.ts'
import { createImageStore, createImages } from '../../lib/tokens/images.ts'
import { createAccountService } from '../../lib/wallet/account-service.ts'
import type { PagePorts } from '../../lib/wallet/connectors/page-tab.ts'
import type { WalletRead } from '../../lib/wallet/port.ts'
import { createAskings } from '../../lib/wallet/side-requests.ts'
import {
  bearOrigin,
  browserAccess,
  browserNotices,
  browserPages,
  browserUpdates,
  createWalletConnectors,
  placeToolbar,
  showBadge,
} from './browser-ports.ts'
import { clock, createAlarms } from './browser-rules.ts'
import { createNotifier } from './notices.ts'
import {
  browserAreas,
  budgetMemory,
  buildHistoryParts,
  openSettings,
  openStores,
  serviceCatalogue,
} from './stores.ts'

/** All parts of the background, built once at each start. */
export type Background = Awaited<ReturnType<typeof composeBackground>>

/** Builds the object graph. Rejects if the packed deployment file is invalid. */
export async function composeBackground(
  views: OpenViews,
  runtime: PagePorts['runtime'],
  pageRuntime: PagePorts['runtime'],
) {
  const fetchHere = globalThis.fetch.bind(globalThis)
  const newId = () => crypto.randomUUID()
  const failed = (thrown: unknown) => views.push({ kind: 'problem', problem: problemData(thrown) })
  const isPrivate = browser.extension.inIncognitoContext === true
  // In parallel: the event that woke the worker waits for all of it.
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
  // Before the first request to the service. If the rule is missing, the service reports the consequence.
  await bearOrigin(deployment.service).catch(failed)
  const access = browserAccess(deployment)
  const fetch = access.guard(fetchHere)
  const pause = createPause()
  const callLog = createCallLog({ clock, item: localItem(areas.session, 'calls', callLogShape, []), failed })
  const service = createService({
    deployment,
    fetch,
    clock,
    timers,
    pause,
    random: Math.random,
    memory,
    observe: callLog.observe,
  })
  const chain = createChainReader({
    deployment,
    fetch,
    freshAddress: () => addressOfBytes(crypto.getRandomValues(new Uint8Array(20))),
    endpoints: () => settings.now().endpoints,
    searches: { kept, failed },
  })
  const notices = browserNotices()
  const pageMark = createPageMarkWriter(areas.copy, deployment.walletPage, createSiteChoiceItem(items))
  pageMark.tell().catch(failed)
  const account = createAccountItem(items)
  const updates = browserUpdates(orders, () => views.viewCount(), areas)
  const catalogue = serviceCatalogue({ deployment, service, database, clock, pause, views, failed })

  const askings = createAskings(clock, (asking) => views.push({ kind: 'asking', asking }))
  const wallet = createWalletConnectors(
    deployment,
    runtime,
    {
      // Each handler picks the results that it waits for.
      answered(answer) {
        accounts.answered(answer).catch(failed)
        run.answered(answer).catch(failed)
      },
      isWanted: async (id) => (await accounts.waitsFor(id)) || asksWallet(orders, id, { deployment, clock }),
      mayPut: async (id) => (await accounts.waitsFor(id)) || mayPut(id, run.dispatch, flowPorts),
      onAsking(requestId, method, asked) {
        accounts.onAsking(requestId, method)
        askings.onAsking(requestId, method, asked)
      },
      onFronted: askings.onFronted,
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

  /** Many orders may change together: coalesce the readings of all orders into one. */
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
    notifier: createNotifier(notices, settings.get, deployment),
    alarms: createAlarms(browser.alarms, clock.nowMs),
    lock: <T>(name: string, work: () => Promise<T>): Promise<T> => navigator.locks.request(name, work),
    readWallet: (read: WalletRead) => wallet.read(read),
    // Prices are a second opinion: without them the review says so and continues.
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
    onChecking: askings.onChecking,
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
    offered: createOfferedAccountItem(items),
    isProven: async (address) => (await orders.provenAccounts()).includes(address),
    changed: (next, problem) => views.push({ kind: 'account', account: next, problem }),
    offeredChanged: (offered) => views.push({ kind: 'accountOffered', offered }),
  })
  const pages = composeSites({
    ...flowPorts,
    ...browserPages(areas.session, notices, deployment),
    items,
    siteChoice: pageMark.sites,
    catalogue,
    random: Math.random,
    configured: (token) => configuredToken(deployment, token),
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
  placeToolbar(settings.now()).catch(failed)
  accounts.resume().catch(failed)
  return {
    deployment,
    clock,
    service,
    callLog,
    chain,
    balances: createLastBalances({ chain, kept, clock, failed }),
    settings,
    account,
    orders,
    ...buildHistoryParts(database, backup, { views, drawBadge, forgetSites: pages.forgetSites }),
    catalogue,
    images: createImages({ ...deployment, fetch, clock, store: createImageStore(database, clock) }),
    quotes: createQuoteService({ ...flowPorts, findToken: catalogue.token, forms: catalogue.forms }, kept),
    reviewPorts: {
      ...flowPorts,
      store: orders,
      kept,
      lists: catalogue,
    },
    run,
    wallet,
    accounts,
    askings,
    views,
    pages,
    pageMark,
    storage,
    /** For operations on the whole storage. */
    database,
    items,
    access,
    updates,
    /** Resumes every open order where its record stands. */
    async reconcile() {
      await run.reconcile()
      await updates.look()
    },
    settingsChanged(next: Settings) {
      views.push({ kind: 'settings', settings: next })
      placeToolbar(next).catch(failed)
    },
    async accessChanged() {
      views.push({ kind: 'access', missingHosts: await access.missing() })
      await drawBadge()
      await run.reconcile()
    },
  }
}
