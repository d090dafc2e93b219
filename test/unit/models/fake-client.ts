import { Problem } from '../../../lib/base/problem.ts'
import type { HistoryEntry } from '../../../lib/history/entry-shape.ts'
import { createOrderEntry } from '../../../lib/history/history-entry.ts'
import { matchesFilter } from '../../../lib/history/history-filter.ts'
import { createStatistics } from '../../../lib/history/history-statistics.ts'
import type { OrderView } from '../../../lib/order/order-view.ts'
import type { StartView, ViewMessages, ViewPush } from '../../../lib/rpc/messages.ts'
import type { RpcClient } from '../../../lib/rpc/rpc-client.ts'
import { canUseChain } from '../../../lib/service/token.ts'
import type { ProposalView } from '../../../lib/sites/site-messages.ts'
import * as data from './fake-data.ts'
import * as fakeOrders from './fake-orders.ts'
import { siteAnswers } from './fake-sites.ts'

/** Answers of a fake background by message; tests can replace, delay or fail each. */
export type Answers = {
  [K in keyof ViewMessages]: (
    input: ViewMessages[K]['input'],
  ) => ViewMessages[K]['output'] | Promise<ViewMessages[K]['output']>
}

export interface FakeClient extends RpcClient {
  readonly sent: { readonly name: keyof ViewMessages; readonly input: unknown }[]
  push(push: ViewPush): void
  reconnect(): void
}

const notFound = () => new Problem('orderNotFound', { money: 'unknown' })

function entryOfView(order: OrderView): HistoryEntry {
  return createOrderEntry({ ...order, requestHash: order.requestHash }, null)
}

