import { nativeAddress } from '../../lib/base/hex.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import { readOrderAllowance } from '../../lib/order/list-allowances.ts'
import type { Order } from '../../lib/order/order.ts'
import { makeReview, type Review, type ReviewChoice, reviews } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { Account, WalletRef } from '../../lib/wallet/port.ts'
import { recordRejection } from './background.ts'
import { chainById, harbour, island, tokenOf, user } from './chains.ts'
import type { Request } from './fake-service.ts'
import { createWorld, type World } from './world.ts'

export const account: Account & { readonly wallet: WalletRef } = {
  address: user,
  chainId: harbour.chainId,
  wallet: {
    connector: 'page',
    id: 'io.test',
    name: 'Test wallet',
    origin: 'http://127.0.0.1',
    iconUrl: null,
  },
}

const usdc = tokenOf(harbour, 'USDC')

/** 1.5 USDC from Harbour to Island. */
export const signedRequest: QuoteRequest = {
  originChainId: harbour.chainId,
  destinationChainId: island.chainId,
  inputToken: usdc.address,
  inputAmount: '1500000',
  outputToken: tokenOf(island, 'USDC').address,
  userAddress: user,
  receiverAddress: user,
  slippagePercent: '0.5',
}

export const sameChainRequest: QuoteRequest = {
  ...signedRequest,
  destinationChainId: harbour.chainId,
  outputToken: tokenOf(harbour, 'DAI').address,
}

/** The same with manual routes next to the automatic one; `across` picks the manual one. */
export const manualRequest: QuoteRequest = { ...signedRequest, options: { enableManual: true } }
export const acrossRoute = { routeKey: 'manual:Across:' } as const

export const depositRequest: QuoteRequest = {
  ...signedRequest,
  options: { enableDepositAddress: true, refundAddress: user },
}

export const inboxRequest: QuoteRequest = { ...signedRequest, options: { useInbox: true } }

export const nativeRequest: QuoteRequest = {
  ...signedRequest,
  inputToken: nativeAddress,
  inputAmount: '10000000000000000',
}

export const usdtRequest: QuoteRequest = { ...signedRequest, inputToken: tokenOf(harbour, 'USDT').address }

/** Gives the owner enough of the input token for five such requests, and gas. */
export function fund(world: World, request: QuoteRequest): void {
  const owner = request.userAddress ?? user
  world.chain.ledger.give(request.originChainId, nativeAddress, owner, 10n ** 18n)
  if (request.inputToken === nativeAddress) return
  world.chain.ledger.give(request.originChainId, request.inputToken, owner, 5n * BigInt(request.inputAmount))
}

export function allowPermit2(
  world: World,
  quoteRequest: QuoteRequest,
  units = BigInt(quoteRequest.inputAmount),
): void {
  const chain = chainById(quoteRequest.originChainId)
  world.chain.ledger.allow(chain.chainId, quoteRequest.inputToken, quoteRequest.userAddress ?? user, units)
}

export async function createReview(
  world: World,
  quoteRequest: QuoteRequest,
  by: Account | null = account,
  choice: ReviewChoice = {},
): Promise<Review> {
  const outcome = await world.quotes.quote('view', quoteRequest, by)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  return makeReview(outcome.held, by, world.reviewPorts, choice)
}

/** Confirms a request and runs the engine until it waits for time. Returns the order's id. */
export async function startOrder(
  world: World,
  quoteRequest: QuoteRequest,
  by: Account | null = account,
  choice: ReviewChoice = {},
): Promise<string> {
  const { reviewKey } = await createReview(world, quoteRequest, by, choice)
  return confirm(world, reviewKey, by)
}

export const consentCodesOf = (requiredConsents: Review['requiredConsents']): readonly string[] =>
  requiredConsents.map(({ code }) => code)

/** Confirms a review with all its consents. */
export async function confirm(
  world: World,
  reviewKey: string,
  by: Account | null = account,
): Promise<string> {
  // A review that expired has no consents. Its confirmation fails by itself.
  const requested = reviews
    .read(reviewKey, world.reviewPorts.kept)
    .then(({ requiredConsents }) => requiredConsents)
  const consents = consentCodesOf(await requested.catch(() => []))
  const order = await world.run.start(await confirmReview(reviewKey, by, world.reviewPorts, { consents }))
  await world.settle()
  return order.id
}

