import { coalesce } from '../../lib/base/concurrency.ts'
import { bytesToAddress } from '../../lib/base/ethereum.ts'
import type { Address } from '../../lib/base/hex.ts'
import { type Problem, toProblemData } from '../../lib/base/problem.ts'
import { minuteMs } from '../../lib/base/time.ts'
import { createBalanceCache, createChainReader } from '../../lib/chain/chain-reader.ts'
import { decodeDeployment } from '../../lib/deployment/schema.ts'
import { createEntries } from '../../lib/history/entries.ts'
import { wipe } from '../../lib/history/export-and-wipe.ts'
import { createOrderEngine } from '../../lib/order/order-engine.ts'
import { orderView } from '../../lib/order/order-view.ts'
import { isRequestNeeded } from '../../lib/order/send-request.ts'
import { createReviewPorts } from '../../lib/order/stored-reads.ts'
import { browser } from '../../lib/platform/browser.ts'
import { createPause, timers, wait } from '../../lib/platform/timers.ts'
import { createQuoteService } from '../../lib/quote/quote-messages.ts'
import { createApprovalGasReader } from '../../lib/review/approval-reads.ts'
import type { ViewBroadcaster } from '../../lib/rpc/rpc-server.ts'
import { callLogShape, createCallLog } from '../../lib/service/call-log.ts'
import { createService } from '../../lib/service/client.ts'
import { createSubmitProbe } from '../../lib/service/submit-probe.ts'
import { composeSites, createProposalWindow } from '../../lib/sites/compose-sites.ts'
import { createPageMarkWriter, createSiteChoiceItem } from '../../lib/sites/site-store.ts'
import {
  createAccountItem,
  createConnectingItem,
  createLastWalletItem,
  createOfferedAccountItem,
  createPendingVersionItem,
  createPreviousVersionItem,
  createSettingsItem,
  localItem,
} from '../../lib/storage/local.ts'
import type { Settings } from '../../lib/storage/settings-shape.ts'
import { createCatalogue } from '../../lib/tokens/catalogue.ts'
import { configureToken } from '../../lib/tokens/configure-token.ts'
import { createImageStore, createImages } from '../../lib/tokens/images.ts'
import { createLists } from '../../lib/tokens/stored-lists.ts'
import { createAccountService } from '../../lib/wallet/account-service.ts'
import { createLedger } from '../../lib/wallet/ledger.ts'
import type { WalletRead } from '../../lib/wallet/port.ts'
import {
  browserAccess,
  browserNotices,
  configureToolbar,
  createWalletConnectors,
  openView,
  setRequestOrigin,
  showBadge,
} from './browser-ports.ts'
import { clock, createAlarms, createUpdates } from './browser-rules.ts'
import { createNotifier, proposalNotice, showProposalNotice } from './notices.ts'
import { browserAreas, budgetMemory, openSettings, openStores } from './stores.ts'

export type Background = Awaited<ReturnType<typeof composeBackground>>