/** A background in memory with a few chains, 190 tokens, balances, quotes and orders. */
export function createFakeClient(
  options: {
    start?: StartView
    orders?: readonly OrderView[]
    proposals?: readonly ProposalView[]
    nowMs?: () => number
    answers?: Partial<Answers>
    /** History entries that are no orders. */
    past?: readonly HistoryEntry[]
  } = {},
): FakeClient {
  const past = options.past ?? []
  const nowMs = options.nowMs ?? (() => data.bornMs)
  const orders = new Map((options.orders ?? []).map((order) => [order.id, order]))
  let start = options.start ?? data.start
  let lastQuote = data.quoteFor(data.quoteRequest, nowMs())
  const listeners = new Set<(push: ViewPush) => void>()
  const reconnects = new Set<() => void>()
  const sent: FakeClient['sent'] = []

  const byId = (id: string) => {
    const order = orders.get(id)
    if (order === undefined) throw notFound()
    return order
  }
  const matches = (query: string) => (token: (typeof data.tokens)[number]) =>
    `${token.symbol} ${token.name} ${token.address}`.toLowerCase().includes(query.toLowerCase())

  const answers: Answers = {
    start: () => start,
    rescue: () => ({ text: '{}' }),
    unreadable: () => [],
    tokens: ({ chainId, query, side }) => {
      const mayUse = (token: (typeof data.tokens)[number]) =>
        start.chains.some(
          (chain) => chain.chainId === token.chainId && canUseChain(chain, chain.isConfigured, side),
        )
      const all = data.tokens
        .filter((token) => chainId === null || token.chainId === chainId)
        .filter(matches(query))
      const others = side === 'input' && query === '' ? [] : all.filter((token) => !mayUse(token))
      const fitting = [...all.filter(mayUse), ...others]
      return { tokens: fitting.slice(0, 200), total: fitting.length, readMs: nowMs() }
    },
    searchTokens: () => [],
    balances: ({ chainId, tokens }) => {
      const keys = tokens.map((address) => `${chainId}:${address}`)
      return {
        amounts: Object.fromEntries(keys.map((key) => [key, data.balances[key] ?? '0'])),
        old: {},
      }
    },
    holdings: () => [],
    quote: ({ request }) => {
      lastQuote = data.quoteFor(request, nowMs())
      return { kind: 'quote', quote: lastQuote }
    },
    dropQuote: () => null,
    maxNative: ({ balance }) => (BigInt(balance) - 1_000_000_000_000_000n).toString(),
    checkReceiver: ({ text }) =>
      /^0x[0-9a-f]{40}$/i.test(text)
        ? { address: text.toLowerCase(), name: null, risks: [] }
        : {
            problem: new Problem('addressInvalid').data,
          },
    review: () => data.reviewFor(lastQuote, nowMs()),
    confirm: () => {
      const made = fakeOrders.order(nowMs(), { id: 'order-made', state: 'approve_requested', timeline: [] })
      orders.set(made.id, made)
      return { orderId: made.id }
    },
    acceptAccount: () => null,
    keepAccount: () => null,
    watchAddress: () => null,
    order: ({ orderId }) => byId(orderId),
    retryOrder: () => null,
    stopOrder: () => null,
    showOrder: () => null,
    acceptOffer: () => null,
    history: ({ filter, after, floorMs, limit }) => {
      const all = [...[...orders.values()].map(entryOfView), ...past]
        .filter((entry) => matchesFilter(entry, filter) && entry.atMs >= (floorMs ?? 0))
        .filter(({ key }) => after === null || key >= after)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
      const entries = all.slice(0, limit)
      return { entries, next: all[limit]?.key ?? null }
    },
    historyEntry: ({ key }) => {
      const entry = past.find((one) => one.key === key)
      if (entry === undefined) throw notFound()
      return { entry, repeatRequest: null }
    },
    readServiceHistory: () => ({
      count: 0,
      oldestMs: null,
      isLastUsed: true,
      fingerprint: '',
    }),
    exportHistory: ({ format }) => ({ text: format === 'csv' ? 'started\r\n' : '{}', next: null }),
    historyStatistics: ({ range }) => {
      const statistics = createStatistics(range, nowMs())
      for (const order of orders.values()) statistics.add(entryOfView(order))
      return statistics.result()
    },
    experience: () => ({}),
    recentReceivers: () => [],
    refundExperience: () => null,
    wipeHistory: () => {
      orders.clear()
      return { left: 0 }
    },
    fetchDirectRouteStatus: ({ orderId }) => ({
      text: JSON.stringify({ success: true, result: { quoteId: byId(orderId).quoteId } }),
      serverRequestId: 'req-9d0c',
    }),
    reviewExit: ({ kind, orderId }) => ({ ...data.exitReviews[kind], orderId }),
    confirmExit: () => ({ orderId: 'order-1' }),
    allowances: () => [],
    orderAllowance: ({ orderId }) => fakeOrders.allowanceOf(byId(orderId)),
    images: () => ({}),
    markViewed: () => null,
    supportText: ({ orderId }) => `request hash: ${byId(orderId).requestHash}`,
    wallets: () => data.offers,
    connectWallet: () => null,
    showWallet: () => true,
    refreshChain: () => null,
    useChain: () => null,
    addToken: () => true,
    disconnectWallet: () => null,
    version: () => ({ waiting: null, updatedFrom: null }),
    testNotice: () => null,
    recentCalls: () => ({ text: 'Ferry 1.2.3, last 0 requests to the swap service' }),
    saveSettings: ({ settings }) => {
      start = { ...start, settings: { ...start.settings, ...settings } }
      return start.settings
    },
    ...siteAnswers(options.proposals ?? []),
    ...options.answers,
  }

  async function send<K extends keyof ViewMessages>(
    name: K,
    input: ViewMessages[K]['input'],
  ): Promise<ViewMessages[K]['output']> {
    sent.push({ name, input })
    return await answers[name](input)
  }

  return {
    sent,
    send,
    sendOnce: send,
    subscribe(onPush, onReconnect) {
      listeners.add(onPush)
      reconnects.add(onReconnect)
      return () => {
        listeners.delete(onPush)
        reconnects.delete(onReconnect)
      }
    },
    push(push) {
      for (const onPush of listeners) onPush(push)
    },
    reconnect() {
      for (const onReconnect of reconnects) onReconnect()
    },
  }
}
