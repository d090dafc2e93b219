import { dayMs, minuteMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import { canRetryApproval, canStopOrder } from '../../lib/order/order-facts.ts'
import { acceptOrderOffer } from '../harness/actions.ts'
import { recordRejection } from '../harness/background.ts'
import { account, person, user } from '../harness/chains.ts'
import { cancelOrder } from '../harness/exits.ts'
import { heldInput } from '../harness/held-input.ts'
import { createWorld, type World } from '../harness/world.ts'
import { isFullyEnded } from '../harness/world-actions.ts'
import { type AllowanceReads, createExitPerson, type ExitResult, harmless, readAllowances } from './exits.ts'
import type { Click, Schedule } from './schedule.ts'

/** The result of a schedule: the world and the order. The order is null if none was made. */
export interface ScheduleRun {
  readonly world: World
  readonly order: Order | null
  /** Absent if a test runs a swap by itself. */
  readonly taken?: ExitResult
  /** Absent as above, or if no order was made. */
  readonly allowances?: AllowanceReads
  /**
   * The number of transactions that carried calls, can move nothing, and were never named by their wallet. Absent as
   * above.
   */
  readonly unnamed?: number
  /** When its wallet was given another chance to do what it never answered; absent where the order was not over by then. */
  readonly overMs?: number
}

const healedAtTick = 60
const mostTicks = 600

export async function runSchedule(given: Schedule): Promise<ScheduleRun> {
  const lived = await runUncounted(given)
  const { world, order } = lived
  const counted = { ...lived, unnamed: await countUnnamed(lived), ...(await confirmLate(lived)) }
  return order === null ? counted : { ...counted, allowances: await readAllowances(world, order) }
}

/** The person confirms after the end what the wallet still shows. */
async function confirmLate({ world, order }: ScheduleRun): Promise<Pick<ScheduleRun, 'overMs'>> {
  if (order === null || !isFullyEnded(order)) return {}
  const overMs = world.clock.nowMs()
  for (const { requestId, method, params } of world.wallet.unanswered()) {
    const isSend = method === 'wallet_sendCalls' || method === 'eth_sendTransaction'
    if (isSend && !harmless.test(Object(params[0]).data ?? '')) await world.wallet.decide(requestId, 'deaf')
  }
  await world.advanceTime(minuteMs)
  return { overMs }
}

async function countUnnamed({ world, order }: ScheduleRun): Promise<number> {
  world.chain.isDown = false
  const hashes = [...world.wallet.bundles.values()].flatMap(({ hash }) => hash ?? [])
  const others = hashes.filter((hash) => !order?.transactions.some((one) => one.hash === hash))
  const views = await Promise.all(others.map((hash) => world.chain.reader.transaction(0, hash)))
  return others.filter((hash, at) => {
    const view = views[at]
    return world.chain.hasLostNonce(hash) || (view?.kind === 'mined' && !view.succeeded)
  }).length
}

async function runUncounted(given: Schedule): Promise<ScheduleRun> {
  const world = await createWorld()
  const { request, choice } = given.route
  world.fund(request)
  world.allowPermit2(request, given.allowed)
  const heldUnits = heldInput(world.chain.ledger, request, user)
  if (given.isContract) world.chain.owners.set(user, person.address.toLowerCase() as typeof user)
  const { reviewKey } = await world.createReview(request, account, choice)
  world.wallet.behaviours.push(...given.behaviours)
  world.wallet.lateMs = given.lateMs
  world.wallet.atomic = given.isAtomic ? 'supported' : null
  world.wallet.reportsCallsFailed = given.namesFailed
  world.service.faults.submit.push(...given.submits)
  world.service.faults.status.push(...given.looks)
  world.service.faults.quote.push(...given.quotes)
  world.service.quoteLifeSeconds = given.quoteLifeSeconds
  world.service.permille = given.permille
  world.solver.fate = given.fate
  world.solver.stepMs = given.stepMs
  const deaths = [...given.deaths]
  const nextDeath = () => {
    world.life.edgeCount = 0
    world.life.dieAt = deaths.shift() ?? null
  }
  nextDeath()
  const taker = createExitPerson(world, given.exits)
  const taken: ExitResult = { counts: taker.pressed, lowestAllowanceUnits: given.allowed, heldUnits }
  // Not awaited, here and below: a background that dies never answers.
  world.confirm(reviewKey).catch(recordRejection(world))
  for (let ticks = 0; ticks < mostTicks; ticks += 1) {
    await world.settle()
    disturb(world, given, ticks)
    if (given.others.includes(ticks)) await useNextNonce(world, request.originChainId).catch(() => undefined)
    if (world.life.isDead) {
      await world.restart()
      nextDeath()
    }
    for (const [at, click] of given.clicks) {
      if (at === ticks) clickInOtherWindow(world, reviewKey, click).catch(recordRejection(world))
    }
    const order = await world.orders.read(reviewKey)
    if (order === null) {
      if (ticks > healedAtTick) return { world, order, taken }
      world.confirm(reviewKey).catch(() => undefined)
    } else if (isFullyEnded(order) && !taker.wants(order)) {
      await runRemainder(world)
      return { world, order: await world.orders.read(reviewKey), taken }
    } else {
      actAsPerson(world, order, 100 - ticks).catch(recordRejection(world))
      taker.move(order)
    }
    await world.settle()
    await world.runNextTimer()
  }
  return { world, order: await waitThirtyDays(world, reviewKey), taken }
}

/** Waits thirty days without an action. Then the person presses the button that ends the swap, if there is one. */
async function waitThirtyDays(world: World, id: string): Promise<Order | null> {
  world.life.dieAt = null
  await world.advanceTime(30 * dayMs)
  for (let presses = 0; presses < 2; presses += 1) {
    const order = await world.orders.read(id)
    if (order !== null && canStopOrder(order, world.clock.machine.nowMs()))
      await world.run.dispatch(id, { kind: 'stop' })
    await world.settle()
  }
  return world.orders.read(id)
}

/** Sends another transaction with the account's next nonce. A transaction that waits for a block loses this nonce. */
async function useNextNonce(world: World, chainId: number): Promise<void> {
  const nonce = await world.chain.reader.accountNonce(chainId, user, 'latest')
  world.chain.sendAt({ chainId, from: user, to: user, data: '0x', value: 0n }, nonce)
}

/** Continues the outside after the order is at rest, so that an end that was stated too early shows. */
async function runRemainder(world: World): Promise<void> {
  for (let ticks = 0; ticks < 40; ticks += 1) if (!(await world.runNextTimer())) return
}

function disturb(world: World, given: Schedule, ticks: number): void {
  for (const [at, isChain] of given.outages) {
    if (at !== ticks) continue
    if (isChain) world.chain.isDown = !world.chain.isDown
    else world.service.outage = world.service.outage === null ? 'serviceUnreachable' : null
  }
  for (const [at, skewMs] of given.clocks) if (at === ticks) world.clock.skewMs = skewMs
  for (const [at, ms] of given.sleeps) if (at === ticks) world.clock.skip(ms)
  if (ticks !== healedAtTick) return
  world.chain.isDown = false
  world.service.outage = null
}

/** Ferry refuses a confirmation or cancellation that does not fit, which is no failure. */
async function clickInOtherWindow(world: World, orderId: string, click: Click): Promise<void> {
  if (click === 'confirm') await world.confirm(orderId).catch(() => undefined)
  else if (click === 'acceptOffer') await acceptOrderOffer(world, orderId).catch(() => undefined)
  else if (click === 'cancel') await cancelOrder(world, orderId).catch(() => undefined)
  else if (click === 'retry') await sendRetry(world, await world.orders.read(orderId))
  else if ((await world.orders.read(orderId)) !== null) await world.run.dispatch(orderId, { kind: click })
}

async function sendRetry(world: World, order: Order | null): Promise<void> {
  if (order === null) return
  const { requestId } = order.walletRequest ?? {}
  await world.run.dispatch(order.id, { kind: 'retry', ...(requestId === undefined ? {} : { requestId }) })
}

/** Whether the approval request is a minute old. Then the screen offers a retry. */
function isSilent({ clock }: World, order: Order): boolean {
  const requestedMs = order.walletRequest?.requestedMs ?? clock.nowMs()
  return canRetryApproval(order) && clock.nowMs() - requestedMs >= minuteMs
}

/** Acts as a person who wants the swap but gives up after a while. */
async function actAsPerson(world: World, order: Order, patience: number): Promise<void> {
  if (order.state === 'needs_user') {
    if (patience > 0 && order.offer !== null) await acceptOrderOffer(world, order.id)
    else await world.run.dispatch(order.id, { kind: patience <= 0 ? 'stop' : 'retry' })
  } else if (patience > 0 && isSilent(world, order)) await sendRetry(world, order)
  else if (patience <= 0 && /_requested$/.test(order.state)) {
    await world.run.dispatch(order.id, { kind: 'stop' })
  }
}
