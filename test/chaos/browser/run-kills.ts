import type { OrderState } from '../../../lib/order/order-state.ts'
import { testIdSelector } from '../../browser/driver.ts'
import type { StoredOrder } from '../../browser/stored-orders.ts'
import { doneStates, waitForOrderState } from '../../browser/swap-journey.ts'
import { basicScenarios } from '../../browser/swap-scenarios.ts'
import { changeFaults } from './faults.ts'
import { findViolations, findWrongBalances, isAtRest, isStalled, readHoldings } from './judge-browser.ts'
import { kill } from './kill.ts'
import { type KillKind, killKinds } from './kills.ts'
import { makeSwap } from './person.ts'
import { randomOf } from './random.ts'
import { retryInterrupted } from './retry-interrupted.ts'
import type { Scene } from './scene.ts'
import { changeBehaviours } from './wallet.ts'

export interface Chaos {
  readonly plan: readonly KillKind[]
  readonly seed: number
  /** How long the last swaps may take after the last kill, in ms. */
  readonly restPatienceMs: number
  readonly say: (what: string) => void
}

export interface Figures {
  readonly kills: { readonly [kind in KillKind]: number }
  readonly orders: number
  readonly requests: number
  /** The slowest wake by an alarm alone and by the start of the browser, in ms; 0 without one. */
  readonly slowestMs: { readonly alone: number; readonly browser: number }
  readonly mostInAMinute: number
  readonly violations: readonly string[]
}

const paces = [300, 800, 2_000, 4_000]
const confirmedPatienceMs = 15_000

/** Throws when nothing continues. */
export async function runKills(scene: Scene, { plan, seed, restPatienceMs, say }: Chaos): Promise<Figures> {
  const random = randomOf(seed)
  const { control } = scene
  const scenarios = basicScenarios(scene.chains)
  const before = await readHoldings(control, [...new Set(scenarios.flatMap(({ from, to }) => [from, to]))])
  const confirmed = new Set<string>()
  const done: { [kind in KillKind]: number } = { worker: 0, alone: 0, browser: 0, freeze: 0, update: 0 }
  const slowestMs = { alone: 0, browser: 0 }
  let mostInAMinute = 0
  let isOver = false
  let isInProgress = false
  const stopFaults = changeFaults(control, randomOf(seed + 1))
  const stopBehaviours = changeBehaviours(scene, randomOf(seed + 3))

  const count = async () => {
    const { perMinute } = await control.counters()
    mostInAMinute = Math.max(mostInAMinute, ...Object.values(perMinute))
  }

  const killAll = async () => {
    for (const kind of plan) {
      // Half of the kills come during a confirmed swap, where something can be lost. The others come at any
      // moment.
      const endMs = performance.now() + random.between(0, 1) * confirmedPatienceMs
      while (!isInProgress && !isOver && performance.now() < endMs)
        await new Promise((go) => setTimeout(go, 50))
      await new Promise((go) => setTimeout(go, random.between(300, 2_500)))
      if (isOver) return
      await count()
      const woken = await kill(scene, kind, random, () => isOver)
      done[kind] += 1
      if (kind === 'alone' || kind === 'browser') slowestMs[kind] = Math.max(slowestMs[kind], woken ?? 0)
      say(`kill ${Object.values(done).reduce((sum, one) => sum + one)} of ${plan.length}: ${kind}`)
    }
  }
  const chances = randomOf(seed + 2)
  const makeSwaps = async () => {
    while (!isOver) {
      const scenario = chances.one(scenarios)
      const pace = () => chances.one(paces)
      await control.pace({ assigned: pace(), extracted: pace(), fulfilled: pace(), settled: pace() })
      const amountText =
        scenario.kind === 'native' ? `0.0${chances.between(1, 9)}` : `${chances.between(1, 40)}.5`
      const { orderId, isOver: isSeen } = await makeSwap(scene, { scenario, amountText }, () => {
        isInProgress = true
      })
      isInProgress = false
      if (orderId !== null) confirmed.add(orderId)
      say(`${scenario.name}, ${amountText}: ${isSeen ? 'over' : 'left alone'}`)
    }
  }
  // The first part to end also ends the other one. The first failure is the cause of the second.
  const failures: unknown[] = []
  const part = (work: Promise<void>) =>
    work
      .catch(async (thrown: unknown) => {
        failures.push(thrown)
        await scene.stop(thrown)
      })
      .finally(() => {
        isOver = true
      })
  await Promise.allSettled([part(killAll()), part(makeSwaps())])
  await stopFaults()
  await stopBehaviours()
  if (failures.length > 0) throw failures[0]
  await settle(scene, restPatienceMs)
  await count()
  const orders = await retryInterrupted(scene, ({ orders }) => orders())
  const { requests } = await control.truth()
  return {
    kills: done,
    orders: orders.length,
    requests: requests.length,
    slowestMs,
    mostInAMinute,
    violations: [
      ...(await findViolations(control, orders, confirmed)),
      ...(await findWrongBalances(control, before, orders.length)),
      ...(await findWrongScreens(scene)),
      ...(await findDeadEnds(scene, orders)),
      ...scene.listErrors().map((complaint) => `a page complained: ${complaint}`),
      ...(mostInAMinute > 100 ? [`${mostInAMinute} requests in a minute`] : []),
    ],
  }
}

