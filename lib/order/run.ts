import { createSlots, joined } from '../base/concurrency.ts'
import { sameHex } from '../base/hex.ts'
import { Problem, problemData } from '../base/problem.ts'
import { hourMs, secondMs } from '../base/time.ts'
import type { WalletAnswer, WalletRef, WalletRequest } from '../wallet/port.ts'
import { answerEvent, checkOf, isAsking, isHeardOnly, mayAsk, otherAccountEvent } from './at-wallet.ts'
import type { FlowEvent, Task } from './event.ts'
import type { FlowPorts } from './flow-ports.ts'
import { notify } from './flows/deciding.ts'
import { concluded } from './flows/proven-payment.ts'
import type { Order } from './order.ts'
import { hasAsked } from './order-facts.ts'
import { accountOf, knownOrder } from './reads.ts'
import { dueOf, firstDueOf, reduce, taskOf } from './reduce.ts'
import { walletRequestOf } from './wallet-request.ts'

/** The engine's ports besides the flows' own. */
export interface RunPorts extends FlowPorts {
  /** Puts a request on its way; the answer comes back through `answered`, whenever. */
  askWallet(request: WalletRequest): Promise<void>
  /** Told after each commit. */
  changed(order: Order): void
  /** Calls back once after `waitMs`; returns how to call it off. Lost with the worker: alarms are the net below it. */
  later(waitMs: number, work: () => void): () => void
  /** From 0 up to 1: spreads what is late after a start or an alarm. */
  random(): number
  /** Ferry began while a wallet had this request, and reads what came of it; false once it was read and the wallet was asked about it. */
  onChecking(requestId: string, isChecking: boolean): void
  /** Whether a view looks at this order now (T of the budget: a watched status goes first). */
  isWatched(orderId: string): boolean
  /** A failure nobody waits for; never thrown away. */
  failed(problem: Problem): void
}

export interface Run {
  /** Commits a new order and sets it going; the same id again is the same order (confirm may be repeated). */
  start(order: Order): Promise<Order>
  /** Something the user did. */
  dispatch(orderId: string, event: FlowEvent): Promise<void>
  /** Something a wallet said; dropped when no open order waits for its id (R8). */
  answered(answer: WalletAnswer): Promise<void>
  /** The wallet has other accounts selected: what it has not signed yet goes back to the user. */
  accountsChanged(wallet: WalletRef, accounts: readonly string[]): Promise<void>
  /** Takes every open order up where its record says it is (R7). Done at each start and each alarm. */
  reconcile(): Promise<void>
}

const wakeSpreadMs = 5 * secondMs
const retryWaitMs = 30 * secondMs
const longestWaitMs = 2 * hourMs

/**
 * Creates the order engine: store the next order first, then act (R1). One closure, since all of it shares who is busy,
 * who waits and what is muted.
 */
