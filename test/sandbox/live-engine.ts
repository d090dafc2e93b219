import { randomUUID } from 'node:crypto'
import type { Deployment } from '../../lib/deployment/schema.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import type { Order } from '../../lib/order/order.ts'
import { createOrderEngine, type OrderEngine } from '../../lib/order/order-engine.ts'
import { createReviewPorts } from '../../lib/order/stored-reads.ts'
import { createQuoteService } from '../../lib/quote/quote-messages.ts'
import { createApprovalGasReader } from '../../lib/review/approval-reads.ts'
import { makeReview, type ReviewChoice } from '../../lib/review/review.ts'
import { createService } from '../../lib/service/client.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createSubmitProbe } from '../../lib/service/submit-probe.ts'
import type { Account, WalletRead, WalletRequest } from '../../lib/wallet/port.ts'
import { expiringStoreInMemory, ordersInMemory } from '../harness/in-memory.ts'
import { namedLock } from '../harness/named-lock.ts'
import { noPause } from '../harness/no-pause.ts'
import { liveReader } from './live-reader.ts'

/** The wallet of a live engine; `ask` resolves with the answer to a request. */
export interface LiveWallet {
  request(request: WalletRequest): Promise<unknown>
  read(read: WalletRead): Promise<unknown>
}

export interface LiveEngine {
  readonly run: OrderEngine
  /** Quotes, reviews and confirms. Returns the order's id. */
  begin(quoteRequest: QuoteRequest, account: Account, choice?: ReviewChoice): Promise<string>
  /** Waits for the order. Skips the engine's pauses between two reads, but no wait for the wallet. */
  until(orderId: string, wanted: (order: Order) => boolean): Promise<Order>
  /** Moves the machine's clock forward, and wakes the engine. */
  pass(ms: number): Promise<void>
  stop(): void
}

/** Time for the sandbox's solver and its chains to do something between two reads. */
const skipEveryMs = 150

/** Everything that a background has except the browser. */
export function startLiveEngine(deployment: Deployment, wallet: LiveWallet): LiveEngine {
  let aheadMs = 0
  const clock = { nowMs: () => Date.now() + aheadMs }
  const timers = new Set<NodeJS.Timeout>()
  const watchers = new Set<(order: Order) => void>()
  const after = (waitMs: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, waitMs)
    timers.add(timer)
    return () => clearTimeout(timer)
  }
  const service = createService({
    ...{ deployment, fetch: globalThis.fetch, clock, timers: { after }, pause: noPause, random: () => 0 },
  })
  const store = ordersInMemory()
  const expiringStore = expiringStoreInMemory(clock)
  const shared = {
    ...{ deployment, clock, service, store, expiringStore },
    chain: liveReader(deployment),
    notifier: { show: async () => undefined },
    alarms: { wakeAt: async () => undefined },
    lock: namedLock(),
    readWallet: (read: WalletRead) => wallet.read(read),
    holdings: async () => null,
    newId: () => randomUUID(),
    later: after,
    hasView: () => true,
    probeSubmit: createSubmitProbe(service, clock),
  }
  const run = createOrderEngine({
    ...shared,
    wallet: {
      async request(request) {
        const { requestId } = request
        const answer = (result: unknown) =>
          run.applyAnswer({ requestId, kind: 'result', result, wallet: request.wallet })
        const failure = (thrown: { code?: number; message?: string }) =>
          run.applyAnswer({
            requestId,
            kind: 'failure',
            failure: { code: thrown.code ?? null, message: `${thrown.message}` },
          })
        void wallet.request(request).then(answer, failure)
      },
    },
    onChange: (order) => {
      for (const watch of watchers) watch(order)
    },
    onChecking: () => undefined,
    random: () => 0,
    failed: (problem) => {
      throw problem
    },
  })
  async function pass(ms: number): Promise<void> {
    aheadMs += ms
    await run.reconcile()
  }

  /** Until the returned function is called, moves the clock to the order's next read whenever it has none. */
  function skipPauses(orderId: string): () => void {
    const timer = setInterval(async () => {
      const order = await store.read(orderId)
      const restMs = order?.walletRequest === null ? (order.dueMs ?? 0) - clock.nowMs() : 0
      if (restMs > 0) await pass(restMs)
    }, skipEveryMs)
    timers.add(timer)
    return () => clearInterval(timer)
  }

  const lists = { reserveUnits: async () => 0n, serviceCalls: async () => [] }
  const reviewPorts = createReviewPorts(shared, lists, async () => [])
  const approvalGas = createApprovalGasReader(reviewPorts)
  const quotes = createQuoteService(
    { ...shared, findToken: async () => null, forms: async () => ({}), approvalGas },
    expiringStore,
  )
  return {
    run,
    async begin(quoteRequest, account, choice = {}) {
      const outcome = await quotes.quote('view', quoteRequest, account)
      if (outcome.kind !== 'quote') throw new Error(outcome.kind)
      const { reviewKey, requiredConsents } = await makeReview(outcome.held, account, reviewPorts, choice)
      const consents = requiredConsents.map(({ code }) => code)
      return (await run.start(await confirmReview(reviewKey, account, reviewPorts, { consents }))).id
    },
    async until(orderId, wanted) {
      const { promise, resolve } = Promise.withResolvers<Order>()
      const watch = (order: Order): void => {
        if (order.id === orderId && wanted(order)) resolve(order)
      }
      // Added before the store is read, so that no change in between is missed.
      watchers.add(watch)
      const known = await store.read(orderId)
      if (known !== null) watch(known)
      const stopSkipping = skipPauses(orderId)
      return promise.finally(() => {
        stopSkipping()
        watchers.delete(watch)
      })
    },
    pass,
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
