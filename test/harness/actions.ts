import { nativeAddress } from '../../lib/base/hex.ts'
import type { Order } from '../../lib/order/order.ts'
import { makeReview, orderOf, type Review, type ReviewChoice, reviews } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { Account, WalletRef } from '../../lib/wallet/port.ts'
import { unheard } from './background.ts'
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
export const signedAsk: QuoteRequest = {
  originChainId: harbour.chainId,
  destinationChainId: island.chainId,
  inputToken: usdc.address,
  inputAmount: '1500000',
  outputToken: tokenOf(island, 'USDC').address,
  userAddress: user,
  receiverAddress: user,
  slippagePercent: '0.5',
}

export const sameChainAsk: QuoteRequest = {
  ...signedAsk,
  destinationChainId: harbour.chainId,
  outputToken: tokenOf(harbour, 'DAI').address,
}

/** The same with manual routes next to the automatic one; `across` picks the manual one. */
export const manualAsk: QuoteRequest = { ...signedAsk, options: { enableManual: true } }
export const across = { routeKey: 'manual:Across:' } as const

export const depositAsk: QuoteRequest = {
  ...signedAsk,
  options: { enableDepositAddress: true, refundAddress: user },
}

export const inboxAsk: QuoteRequest = { ...signedAsk, options: { useInbox: true } }

export const nativeAsk: QuoteRequest = {
  ...signedAsk,
  inputToken: nativeAddress,
  inputAmount: '10000000000000000',
}

export const usdtAsk: QuoteRequest = { ...signedAsk, inputToken: tokenOf(harbour, 'USDT').address }

/** Gives the owner enough of the input token for five such requests, and gas. */
export function fund(world: World, ask: QuoteRequest): void {
  const owner = ask.userAddress ?? user
  world.chain.ledger.give(ask.originChainId, nativeAddress, owner, 10n ** 18n)
  if (ask.inputToken === nativeAddress) return
  world.chain.ledger.give(ask.originChainId, ask.inputToken, owner, 5n * BigInt(ask.inputAmount))
}

/** Sets the allowance of Permit2 for a request's input. */
export function allow(world: World, ask: QuoteRequest, units = BigInt(ask.inputAmount)): void {
  const chain = chainById(ask.originChainId)
  world.chain.ledger.allow(chain.chainId, ask.inputToken, ask.userAddress ?? user, units)
}

/** Requests a quote and makes its review, as a view does. */
export async function review(
  world: World,
  ask: QuoteRequest,
  by: Account | null = account,
  choice: ReviewChoice = {},
): Promise<Review> {
  const outcome = await world.quotes.quote('view', ask, by)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  return makeReview(outcome.held, by, world.reviewPorts, choice)
}

/** Confirms a request and runs the engine until it waits for time. Returns the order's id. */
export async function begin(
  world: World,
  ask: QuoteRequest,
  by: Account | null = account,
  choice: ReviewChoice = {},
): Promise<string> {
  const { reviewKey } = await review(world, ask, by, choice)
  return confirm(world, reviewKey, by)
}

/** The codes of all consents of a review. */
export const allOf = (questions: Review['questions']): readonly string[] => questions.map(({ code }) => code)

/** Confirms a review with all its consents. */
export async function confirm(
  world: World,
  reviewKey: string,
  by: Account | null = account,
): Promise<string> {
  // A review that expired has no consents. Its confirmation fails by itself.
  const asked = reviews.read(reviewKey, world.reviewPorts.kept).then(({ questions }) => questions)
  const agreed = allOf(await asked.catch(() => []))
  const order = await world.run.start(await orderOf(reviewKey, by, world.reviewPorts, { agreed }))
  await world.settle()
  return order.id
}

/**
 * Reviews one quote twice and confirms the first. Returns that order's id and the outcome of confirming the
 * second.
 */
export async function reviewedTwice(
  world: World,
  ask: QuoteRequest,
): Promise<{ readonly id: string; readonly second: Promise<unknown> }> {
  const outcome = await world.quotes.quote('view', ask, account)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  const [first, second] = [
    await makeReview(outcome.held, account, world.reviewPorts),
    await makeReview(outcome.held, account, world.reviewPorts),
  ]
  const id = await confirm(world, first.reviewKey)
  return { id, second: confirm(world, second.reviewKey) }
}

export async function orderAt(world: World, id: string): Promise<Order> {
  const order = await world.orders.read(id)
  if (order === null) throw new Error(`no order ${id}`)
  return order
}

/** Accepts the offer that an order waits with. */
export async function takeOffer(world: World, id: string): Promise<void> {
  const { offer } = await orderAt(world, id)
  await world.run.dispatch(id, { kind: 'acceptOffer', offerId: offer?.id ?? 'none' })
}

/** Runs the next timer or the alarm, whichever is due first. False when neither is set. */
export async function tick(world: World): Promise<boolean> {
  const nextMs = world.clock.nextMs()
  if (world.alarmMs !== null && (nextMs === null || world.alarmMs < nextMs)) {
    world.clock.jump(Math.max(0, world.alarmMs - world.clock.nowMs()))
    world.alarmMs = null
    world.run.reconcile().catch(unheard(world))
  } else if (!world.clock.next()) return false
  await world.settle()
  return true
}

/** Lets time pass until an order is as wanted. Throws after `mostTicks` ticks, or when no timer is set. */
export async function until(
  world: World,
  id: string,
  wanted: (order: Order) => boolean,
  mostTicks = 400,
): Promise<Order> {
  await world.settle()
  for (let ticks = 0; ticks < mostTicks; ticks += 1) {
    const order = await orderAt(world, id)
    if (wanted(order)) return order
    if (!(await tick(world))) throw new Error(`nothing happens any more in ${order.state}`)
  }
  const order = await orderAt(world, id)
  throw new Error(`still ${order.state} ${order.statusCode} ${JSON.stringify(order.problem)}`)
}

export const untilState = (world: World, id: string, ...states: readonly Order['state'][]) =>
  until(world, id, (order) => states.includes(order.state))

/** Lets `ms` pass and runs everything that falls due in it. */
export async function pass(world: World, ms: number): Promise<void> {
  const endMs = world.clock.nowMs() + ms
  await world.settle()
  for (;;) {
    const nextMs = Math.min(world.clock.nextMs() ?? Infinity, world.alarmMs ?? Infinity)
    if (nextMs > endMs) break
    await tick(world)
  }
  world.clock.jump(endMs - world.clock.nowMs())
}

/** Stops the background for `ms` while everything outside continues. Then the browser starts it again. */
export async function sleep(world: World, ms: number): Promise<void> {
  world.life.isDead = true
  await pass(world, ms)
  await world.restart()
}

/** A signed swap that the service has accepted and no solver executes. */
export async function untakenOrder(): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createWorld()
  fund(world, signedAsk)
  allow(world, signedAsk)
  world.solver.fate = []
  const id = await begin(world, signedAsk)
  await untilState(world, id, 'pending')
  return { world, id }
}

/** The one request that the service has accepted. */
export function taken(world: World): Request {
  const [request] = [...world.service.requests.values()]
  if (request === undefined) throw new Error('the service has taken nothing')
  return request
}

/** The order is over, its notice was shown and its funds are settled: nothing is left to do. */
export function isAtRest(order: Order): boolean {
  const over = [
    'verified_terminal',
    'reported_terminal',
    'expired_unused',
    'cancelled_unused',
    'abandoned_unsigned',
  ]
  const isTold = order.notice?.state !== 'pending'
  return over.includes(order.state) && order.fundsSettled && isTold && order.dueMs === null
}
