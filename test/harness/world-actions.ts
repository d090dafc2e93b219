import { nativeAddress } from '../../lib/base/hex.ts'
import { findPriceFeed } from '../../lib/chain/costs.ts'
import { readOrderAllowance } from '../../lib/order/allowance-reads.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import type { Order } from '../../lib/order/order.ts'
import type { HeldQuote } from '../../lib/quote/held-quote.ts'
import { makeReview, type Review, type ReviewChoice, reviews } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { Account } from '../../lib/wallet/port.ts'
import { type Background, type Outside, recordRejection } from './background.ts'
import { account, chainById, deployment, user } from './chains.ts'
import type { Request } from './fake-service.ts'
import type { Life } from './lifecycle.ts'

/** What a test does in a world: starts and reads orders and lets time pass. */
export interface WorldActions {
  /** Gives the owner enough of the input token for five such requests, and gas. */
  fund(quoteRequest: QuoteRequest): void
  allowPermit2(quoteRequest: QuoteRequest, units?: bigint): void
  /** The same for the inboxes and the targets of manual routes. */
  allowTargets(quoteRequest: QuoteRequest, units?: bigint): void
  /** Throws when the service has no route. */
  requestQuote(
    quoteRequest: QuoteRequest,
    by?: Account | null,
  ): Promise<{ readonly quoteKey: string; readonly held: HeldQuote }>
  createReview(quoteRequest: QuoteRequest, by?: Account | null, choice?: ReviewChoice): Promise<Review>
  /** Confirms a review with all its consents. Returns the order's id. */
  confirm(reviewKey: string, by?: Account | null): Promise<string>
  /** Confirms a request and runs the engine until it waits for time. Returns the order's id. */
  startOrder(quoteRequest: QuoteRequest, by?: Account | null, choice?: ReviewChoice): Promise<string>
  /** Throws when no such order exists. */
  readOrder(id: string): Promise<Order>
  /** Runs the next timer or the alarm, whichever is due first. False when neither is set. */
  runNextTimer(): Promise<boolean>
  /** Lets time pass until an order is as wanted. Throws after `mostTicks` ticks, or when no timer is set. */
  waitForOrder(id: string, wanted: (order: Order) => boolean, mostTicks?: number): Promise<Order>
  waitForState(id: string, ...states: readonly Order['state'][]): Promise<Order>
  /** Lets time pass until nothing is left to do for an order. */
  waitForEnd(id: string): Promise<Order>
  /** Lets `ms` pass and runs everything that falls due in it. */
  advanceTime(ms: number): Promise<void>
  /** Stops the background for `ms` while everything outside continues. Then the browser starts it again. */
  sleepAndRestart(ms: number): Promise<void>
  /** The first request that the service accepted. */
  acceptedRequest(): Request
  /** Reads what the screen of an order says is left of its allowance, in the smallest unit. Null if nothing is. */
  readLeftAllowance(id: string): Promise<string | null>
}

interface ActingWorld extends Outside, Background {
  readonly life: Life
  restart(): Promise<void>
  settle(): Promise<void>
}