export function createRun(ports: RunPorts): Run {
  const { clock, store } = ports
  /** Orders whose task is being done now in this worker, and the timers of those that wait. */
  const busy = new Set<string>()
  const timers = new Map<string, () => void>()
  /** Orders that changed while their task was being done: looked at once more, so that no event waits for an alarm. */
  const again = new Set<string>()
  /** Wherever many orders wake at once, only so many read at a time; what leads to money never queues behind them. */
  const inSlot = createSlots(4)
  /** Until when the notice of an order is not tried again. */
  const muted = new Map<string, number>()
  /** Whether this life of the background has taken up what the one before left. */
  let hasBegun = false

  async function apply(orderId: string, event: FlowEvent): Promise<Order> {
    const done = await ports.lock(`swap:${orderId}`, async () => {
      const order = await knownOrder(store, orderId)
      const next = reduce(order, event, { nowMs: clock.nowMs(), freshId: ports.newId() })
      if (next.order === order) return next
      const committed = { ...next.order, rev: order.rev + 1 }
      await store.write(committed)
      ports.changed(committed)
      return { order: committed, asksWallet: next.asksWallet }
    })
    if (done.asksWallet) await ask(done.order)
    return done.order
  }

  /** The one effect that is never repeated by itself. A request that did not leave is known not to have been made. */
  async function ask(order: Order, isRepeat = false): Promise<void> {
    const record = order.walletRequest
    if (record === null) return
    const { requestId } = record
    const refused = (thrown: unknown) =>
      apply(order.id, { kind: 'walletRefused', requestId, problem: problemData(thrown), isTrusted: true })
    let isOnlyHeard = false
    try {
      isOnlyHeard = isRepeat && isHeardOnly(order, record, ports)
      if (!isOnlyHeard && !(await mayAsk(order, record, ports))) return
    } catch (thrown) {
      // Asked before, perhaps: what stands in the way now says nothing of what the wallet did, and is looked at again.
      if (!isRepeat) await refused(thrown)
      return
    }
    try {
      const request = walletRequestOf(ports.deployment, order, record)
      await ports.askWallet(isOnlyHeard ? { ...request, isHeardOnly: true } : request)
    } catch (thrown) {
      if (isRepeat) unheard(thrown)
      else await refused(thrown)
    }
  }

  /**
   * Reads what a wallet did that had a request when the background died, before anything says that it still has it, and then asks the
   * wallet about the same id. What cannot be read is read again.
   */
  async function check({ id, walletRequest }: Order): Promise<void> {
    const requestId = walletRequest?.requestId ?? ''
    let isAsked = false
    ports.onChecking(requestId, true)
    try {
      for (;;) {
        const order = await knownOrder(store, id)
        const task = order.walletRequest?.requestId === requestId ? checkOf(order) : null
        const event = task === null ? null : await outcome(task, order)
        if (event === null) return
        const seen = await concluded(id, event, ports, apply)
        if (!isAsked && isAsking(seen)) await ask(seen, true)
        isAsked = true
        if (event.kind !== 'readFailed') return
        await new Promise<void>((done) => ports.later(retryWaitMs, done))
      }
    } finally {
      ports.onChecking(requestId, false)
    }
  }

  /** Does what is due for an order, one task after another, until it has to wait. */
  async function drive(orderId: string): Promise<void> {
    again.add(orderId)
    if (busy.has(orderId)) return
    busy.add(orderId)
    try {
      while (again.delete(orderId)) {
        while (await doNext(orderId));
      }
    } finally {
      busy.delete(orderId)
    }
  }

  /** Does the one task that is due; false when there is none now. */
  async function doNext(orderId: string): Promise<boolean> {
    const order = await store.read(orderId)
    const mayNotify = clock.nowMs() >= (muted.get(orderId) ?? 0)
    const dueMs = order === null ? null : dueOf(order, mayNotify)
    if (order === null || dueMs === null) return false
    const waitMs = dueMs - clock.nowMs()
    if (waitMs > 0 && clock.nowMs() < order.updatedMs) {
      await apply(orderId, { kind: 'clockSetBack' })
      return true
    }
    const task = taskOf(order, clock.nowMs(), mayNotify)
    // No plan of polls waits longer, whatever the record says. What waits for the user or the wallet may: looked at again
    // by then, and never done before its time.
    if (waitMs > 0 && (waitMs <= longestWaitMs || task?.isRead !== true)) {
      wait(orderId, Math.min(waitMs, longestWaitMs))
      return false
    }
    if (task === null) return false
    const did = () => doNow(task, order)
    // Read and written down by one order at a time of a wallet, and of an account (R13); always in this order.
    const byAccount = () => ports.lock(`account:${accountOf(order)}`, did)
    return task.leadsToPrompt ? ports.lock(`wallet:${order.wallet?.id ?? order.id}`, byAccount) : did()
  }

  /** False when it changed nothing: done again at once it would change nothing either. */
  async function doNow(task: Task, known: Order): Promise<boolean> {
    const order = task.before === undefined ? known : await apply(known.id, task.before)
    if (order.state !== known.state) return true
    const event = await outcome(task, order)
    if (event === null) return true
    const { rev } = await concluded(order.id, event, ports, apply)
    if (rev === order.rev) wait(order.id, retryWaitMs)
    return rev !== order.rev
  }

  /** What came of a task; null for a notice that could not be shown. */
  async function outcome(task: Task, order: Order): Promise<FlowEvent | null> {
    try {
      const did = () => task.run(order, ports, ports.isWatched(order.id))
      return await (task.isRead === true ? inSlot(did) : did())
    } catch (thrown) {
      if (task !== notify) return { kind: 'readFailed', problem: problemData(thrown) }
      muted.set(order.id, clock.nowMs() + retryWaitMs)
      unheard(thrown)
      return null
    }
  }

  function wait(orderId: string, waitMs: number): void {
    timers.get(orderId)?.()
    timers.set(
      orderId,
      ports.later(waitMs, () => {
        timers.delete(orderId)
        go(orderId)
      }),
    )
  }

  /** Drives on without anybody waiting; the alarm is set from what is stored, so a worker's death loses nothing. */
  function go(orderId: string): void {
    drive(orderId)
      .then(() => setAlarm())
      .catch((thrown: unknown) => {
        unheard(thrown)
        // The store or the alarm failed: the record is as it was, so a later try is safe.
        wait(orderId, retryWaitMs)
      })
  }

  function unheard(thrown: unknown): void {
    ports.failed(thrown instanceof Problem ? thrown : new Problem('internal', { cause: thrown }))
  }

  /** Many orders end their tasks at once: one read of all of them serves everybody who waits. */
  const setAlarm = joined(async () => ports.alarms.wakeAt(firstDueOf(await store.open())))

  async function dispatch(orderId: string, event: FlowEvent): Promise<void> {
    await apply(orderId, event)
    setGoing(orderId)
  }

  /** An alarm first: the worker may die during the very first task. */
  function setGoing(orderId: string): void {
    setAlarm().catch(unheard)
    go(orderId)
  }

  return {
    async start(order) {
      const started = await ports.lock(`swap:${order.id}`, async () => {
        const known = await store.read(order.id)
        if (known === null) await store.write(order)
        return known ?? order
      })
      ports.changed(started)
      setGoing(order.id)
      return started
    },
    dispatch,
    async answered(answer) {
      const orders = await store.open()
      const order = orders.find((one) => hasAsked(one, answer.requestId))
      if (order !== undefined) await dispatch(order.id, answerEvent(answer, order, ports))
    },
    async accountsChanged(wallet, accounts) {
      for (const order of await store.open()) {
        const isTheirs = order.wallet?.connector === wallet.connector && order.wallet.id === wallet.id
        if (!isTheirs || sameHex(accounts[0], order.reviewed.request.userAddress)) continue
        const event = otherAccountEvent(order, accounts.length > 0)
        if (event !== null) await dispatch(order.id, event)
      }
    },
    async reconcile() {
      const isStart = !hasBegun
      hasBegun = true
      // The alarm that woke us is used up: whatever fails below, another one comes.
      await ports.alarms.wakeAt(clock.nowMs() + retryWaitMs)
      const open = await store.open()
      await ports.alarms.wakeAt(firstDueOf(open))
      for (const order of open) {
        // The worker may have died between the commit and the prompt: the same id is asked at most once (R3, R8).
        if (isStart && checkOf(order) !== null) {
          check(order)
            .catch(unheard)
            .finally(() => go(order.id))
          continue
        }
        if (isAsking(order)) ask(order, true).catch(unheard)
        const isOverdue = (dueOf(order) ?? Number.POSITIVE_INFINITY) <= clock.nowMs()
        const isFollowing = isOverdue && taskOf(order, clock.nowMs())?.isRead === true
        // Spread, so that a machine that wakes asks neither service nor nodes everything in one breath.
        if (isFollowing && !busy.has(order.id)) wait(order.id, Math.floor(ports.random() * wakeSpreadMs))
        else go(order.id)
      }
    },
  }
}
