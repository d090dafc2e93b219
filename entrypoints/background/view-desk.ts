import { t } from '../../components/parts/text.ts'
import { chainAsName } from '../../lib/base/outside-name.ts'
import { Problem } from '../../lib/base/problem.ts'
import { chainConfig } from '../../lib/deployment/chain-config.ts'
import { heldCancel, reviewCancel } from '../../lib/order/flows/cancel-review.ts'
import { heldWithdraw, reviewWithdraw, withdrawFromMs } from '../../lib/order/flows/withdraw-review.ts'
import { maxNativeUnits } from '../../lib/order/gas.ts'
import { isOfferPlain } from '../../lib/order/newer-deal.ts'
import type { Order } from '../../lib/order/order.ts'
import { orderStateWords } from '../../lib/order/order-state.ts'
import { orderView } from '../../lib/order/order-view.ts'
import { knownOrder } from '../../lib/order/reads.ts'
import { quoteView } from '../../lib/quote/quote-view.ts'
import { lookAtReceiver } from '../../lib/review/look-at-receiver.ts'
import { makeReview, orderOf } from '../../lib/review/review.ts'
import { reviewView } from '../../lib/review/review-view.ts'
import type { ChainView } from '../../lib/rpc/messages.ts'
import type { ViewHandlers } from '../../lib/rpc/rpc-server.ts'
import type { Chain } from '../../lib/service/chain.ts'
import { requireDurable } from '../../lib/storage/self-test.ts'
import { pinnedToken } from '../../lib/tokens/pinned.ts'
import { createAllowanceAnswers } from './allowance-desk.ts'
import type { Background } from './compose.ts'
import { createHistoryAnswers } from './history-desk.ts'
import { knownAddress } from './known-address.ts'
import { createStoreAnswers } from './store-desk.ts'
import { createValuations } from './valuations.ts'

function chainBesideId({ chainId, name }: Chain): string {
  return name === chainAsName(chainId) ? name : t('chainBesideId', { name, id: String(chainId) })
}