export function createWorldActions(world: ActingWorld): WorldActions {
  const { ledger } = world.chain
  const actions: WorldActions = {
    fund(quoteRequest) {
      const { originChainId, inputToken, inputAmount, userAddress } = quoteRequest
      const owner = userAddress ?? user
      ledger.give(originChainId, nativeAddress, owner, 10n ** 18n)
      if (inputToken !== nativeAddress)
        ledger.give(originChainId, inputToken, owner, 5n * BigInt(inputAmount))
    },
    allowPermit2(quoteRequest, units = BigInt(quoteRequest.inputAmount)) {
      const { originChainId, inputToken, userAddress } = quoteRequest
      ledger.allow(originChainId, inputToken, userAddress ?? user, units)
    },
    allowTargets({ originChainId, inputToken, inputAmount }, units = BigInt(inputAmount)) {
      const { inboxes, manualTargets } = chainById(originChainId)
      for (const target of [...inboxes, ...manualTargets])
        ledger.allow(originChainId, inputToken, user, units, target)
    },
    async requestQuote(quoteRequest, by = account) {
      const outcome = await world.quotes.quote('view', quoteRequest, by)
      if (outcome.kind !== 'quote') throw new Error(outcome.kind)
      return outcome
    },
    async createReview(quoteRequest, by = account, choice = {}) {
      const { held } = await actions.requestQuote(quoteRequest, by)
      return makeReview(held, by, world.reviewPorts, choice)
    },
    async confirm(reviewKey, by = account) {
      // A review that expired has no consents. Its confirmation fails by itself.
      const requested = reviews
        .read(reviewKey, world.reviewPorts.expiringStore)
        .then(({ requiredConsents }) => requiredConsents)
      const consents = consentCodesOf(await requested.catch(() => []))
      const order = await world.run.start(await confirmReview(reviewKey, by, world.reviewPorts, { consents }))
      await world.settle()
      return order.id
    },
    async startOrder(quoteRequest, by = account, choice = {}) {
      const { reviewKey } = await actions.createReview(quoteRequest, by, choice)
      return actions.confirm(reviewKey, by)
    },
    async readOrder(id) {
      const order = await world.orders.read(id)
      if (order === null) throw new Error(`no order ${id}`)
      return order
    },
    async runNextTimer() {
      const nextMs = world.clock.nextMs()
      if (world.alarmMs !== null && (nextMs === null || world.alarmMs < nextMs)) {
        world.clock.skip(Math.max(0, world.alarmMs - world.clock.nowMs()))
        world.alarmMs = null
        world.run.reconcile().catch(recordRejection(world))
      } else if (!world.clock.runNextTimer()) return false
      await world.settle()
      return true
    },
    async waitForOrder(id, wanted, mostTicks = 400) {
      await world.settle()
      for (let ticks = 0; ticks < mostTicks; ticks += 1) {
        const order = await actions.readOrder(id)
        if (wanted(order)) return order
        if (!(await actions.runNextTimer())) throw new Error(`nothing happens any more in ${order.state}`)
      }
      const order = await actions.readOrder(id)
      throw new Error(`still ${order.state} ${order.statusCode} ${JSON.stringify(order.problem)}`)
    },
    waitForState: (id, ...states) => actions.waitForOrder(id, ({ state }) => states.includes(state)),
    waitForEnd: (id) => actions.waitForOrder(id, isFullyEnded),
    async advanceTime(ms) {
      const endMs = world.clock.nowMs() + ms
      await world.settle()
      for (;;) {
        const nextMs = Math.min(world.clock.nextMs() ?? Infinity, world.alarmMs ?? Infinity)
        if (nextMs > endMs) break
        await actions.runNextTimer()
      }
      world.clock.skip(endMs - world.clock.nowMs())
    },
    async sleepAndRestart(ms) {
      world.life.isDead = true
      await actions.advanceTime(ms)
      await world.restart()
    },
    acceptedRequest() {
      const [request] = [...world.service.requests.values()]
      if (request === undefined) throw new Error('the service has taken nothing')
      return request
    },
    async readLeftAllowance(id) {
      const { left } = (await readOrderAllowance(await actions.readOrder(id), world.reviewPorts)) ?? {}
      return left == null || left.units === '0' ? null : left.units
    },
  }
  return actions
}

export const consentCodesOf = (requiredConsents: Review['requiredConsents']): readonly string[] =>
  requiredConsents.map(({ code }) => code)

/** The order is over, its notice was shown and its funds are settled: nothing is left to do. */
export function isFullyEnded(order: Order): boolean {
  const over = [
    'verified_terminal',
    'reported_terminal',
    'expired_unused',
    'cancelled_unused',
    'abandoned_unsigned',
  ]
  const isReported = order.notification?.state !== 'pending'
  return over.includes(order.state) && order.fundsSettled && isReported && order.dueMs === null
}

/** Sets the price that the token's feed has on the chain. */
export function setPrice(world: Background & Outside, chainId: number, address: string, price: string): void {
  const feed = findPriceFeed(deployment, { chainId, address })
  if (feed === null) throw new Error(`no feed of ${address}`)
  world.chain.ledger.setPrice(chainId, feed.address, price)
}