/** Confirms the first. Returns that order's id and the outcome of confirming the second. */
export async function reviewTwice(
  world: World,
  quoteRequest: QuoteRequest,
): Promise<{ readonly id: string; readonly second: Promise<unknown> }> {
  const outcome = await world.quotes.quote('view', quoteRequest, account)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  const [first, second] = [
    await makeReview(outcome.held, account, world.reviewPorts),
    await makeReview(outcome.held, account, world.reviewPorts),
  ]
  const id = await confirm(world, first.reviewKey)
  return { id, second: confirm(world, second.reviewKey) }
}

export async function readOrder(world: World, id: string): Promise<Order> {
  const order = await world.orders.read(id)
  if (order === null) throw new Error(`no order ${id}`)
  return order
}

export async function acceptOrderOffer(world: World, id: string): Promise<void> {
  const { offer } = await readOrder(world, id)
  await world.run.dispatch(id, { kind: 'acceptOffer', offerId: offer?.id ?? 'none' })
}

/** Runs the next timer or the alarm, whichever is due first. False when neither is set. */
export async function runNextTimer(world: World): Promise<boolean> {
  const nextMs = world.clock.nextMs()
  if (world.alarmMs !== null && (nextMs === null || world.alarmMs < nextMs)) {
    world.clock.skip(Math.max(0, world.alarmMs - world.clock.nowMs()))
    world.alarmMs = null
    world.run.reconcile().catch(recordRejection(world))
  } else if (!world.clock.runNextTimer()) return false
  await world.settle()
  return true
}

/** Lets time pass until an order is as wanted. Throws after `mostTicks` ticks, or when no timer is set. */
export async function waitForOrder(
  world: World,
  id: string,
  wanted: (order: Order) => boolean,
  mostTicks = 400,
): Promise<Order> {
  await world.settle()
  for (let ticks = 0; ticks < mostTicks; ticks += 1) {
    const order = await readOrder(world, id)
    if (wanted(order)) return order
    if (!(await runNextTimer(world))) throw new Error(`nothing happens any more in ${order.state}`)
  }
  const order = await readOrder(world, id)
  throw new Error(`still ${order.state} ${order.statusCode} ${JSON.stringify(order.problem)}`)
}

export const waitForState = (world: World, id: string, ...states: readonly Order['state'][]) =>
  waitForOrder(world, id, (order) => states.includes(order.state))

/** Lets `ms` pass and runs everything that falls due in it. */
export async function advanceTime(world: World, ms: number): Promise<void> {
  const endMs = world.clock.nowMs() + ms
  await world.settle()
  for (;;) {
    const nextMs = Math.min(world.clock.nextMs() ?? Infinity, world.alarmMs ?? Infinity)
    if (nextMs > endMs) break
    await runNextTimer(world)
  }
  world.clock.skip(endMs - world.clock.nowMs())
}

/** Stops the background for `ms` while everything outside continues. Then the browser starts it again. */
export async function sleepAndRestart(world: World, ms: number): Promise<void> {
  world.life.isDead = true
  await advanceTime(world, ms)
  await world.restart()
}

/** A signed swap that the service has accepted and no solver executes. */
export async function createUnexecutedOrder(): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createWorld()
  fund(world, signedRequest)
  allowPermit2(world, signedRequest)
  world.solver.fate = []
  const id = await startOrder(world, signedRequest)
  await waitForState(world, id, 'pending')
  return { world, id }
}

export function acceptedRequest(world: World): Request {
  const [request] = [...world.service.requests.values()]
  if (request === undefined) throw new Error('the service has taken nothing')
  return request
}

/** The order is over, its notice was shown and its funds are settled: nothing is left to do. */
/** Reads what the screen of an order says is left of its allowance, in the smallest unit. Null if nothing is. */
export async function readLeftAllowance(world: World, id: string): Promise<string | null> {
  const { left } = (await readOrderAllowance(await readOrder(world, id), world.reviewPorts)) ?? { left: null }
  return left === null || left.units === '0' ? null : left.units
}

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
