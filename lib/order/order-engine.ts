import { coalesce, createConcurrencyLimit } from '../base/concurrency.ts'
import { isSameHex } from '../base/hex.ts'
import { Problem, toProblemData } from '../base/problem.ts'
import { hourMs, secondMs } from '../base/time.ts'
import { findNameFault } from '../review/receiver-name.ts'
import { isSameWallet, type WalletAnswer, type WalletRef } from '../wallet/port.ts'
import { callsIdOf } from '../wallet/wallet-capabilities.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { FlowEvent, Task } from './event.ts'
import type { FlowPorts } from './flow-ports.ts'
import { notify } from './flows/common-listeners.ts'
import { blockedEvent } from './flows/prompt-faults.ts'
import { refuseClaimedPayment } from './flows/proven-payment.ts'
import { pacedDueMs } from './flows/schedule.ts'
import type { Order } from './order.ts'
import { hasWalletRequest } from './order-facts.ts'
import { accountOf, knownOrder, storedOrders } from './order-store.ts'
import { dueOf, firstDueOf, reduce, taskOf } from './reduce.ts'
import { rememberRefusedCalls } from './refused-calls.ts'
import {
  canPrompt,
  mayHavePrompt,
  requestToRepeat,
  requestToSend,
  walletCheckTaskOf,
} from './send-request.ts'
import { accountChangeEvent, answerEvent } from './wallet-answers.ts'

export interface EnginePorts extends FlowPorts {
  /** The answer to a request arrives through `applyAnswer`, at any time. */
  readonly wallet: Pick<Wallets, 'request'>
  /** Called after each commit. */
  onChange(order: Order): void
  /** From 0 up to 1. Spreads the overdue reads of orders after a start or an alarm. Other tasks start immediately. */
  random(): number
  /**
   * Called with true when Ferry starts while a wallet has this request, and begins to read its result. Called
   * with false once the result was read and the wallet was contacted.
   */
  onChecking(requestId: string, isChecking: boolean): void
  /** Reports a failure that no caller waits for, of this order if it is known. */
  failed(problem: Problem, orderId?: string): void
}

export type OrderEngine = ReturnType<typeof createOrderEngine>

const wakeSpreadMs = 5 * secondMs
const retryWaitMs = 30 * secondMs
const longestWaitMs = 2 * hourMs

/**
 * Creates the order engine. It stores the next order first, then acts (R1). It is one closure, because its
 * parts share which orders are busy, waiting or muted.
 */