/** Builds the object graph. Rejects if the packed deployment file is invalid. */
export async function composeBackground(views: ViewBroadcaster) {
  const fetchHere = globalThis.fetch.bind(globalThis)
  const newId = () => crypto.randomUUID()
  const failed = (thrown: unknown) => views.push({ kind: 'problem', problem: toProblemData(thrown) })
  const orderFailed = (problem: Problem, orderId?: string) =>
    views.push({ kind: 'problem', problem: problem.data, ...(orderId === undefined ? {} : { orderId }) })
  const isPrivate = browser.extension.inIncognitoContext === true
  // In parallel: the event that woke the worker waits for all of it.
  const [deployment, areas] = await Promise.all([
    fetchHere(browser.runtime.getURL('deployment.json')).then(async (file) =>
      decodeDeployment(await file.json()),
    ),
    browserAreas(browser.storage, failed),
  ])
  const { items } = areas
  const [memory, stores, settings] = await Promise.all([
    budgetMemory(items, failed),
    openStores({ backupArea: areas.backup, clock, isPrivate, failed }),
    openSettings(createSettingsItem(items)),
  ])
  const { database, backup, orders, expiringStore, storage } = stores
  // Before the first request to the service. If the rule is missing, the service reports the consequence.
  await setRequestOrigin(deployment.service).catch(failed)
  const access = browserAccess(deployment)
  const fetch = access.guard(fetchHere)
  const pause = createPause()
  const callLog = createCallLog({
    clock,
    item: localItem(areas.session, 'calls', callLogShape, []),
    onFailed: failed,
  })
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
    freshAddress: () => bytesToAddress(crypto.getRandomValues(new Uint8Array(20))),
    endpoints: () => settings.now().endpoints,
    searches: { store: expiringStore, onFailure: failed },
  })
  const notices = browserNotices()
  const pageMark = createPageMarkWriter(areas.copy, deployment.walletPage, createSiteChoiceItem(items))
  pageMark.writeMark().catch(failed)
  const account = createAccountItem(items)
  const updates = createUpdates({
    current: browser.runtime.getManifest().version,
    waiting: createPendingVersionItem(areas.session),
    previous: createPreviousVersionItem(items),
    clock,
    openOrders: () => orders.listOpen(),
    viewCount: () => views.viewCount(),
    isWaitedFor: async () =>
      isAnyOpen() || ledger.openRequests().length > 0 || (await pages.proposals.listWaiting()).length > 0,
    reload: () => browser.runtime.reload(),
  })
  const catalogue = createCatalogue({
    clock,
    lists: createLists(database),
    deployment,
    readChains: service.chains,
    readTokens: (chainIds, list, forms) => service.tokens({ chainIds, isFull: list === 'full' }, forms),
    pause,
    timers,
    // A third of what the service allows, at most.
    waitBetweenReads: () => wait((3 * minuteMs) / deployment.service.requestsPerMinute),
    onRenewed: () => views.push({ kind: 'catalogue' }),
    onFailed: failed,
  })

  const ledger = createLedger(items, clock, (openRequests) =>
    views.push({ kind: 'openRequests', openRequests }),
  )
  const { wallet, page, isAnyOpen } = createWalletConnectors(
    deployment,
    ledger,
    {
      // Each handler picks the results that it waits for. A lost answer about the account can be requested again.
      async onAnswer(answer) {
        const taken = accounts.applyAnswer(answer).catch(failed)
        await run.applyAnswer(answer).catch((thrown: unknown) => {
          failed(thrown)
          throw thrown
        })
        await taken
      },
      isNeeded: async (id) => (await accounts.waitsFor(id)) || isRequestNeeded(id, flowPorts),
      onEnded: () => void updates.installIfIdle().catch(failed),
      claimSend: async (id) => (await accounts.waitsFor(id)) || run.claimSend(id),
      onEvent(event) {
        accounts.happened(event).catch(failed)
        if (event.kind === 'waking') views.push(event)
        if (event.kind === 'accounts') run.accountsChanged(event.wallet, event.accounts).catch(failed)
      },
      isSeen: () => views.viewCount() > 0,
    },
    items,
    () => settings.now().walletExtensionIds,
  )

  /** Many orders may change together: coalesce the readings of all orders into one. */
  const drawBadge = coalesce(async () => {
    const waiting = await pages.proposals.listWaiting()
    await showBadge(orders, (await access.missing()).length > 0, waiting.length)
  })

  const flowPorts = {
    deployment,
    clock,
    service,
    probeSubmit: createSubmitProbe(service, clock),
    chain,
    store: orders,
    expiringStore,
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
    later: timers.after,
    hasView: () => views.viewCount() > 0,
  }
  const reviewPorts = createReviewPorts(flowPorts, catalogue, async () => {
    return (await settings.get()).recipients.map(({ address }) => address)
  })
  const run = createOrderEngine({
    ...flowPorts,
    wallet,
    onChange(order) {
      views.push({ kind: 'order', order: orderView(order, deployment) })
      drawBadge().catch(failed)
      pages.onOrderChanged(order)
      updates.installIfIdle().catch(failed)
    },
    onChecking: ledger.setChecking,
    random: Math.random,
    failed: orderFailed,
  })
  const accounts = createAccountService({
    account,
    connecting: createConnectingItem(items),
    lastWallet: createLastWalletItem(items),
    wallet,
    newId,
    offered: createOfferedAccountItem(items),
    isAccountProven: async (address) => (await orders.provenAccounts()).includes(address),
    onChanged: (next, problem) => views.push({ kind: 'account', account: next, problem }),
    onChainRefused: (problem) => views.push({ kind: 'chainRefused', problem }),
    onOfferedChanged: (offered) => views.push({ kind: 'accountOffered', offered }),
  })
  const pages = composeSites({
    ...flowPorts,
    items,
    session: areas.session,
    tabs: browser.tabs,
    wait,
    window: createProposalWindow({
      windows: browser.windows,
      tabs: browser.tabs,
      open: openView,
      area: areas.session,
    }),
    notify: (proposal) =>
      proposal === null ? notices.clear(proposalNotice) : showProposalNotice(notices, proposal, deployment),
    siteChoice: pageMark.sites,
    catalogue,
    random: Math.random,
    nameToken: (token) => configureToken(deployment, token),
    database,
    orders,
    views,
    ownId: browser.runtime.id,
    wallets: page,
    writeMark: pageMark.writeMark,
    walletsFor: ({ document, origin }, waitMs) =>
      accounts.offersOf({ tabId: document.tabId, origin }, waitMs),
    async onWaitingChanged() {
      await drawBadge()
      await updates.installIfIdle()
    },
    failed,
  })
  drawBadge().catch(failed)
  configureToolbar(settings.now()).catch(failed)
  accounts.resume().catch(failed)
  return {
    deployment,
    clock,
    service,
    callLog,
    chain,
    balances: createBalanceCache({ chain, store: expiringStore, clock, onFailure: failed }),
    settings,
    account,
    orders,
    entries: createEntries(database),
    /** Deletes the history. Returns how many orders stayed because their money is not accounted for. */
    async wipe(how: { readonly isAll: boolean }): Promise<number> {
      const left = await wipe(database, backup, how)
      await pages.revokeUnusedSites()
      views.push({ kind: 'wiped' })
      await drawBadge()
      return left
    },
    catalogue,
    images: createImages({ ...deployment, fetch, clock, store: createImageStore(database, clock) }),
    quotes: createQuoteService(
      {
        ...flowPorts,
        findToken: catalogue.token,
        forms: catalogue.addressFormats,
        approvalGas: createApprovalGasReader(reviewPorts),
      },
      expiringStore,
    ),
    reviewPorts,
    run,
    wallet,
    accounts,
    ledger,
    views,
    pages,
    storage,
    database,
    items,
    access,
    updates,
    /** Resumes every open order where its record stands. */
    async reconcile() {
      await run.reconcile()
      await updates.installIfIdle()
    },
    onSettingsChanged(next: Settings) {
      views.push({ kind: 'settings', settings: next })
      configureToolbar(next).catch(failed)
    },
    async accessChanged() {
      wallet.closeForbidden().catch(failed)
      views.push({ kind: 'access', missingHosts: await access.missing() })
      await drawBadge()
      await run.reconcile()
    },
  }
}