/** The states in which one order has an open wallet request, and others wait. */
const waitingStates: readonly OrderState[] = ['approve_requested', 'sign_requested', 'send_requested']

async function stopWaiting(scene: Scene, id: string): Promise<void> {
  await retryInterrupted(scene, async ({ ferry }) => {
    const view = await ferry()
    await view.run(`location.hash = ${JSON.stringify(`#/order/${id}`)}`)
    await view.waitFor('order-screen')
    if (await view.isVisible('stop')) await view.click('stop')
  })
}

/** `violations` reports swaps that are still running. */
async function settle(scene: Scene, restPatienceMs: number): Promise<void> {
  const endMs = performance.now() + restPatienceMs
  for (;;) {
    const orders = await retryInterrupted(scene, ({ orders }) => orders())
    for (const { id, state } of orders) if (waitingStates.includes(state)) await stopWaiting(scene, id)
    if (isAtRest(orders, (await scene.control.truth()).requests) || performance.now() > endMs) return
    await new Promise((done) => setTimeout(done, 500))
  }
}

/** Compares the screen of the newest order with the store. */
async function findWrongScreens(scene: Scene): Promise<readonly string[]> {
  return retryInterrupted(scene, async ({ driver, orders }) => {
    const [order] = await orders()
    if (order === undefined) return []
    const view = await driver.openFerry(`#/order/${order.id}`)
    // A reported end may have been verified since the read of the store.
    await waitForOrderState(view, doneStates.includes(order.state) ? doneStates : [order.state])
    const shown = await view.attribute('order-screen', 'data-status')
    await view.close()
    return shown === String(order.statusCode ?? '') ? [] : [`the screen of ${order.id} shows ${shown}`]
  })
}

/** The elements that a screen must have when nothing changes by itself. */
const expectedElements = ['retry', 'stop', 'accept-offer', 'primary', 'silence']

/** Finds open orders whose screen has no next step and no sentence about the wait. */
async function findDeadEnds(scene: Scene, orders: readonly StoredOrder[]): Promise<readonly string[]> {
  const stuck: string[] = []
  const selector = expectedElements.map(testIdSelector).join()
  for (const { id, state } of orders.filter((order) => isStalled(order))) {
    const isStuck = await retryInterrupted(scene, async ({ driver }) => {
      const view = await driver.openFerry(`#/order/${id}`)
      await waitForOrderState(view, [state])
      const isThere = await view.run(`document.querySelector(${JSON.stringify(selector)}) !== null`)
      await view.close()
      return isThere !== true
    })
    if (isStuck) stuck.push(`no way on from ${state} of ${id}`)
  }
  return stuck
}

export function figureLines(figures: Figures, seed: number): readonly string[] {
  const kinds = killKinds.map((kind) => `${kind} ${figures.kills[kind]}`).join(', ')
  const kills = Object.values(figures.kills).reduce((sum, one) => sum + one)
  const seconds = (ms: number) => (ms === 0 ? 'not tried' : `within ${Math.round(ms / 100) / 10} s`)
  const { alone, browser } = figures.slowestMs
  return [
    ...figures.violations,
    `${kinds}; ${figures.orders} orders, ${figures.requests} requests, at most ${figures.mostInAMinute} a minute; ` +
      `back by its alarm ${seconds(alone)}, with its browser ${seconds(browser)}`,
    `${kills} kills, seed ${seed}, ${figures.violations.length} violations`,
  ]
}