export function createOrderEngine(ports: EnginePorts) {
  const { clock, store } = ports
  const busy = new Set<string>()
  const timers = new Map<string, () => void>()
  /** Orders that changed during their task. They are processed again, so that no event waits for an alarm. */
  const changedMeanwhile = new Set<string>()
  /**
   * The IDs of wallet requests that this life is sending, or will try to send soon. They are not repeated meanwhile: if the
   * sending of a new one fails, the order counts it as never shown by a wallet (R3).
   */
  const beingSent = new Set<string>()
  /** The IDs of open requests to repeat after the next read of the chain, if that shows no result of them. */
  const repeatedAfterRead = new Set<string>()
  /** Only tasks with `isRead` wait for a slot. */
  const withReadSlot = createConcurrencyLimit(4)
  /** Until when the notification of an order is not retried. */
  const mutedNotices = new Map<string, number>()
  let hasReconciled = false

  /**
   * Commits the next order: an open one to the backup, then each to the database (`backedUpOrders`). Then sends its request.
   * With `known`, an order that changed since that read stays as it is, and `known` is returned.
   */
  async function applyEvent(orderId: string, event: FlowEvent, known?: Order): Promise<Order> {
    const freshId = ports.newId()
    // Before the commit: from then on, an alarm may find the request.
    beingSent.add(freshId)
    try {
      const done = await ports.lock(`swap:${orderId}`, async () => {
        const order = await knownOrder(store, orderId)
        if (known !== undefined && known.rev !== order.rev) return { order: known, sendsRequest: false }
        const next = reduce(order, event, { nowMs: clock.nowMs(), freshId })
        if (next.order === order) return next
        const committed = { ...next.order, rev: order.rev + 1 }
        await store.write(committed)
        ports.onChange(committed)
        return { order: committed, sendsRequest: next.sendsRequest }
      })
      if (done.sendsRequest) await sendRequest(done.order)
      return done.order
    } finally {
      beingSent.delete(freshId)
    }
  }

  /**
   * Applies the outcome of a task. A payment counts for one order only, so two proofs are stored one after the other. This
   * lock is taken inside those of wallet and account, and outside that of the swap.
   */
  function applyTaskEvent(orderId: string, event: FlowEvent): Promise<Order> {
    if (event.kind !== 'proof' || event.proof !== 'verified') return applyEvent(orderId, event)
    return ports.lock('payments', async () =>
      applyEvent(orderId, await refuseClaimedPayment(orderId, event, ports)),
    )
  }

  /**
   * Sends a new request. If it does not leave, the engine rejects it itself, and the order goes to the person. After a
   * start, `repeatRequest` contacts the wallet with the same ID.
   */
  async function sendRequest(order: Order): Promise<void> {
    const { walletRequest: record } = order
    if (record === null) return
    try {
      const request = await requestToSend(order, record, ports)
      if (request !== null) await ports.wallet.request(request)
    } catch (thrown) {
      const { requestId } = record
      const problem = toProblemData(thrown)
      await applyEvent(order.id, { kind: 'walletRejected', requestId, problem, isTrusted: true })
    }
  }

  /**
   * Contacts the wallet again with the same ID, after the chain was read for its result (`walletCheckTaskOf`). Its answer
   * may come again. If a check failed, it is repeated as often as the chain is read, while the request is open.
   */
  async function repeatRequest(order: Order): Promise<void> {
    const { walletRequest: record } = order
    if (record === null || beingSent.has(record.requestId) || !mayHavePrompt(order)) return
    const { requestId, requestedMs } = record
    try {
      const request = await requestToRepeat(order, record, ports)
      if (request === null) return
      if (request !== 'unchecked') {
        await ports.wallet.request(request)
        return
      }
      if (walletCheckTaskOf(order) !== null) {
        repeatedAfterRead.add(requestId)
        return
      }
      beingSent.add(requestId)
      const nowMs = clock.nowMs()
      ports.later(pacedDueMs(order, nowMs, nowMs - requestedMs) - nowMs, () => {
        beingSent.delete(requestId)
        store
          .read(order.id)
          .then((current) => (current === null ? undefined : repeatRequest(current)))
          .catch((thrown: unknown) => reportFailure(thrown, order.id))
      })
    } catch (thrown) {
      reportFailure(thrown, order.id)
    }
  }

  /**
   * Checks the approval or transaction request (`walletCheckTaskOf`) that a wallet had when the background died. Reads
   * its result before any screen says that the wallet still has it. Then contacts the wallet again with the same ID. A
   * failed read is repeated.
   */
  async function checkAfterRestart({ id, walletRequest }: Order): Promise<void> {
    const requestId = walletRequest?.requestId ?? ''
    ports.onChecking(requestId, true)
    try {
      for (;;) {
        const order = await knownOrder(store, id)
        const task = order.walletRequest?.requestId === requestId ? walletCheckTaskOf(order) : null
        const event = task === null ? null : await eventOf(task, order)
        if (event === null) return
        const seen = await applyTaskEvent(id, event)
        if (event.kind !== 'readFailed') {
          await repeatRequest(seen)
          return
        }
        await new Promise<void>((done) => ports.later(retryWaitMs, done))
      }
    } finally {
      ports.onChecking(requestId, false)
    }
  }

  async function runDueTasks(orderId: string): Promise<void> {
    changedMeanwhile.add(orderId)
    if (busy.has(orderId)) return
    busy.add(orderId)
    try {
      while (changedMeanwhile.delete(orderId)) {
        while (await runNextTask(orderId));
      }
    } finally {
      busy.delete(orderId)
    }
  }

  /** Runs the next due task. Returns false if none is due now. */
  async function runNextTask(orderId: string): Promise<boolean> {
    const order = await store.read(orderId)
    const canNotify = clock.nowMs() >= (mutedNotices.get(orderId) ?? 0)
    const dueMs = order === null ? null : dueOf(order, canNotify)
    if (order === null || dueMs === null) return false
    const waitMs = dueMs - clock.nowMs()
    if (waitMs > 0 && clock.nowMs() < order.updatedMs) {
      await applyEvent(orderId, { kind: 'clockSetBack' })
      return true
    }
    const task = taskOf(order, clock.nowMs(), canNotify)
    // No poll waits longer, whatever the record says. An order that waits for the person or the wallet may
    // wait longer: it is looked up again by then, but never acts before its time.
    if (waitMs > 0 && (waitMs <= longestWaitMs || task?.isRead !== true)) {
      wait(orderId, Math.min(waitMs, longestWaitMs))
      return false
    }
    if (task === null) return false
    const runThis = () => runTask(task, order)
    // A task that leads to a prompt runs and commits under the locks of its wallet and then its account (R13).
    // Row and task were read before them.
    const byAccount = () => ports.lock(`account:${accountOf(order)}`, runThis)
    return task.leadsToPrompt ? ports.lock(`wallet:${order.wallet?.id ?? order.id}`, byAccount) : runThis()
  }

  /** Returns false if nothing changed: an immediate repetition would change nothing either. */
  async function runTask(task: Task, known: Order): Promise<boolean> {
    const order = task.before === undefined ? known : await applyEvent(known.id, task.before, known)
    // Any change since the order was read may forbid the task: a cancellation does not change the state.
    if (task.before !== undefined && order === known) return true
    const event = await eventOf(task, order)
    if (event === null) return true
    const next = await applyTaskEvent(order.id, event)
    const { rev, walletRequest } = next
    const isShown = event.kind !== 'readFailed' && task === walletCheckTaskOf(order)
    if (isShown && walletRequest !== null && repeatedAfterRead.delete(walletRequest.requestId))
      void repeatRequest(next)
    if (rev === order.rev) wait(order.id, retryWaitMs)
    return rev !== order.rev
  }

  /** Returns the resulting event of a task. Null for a notification that could not be displayed. */
  async function eventOf(task: Task, order: Order): Promise<FlowEvent | null> {
    try {
      const did = () => task.run(order, ports)
      if (task.leadsToPrompt === true) {
        const fault = await findNameFault(order.reviewed.request, ports)
        return fault === null ? await did() : blockedEvent(fault)
      }
      return await (task.isRead === true ? withReadSlot(did) : did())
    } catch (thrown) {
      if (task !== notify) return { kind: 'readFailed', problem: toProblemData(thrown) }
      mutedNotices.set(order.id, clock.nowMs() + retryWaitMs)
      reportFailure(thrown, order.id)
      return null
    }
  }

  function wait(orderId: string, waitMs: number): void {
    timers.get(orderId)?.()
    timers.set(
      orderId,
      ports.later(waitMs, () => {
        timers.delete(orderId)
        continueInBackground(orderId)
      }),
    )
  }

  /** The alarm is set from the stored orders, so a worker's death loses nothing. */
  function continueInBackground(orderId: string): void {
    runDueTasks(orderId)
      .then(() => setAlarm())
      .catch((thrown: unknown) => {
        reportFailure(thrown, orderId)
        // The store or the alarm failed. The record is unchanged, so a later retry is safe.
        wait(orderId, retryWaitMs)
      })
  }

  function reportFailure(thrown: unknown, orderId?: string): void {
    ports.failed(thrown instanceof Problem ? thrown : new Problem('internal', { cause: thrown }), orderId)
  }

  /** Many orders end their tasks together. One read of all orders serves every caller. */
  const setAlarm = coalesce(async () => ports.alarms.wakeAt(firstDueOf(await store.listOpen())))

  /**
   * A hash, or an id of calls, counts for a closed order too: its wallet may send long after Ferry stopped waiting. No other
   * result needs the read of all stored orders.
   */
  async function findRequested(answer: WalletAnswer): Promise<Order | undefined> {
    const isRequested = (order: Order) => hasWalletRequest(order, answer.requestId)
    const open = (await store.listOpen()).find(isRequested)
    if (open !== undefined || answer.kind !== 'result' || callsIdOf(answer.result) === null) return open
    for await (const order of storedOrders(store)) if (isRequested(order)) return order
    return undefined
  }

  async function dispatch(orderId: string, event: FlowEvent): Promise<void> {
    await applyEvent(orderId, event)
    await startTasks(orderId)
  }

  /** Waits until the alarm is set, because the worker may die during the very first task (PR2). */
  async function startTasks(orderId: string): Promise<void> {
    await setAlarm().catch((thrown: unknown) => reportFailure(thrown, orderId))
    continueInBackground(orderId)
  }

  return {
    /** The same ID again is the same order, so a confirmation may be repeated. */
    async start(order: Order): Promise<Order> {
      const started = await ports.lock(`swap:${order.id}`, async () => {
        const known = await store.read(order.id)
        if (known === null) await store.write(order)
        return known ?? order
      })
      ports.onChange(started)
      await startTasks(order.id)
      return started
    },
    dispatch,
    /**
     * Decides, as the last step before the prompt, whether a request may be sent to its wallet now. For a transaction of a
     * swap, the order first stores that it is being sent, because the wallet connection may lose its own memory in a
     * power failure.
     */
    async claimSend(requestId: string): Promise<boolean> {
      const order = (await store.listOpen()).find((one) => hasWalletRequest(one, requestId))
      // A request that may not leave was never sent: it may still be sent later.
      if (order !== undefined && (await canPrompt(requestId, ports)))
        await dispatch(order.id, { kind: 'sentToWallet', requestId })
      return canPrompt(requestId, ports)
    },
    /** Applies a wallet's answer. Ignores it if no order waits for its ID (R8). */
    async applyAnswer(answer: WalletAnswer): Promise<void> {
      const order = await findRequested(answer)
      if (order === undefined) return
      const event = answerEvent(answer, order, ports)
      await rememberRefusedCalls(order, event, ports).catch((thrown) => reportFailure(thrown, order.id))
      await dispatch(order.id, event)
    },
    /**
     * The wallet shares other accounts. An order's account may be any of them, as in `prepareWallet`: each request names its
     * account. If it is none of them, `accountChangeEvent` decides which orders go back to the person. A wallet that shares no
     * account may only be locked: it still has its requests, and shows them once it is unlocked.
     */
    async accountsChanged(wallet: WalletRef, accounts: readonly string[]): Promise<void> {
      if (accounts.length === 0) return
      for (const order of await store.listOpen()) {
        const isTheirs = isSameWallet(order.wallet, wallet)
        const isShared = accounts.some((one) => isSameHex(one, order.reviewed.request.userAddress))
        if (!isTheirs || isShared) continue
        const event = accountChangeEvent(order)
        if (event !== null) await dispatch(order.id, event)
      }
    },
    /** Resumes every open order from its record (R7). Runs at each start, each alarm and each change of host access. */
    async reconcile(): Promise<void> {
      const isStart = !hasReconciled
      hasReconciled = true
      // The alarm that started this run is used up. Set another one, whatever fails below.
      await ports.alarms.wakeAt(clock.nowMs() + retryWaitMs)
      const open = await store.listOpen()
      await ports.alarms.wakeAt(firstDueOf(open))
      for (const order of open) {
        // The worker may have died between commit and prompt. The same ID is requested at most once (R3, R8).
        if (isStart && walletCheckTaskOf(order) !== null) {
          checkAfterRestart(order)
            .catch((thrown: unknown) => reportFailure(thrown, order.id))
            .finally(() => continueInBackground(order.id))
          continue
        }
        const { requestId } = order.walletRequest ?? {}
        if (walletCheckTaskOf(order) === null) void repeatRequest(order)
        else if (requestId !== undefined) repeatedAfterRead.add(requestId)
        const isOverdue = (dueOf(order) ?? Number.POSITIVE_INFINITY) <= clock.nowMs()
        const isFollowing = isOverdue && taskOf(order, clock.nowMs())?.isRead === true
        // Spread the reads, so that a machine that wakes up does not call the service and the nodes all
        // together.
        if (isFollowing && !busy.has(order.id)) wait(order.id, Math.floor(ports.random() * wakeSpreadMs))
        else continueInBackground(order.id)
      }
    },
  }
}