/** Answers each message of our own views by one call into lib. */
export function createViewAnswers(graph: Background): ViewHandlers {
  const { deployment, run, orders, catalogue } = graph

  async function chainViews(): Promise<readonly ChainView[]> {
    const chains = await catalogue.chains()
    return chains.map((chain) => {
      const pins = chainConfig(deployment, chain.chainId)
      const [explorerUrl, rpcUrls] = [pins?.explorerUrl ?? null, pins?.rpcUrls ?? []]
      // Two chains may be called the same; only one that the package names is known by its name.
      const name = pins === null ? chainBesideId(chain) : chain.name
      return { ...chain, name, isConfigured: pins !== null, explorerUrl, rpcUrls }
    })
  }

  const chainIds = deployment.chains.map(({ chainId }) => chainId)
  const valued = createValuations(graph.clock, async (userAddress) => {
    const read = graph.service.holdings({ chainIds, userAddress }, { priority: 'list' })
    return (await read).result
  })

  const viewOf = (order: Order) => orderView(order, withdrawFromMs(order, deployment))

  const happen = (kind: 'retry' | 'abandon' | 'seen') => async (input: { orderId: string }) => {
    await run.happen(input.orderId, { kind })
    return null
  }

  return {
    async start() {
      const storage = await graph.storage()
      const [missingHosts, settings, account, isConnecting, chains, tokens, open] = await Promise.all([
        graph.access.missing(),
        graph.settings.get(),
        graph.account.get(),
        graph.accountDesk.isConnecting(),
        chainViews(),
        catalogue.firstTokens(),
        // What a full disk holds can be read; of one that cannot be read the notice tells.
        orders.open().catch(() => []),
      ])
      return {
        deploymentName: deployment.name,
        serviceKind: deployment.service.kind,
        supportUrl: deployment.supportUrl,
        settings,
        account,
        isConnecting,
        chains,
        tokens,
        running: open
          .filter((order) => orderStateWords(order).isRunning)
          .sort((a, b) => b.createdMs - a.createdMs)
          .map(viewOf),
        storage,
        missingHosts,
      }
    },
    chains: chainViews,
    tokens: ({ chainId, query, ...page }) => catalogue.find(query, chainId, page),
    async searchTokens({ query }) {
      const found = (await graph.service.search(query)).result
      const others = await catalogue.without(query, found)
      return others.map((token) => pinnedToken(deployment, token))
    },
    balances: async ({ chainId, tokens }) => graph.balances(chainId, await knownAddress(graph), tokens),
    holdings: async () => valued(await knownAddress(graph)),
    async quote({ viewId, ask, pick }) {
      const outcome = await graph.quotes.quote(viewId, ask, await graph.account.get())
      if (outcome.kind !== 'quote') return outcome
      const quote = quoteView(outcome.quoteKey, outcome.held, deployment, pick)
      return quote === null ? { kind: 'noRoute' } : { kind: 'quote', quote }
    },
    async dropQuote({ viewId }) {
      graph.quotes.drop(viewId)
      return null
    },
    async maxNative({ chainId, balance }) {
      const said = await catalogue.reserveUnits(chainId)
      return maxNativeUnits(BigInt(balance), await graph.chain.gasPrice(chainId), said).toString()
    },
    async checkReceiver({ chainId, text }) {
      const here = await catalogue.addresses(chainId)
      const userAddress = (await graph.account.get())?.address ?? null
      return lookAtReceiver({ chainId, text, tokens: here, userAddress }, graph.reviewPorts)
    },
    ...graph.pages.desk.answers,
    async review({ quoteKey, routeKey = null, pay = 'wallet', swapId = null }) {
      await requireDurable(graph.storage)
      const held = await graph.quotes.held(quoteKey)
      const quote = quoteView(quoteKey, held, deployment, { routeKey, sort: 'output' })
      if (quote === null) throw new Problem('noRoute')
      if (quote.isPickGone) throw new Problem('routeGone')
      if (quote.routeKey === null) throw new Problem('noRoute')
      const receiverAddress = held.ask.receiverAddress ?? ''
      const proposal = await graph.pages.proposals.reviewed(swapId, { ...held.ask, receiverAddress })
      const choice = { routeKey: quote.routeKey, pay, proposal }
      const review = await makeReview(held, await graph.account.get(), graph.reviewPorts, choice)
      const permit2 = chainConfig(deployment, held.ask.originChainId)?.permit2 ?? ''
      return reviewView({ ...review, ...review.checked, quote, permit2, deployment })
    },
    async confirm({ reviewKey, ...said }) {
      await requireDurable(graph.storage)
      const account = await graph.account.get()
      const order = await orderOf(reviewKey, account, graph.reviewPorts, said)
      return { orderId: (await graph.pages.proposals.begin(order, run.begin)).id }
    },
    order: async ({ orderId }) => viewOf(await knownOrder(orders, orderId)),
    retryOrder: happen('retry'),
    abandonOrder: happen('abandon'),
    async acceptOffer({ orderId, offerId }) {
      const order = await knownOrder(orders, orderId)
      if (order.offer?.id !== offerId) throw new Problem('offerChanged')
      if (!isOfferPlain(order, order.offer)) throw new Problem('lossNotAgreed')
      await run.happen(orderId, { kind: 'acceptOffer', offerId })
      return null
    },
    async reviewWithdraw({ orderId }) {
      const order = await knownOrder(orders, orderId)
      const review = await reviewWithdraw(order, await graph.account.get(), graph.reviewPorts)
      const { accountNonce: _nonce, ...shown } = review
      return { ...shown, token: order.reviewed.inputToken }
    },
    async confirmWithdraw({ reviewKey }) {
      const { orderId, accountNonce } = await heldWithdraw(reviewKey, graph.reviewPorts)
      await run.happen(orderId, { kind: 'withdraw', accountNonce })
      return { orderId }
    },
    ...createAllowanceAnswers(graph),
    ...createHistoryAnswers(graph),
    ...createStoreAnswers(graph),
    async reviewCancel({ orderId }) {
      const order = await knownOrder(orders, orderId)
      const review = await reviewCancel(order, await graph.account.get(), graph.reviewPorts)
      const { accountNonce: _nonce, sinceBlock: _block, ...shown } = review
      return shown
    },
    async confirmCancel({ reviewKey }) {
      const { orderId, accountNonce, sinceBlock } = await heldCancel(reviewKey, graph.reviewPorts)
      await run.happen(orderId, { kind: 'cancel', accountNonce, sinceBlock })
      return { orderId }
    },
    images: ({ urls }) => graph.images.dataUrls(urls),
    markSeen: happen('seen'),
    wallets: ({ waitMs }) => graph.accountDesk.offers(waitMs),
    tabWallets: () => graph.accountDesk.offersInTabs(),
    async connectWallet({ choice }) {
      await graph.accountDesk.connect(choice)
      return null
    },
    async watchAddress({ text }) {
      await graph.accountDesk.watch(text)
      return null
    },
    showWallet: async () => graph.wallet.show((await graph.account.get())?.wallet ?? null),
    async disconnectWallet() {
      await graph.accountDesk.disconnect()
      return null
    },
    version: () => graph.updates.view(),
    async saveSettings({ settings }) {
      await graph.settings.set(settings)
      graph.views.push({ kind: 'settings', settings })
      return settings
    },
  }
}
