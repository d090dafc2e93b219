import { Problem } from '../base/problem.ts'
import type { Wait } from '../base/time.ts'
import { Disconnected, Unreached } from './connection-errors.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import {
  type ClaimSend,
  type IsRequestNeeded,
  type UnreachedReason,
  type WalletAnswer,
  type WalletMethod,
  type WalletRef,
  type WalletRequest,
  walletMethods,
} from './port.ts'
import { prepareWallet, walletFailure } from './prepare-wallet.ts'
import { afterWindowClosed, createQueue, queueTurnMs, windowOpenMs } from './queue.ts'

/** The time limit of a read without a prompt. */
const promptFreeReadMs = 60_000

/** The wait before the next try to store an answer. Short, because a signature is posted only while its quote is valid. */
const storeAgainMs = 5_000

/** Where a request is executed. Requests with one `key` wait for each other. */
interface RequestPlace extends Pick<LedgerEntry, 'tabId' | 'popups'> {
  readonly key: string | number
}

/** A wallet that is reached, for one request. */
export interface WalletSession {
  readonly wallet: WalletRef
  /**
   * Calls the wallet. A page executes a call one time per `id`; null for a read that may be repeated. Rejects with the wallet's
   * rejection, with `Unreached` where the wallet was not called, or with `Disconnected`.
   */
  call(method: WalletMethod, params: readonly unknown[] | object, id: string | null): Promise<unknown>
}

/** How requests reach one kind of wallet. */
export interface Transport {
  /** How long a wallet's window takes to close after an answer. */
  readonly windowCloseMs: number
  /** A page keeps its calls and their answers, so that a later life of the worker continues a request. */
  readonly outlivesWorker: boolean
  /** Methods that open no window on this way. */
  readonly promptFreeMethods: readonly WalletMethod[]
  /** Null where the page of the wallet cannot be opened. `earlier`: an earlier life of the worker began the request. */
  reach(request: WalletRequest, earlier: LedgerEntry | undefined): Promise<RequestPlace | null>
  connect(request: WalletRequest, place: RequestPlace): Promise<WalletSession | UnreachedReason>
  /** Whether the answer to a sent request will still come. False also where a page never got the request. */
  isOpen(entry: LedgerEntry): Promise<boolean>
  /** Why a request cannot be sent any more. */
  goneReason(wallet: WalletRef | null): UnreachedReason
}

export interface RequestPorts {
  readonly wait: Wait
  readonly isNeeded: IsRequestNeeded
  readonly claimSend: ClaimSend
  /** Any call of the extension API: each postpones the end of an idle worker. */
  readonly postponeStop: () => Promise<unknown>
  /** A request has ended, and its answer, if it has one, is stored. */
  readonly onEnded: () => void
}

export type WalletRequests = ReturnType<typeof createWalletRequests>

/** Creates the one place that sends requests to wallets. Each is sent one time, across all lives of the worker. */
export function createWalletRequests(
  ledger: Ledger,
  /** Resolves once the order of the answer is stored. Rejects after it reported a failure: it is then called again. */
  onAnswer: (answer: WalletAnswer) => void | Promise<void>,
  ports: RequestPorts,
) {
  const { wait, isNeeded, claimSend } = ports
  const answers = new Map<string, WalletAnswer>()
  /** The requests of this life of the worker, by id. */
  const running = new Map<string, Transport>()
  /** Answered requests whose answer is not stored yet. The transport is unknown for a request of an earlier life. */
  const storing = new Map<string, Transport | undefined>()
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const chainListeners = new Map<string, Set<() => void>>()
  const enqueue = createQueue(ports)
  const keepAlive = createKeepAlive(ports, () =>
    [...running.values(), ...storing.values()].some((one) => one?.outlivesWorker === false),
  )

  function listenToChain(walletId: string, changed: () => void): () => void {
    const all = chainListeners.get(walletId) ?? new Set()
    chainListeners.set(walletId, all.add(changed))
    return () => void all.delete(changed)
  }

  /** Records and reports an answer, also to a request of an earlier life of the worker. */
  async function deliverAnswer(answer: WalletAnswer): Promise<void> {
    const { requestId } = answer
    storing.set(requestId, running.get(requestId))
    running.delete(requestId)
    ledger.setOpenMethod(requestId, null)
    answers.set(requestId, answer)
    await storeAnswer(answer)
    storing.delete(requestId)
    ports.onEnded()
    ends.get(requestId)?.resolve()
    ends.delete(requestId)
  }

  /**
   * Repeats a failed write, because the wallet answers once. Without a reply, its page sends the answer 40 times, 0.5 s
   * apart. After that it does so only for a message with the request's id (`page-relay.ts`).
   */
  async function storeAnswer(answer: WalletAnswer): Promise<void> {
    try {
      await onAnswer(answer)
      await ledger.recordAnswered(answer.requestId)
    } catch {
      await wait(storeAgainMs)
      await storeAnswer(answer)
    }
  }

  /** Resolves once the request has an answer, and the ledger has recorded that. */
  function waitUntilAnswered(requestId: string): Promise<void> {
    const end = ends.get(requestId) ?? Promise.withResolvers<void>()
    ends.set(requestId, end)
    return end.promise
  }

  /** Waits for the requests that an earlier life of the worker sent to this page. */
  async function waitForEarlierRequests({ tabId }: RequestPlace): Promise<void> {
    if (tabId === null) return
    const unanswered = await ledger.listUnanswered()
    const earlier = unanswered.filter((entry) => entry.tabId === tabId && !running.has(entry.requestId))
    if (earlier.length === 0) return
    const over = Promise.all(earlier.map(({ requestId }) => waitUntilAnswered(requestId)))
    await Promise.race([over, wait(queueTurnMs)])
  }

  /** The steps before the method. In a page, their ids are the same in each life of the worker, so that none prompts twice. */
  function createStep(
    { requestId }: WalletRequest,
    { windowCloseMs, promptFreeMethods }: Transport,
    session: WalletSession,
    prompts: PromptTracker,
  ) {
    const counts = new Map<string, number>()
    return async (method: WalletMethod, params: readonly unknown[]): Promise<unknown> => {
      await requireNeeded(isNeeded, requestId)
      if (promptFreeMethods.includes(method)) {
        const late = wait(promptFreeReadMs).then(() => {
          throw new Disconnected('the wallet does not answer')
        })
        return Promise.race([session.call(method, params, null), late])
      }
      const count = (counts.get(method) ?? 0) + 1
      counts.set(method, count)
      const called = session.call(method, params, `${requestId}:${method}:${count}`)
      return afterWindowClosed(prompts.step(method, called), wait, windowCloseMs)
    }
  }

  async function execute(
    request: WalletRequest,
    transport: Transport,
    place: RequestPlace,
  ): Promise<WalletAnswer> {
    const { requestId, method } = request
    let isSent = false
    try {
      const session = await transport.connect(request, place)
      if (typeof session === 'string') return { requestId, kind: 'unreached', reason: session }
      const { wallet } = session
      const prompts = createPromptTracker({ requestId, wallet }, ledger, wait)
      const step = createStep(request, transport, session, prompts)
      const onChainChanged = (changed: () => void) => listenToChain(wallet.id, changed)
      const reason = await prepareWallet(request, { request: step, wait, onChainChanged })
      if (reason !== null) return { requestId, kind: 'unreached', reason }
      // An unrecorded request is not sent (R1).
      await ledger.recordSent(requestId).catch((cause: unknown) => {
        throw new Disconnected('the request cannot be recorded', { cause })
      })
      await requireNeeded(claimSend, requestId)
      if (!running.has(requestId)) throw new Disconnected('the request was answered meanwhile')
      isSent = true
      prompts.markSent(method)
      const result = await session.call(method, toWalletParams(request), requestId)
      return { requestId, kind: 'result', result: result ?? null, wallet }
    } catch (thrown) {
      // A page may say that it called no wallet after the wallet got the request.
      if (thrown instanceof Unreached && !isSent)
        return { requestId, kind: 'unreached', reason: thrown.reason }
      if (!(thrown instanceof Disconnected || thrown instanceof Unreached)) {
        const failure = walletFailure(thrown)
        return {
          requestId,
          kind: 'failure',
          failure: isSent ? failure : { ...failure, failedBeforeRequest: true },
        }
      }
      if (isSent) return { requestId, kind: 'lost' }
      return { requestId, kind: 'unreached', reason: transport.goneReason(request.wallet) }
    }
  }

  async function run(request: WalletRequest, transport: Transport, place: RequestPlace): Promise<void> {
    const answer = await execute(request, transport, place)
    // It may have been given up meanwhile. The wallet's own answer counts even then.
    // The wallet is free for the next request, even if the answer is not stored yet.
    if (running.has(request.requestId) || isOfWallet(answer)) void deliverAnswer(answer)
  }

  /** Returns whether the request now waits for its turn. */
  async function start(request: WalletRequest, transport: Transport): Promise<boolean> {
    const { requestId, wallet } = request
    const earlier = await ledger.find(requestId)
    const isRecordedSent = earlier !== undefined && earlier.sentMs !== null
    if (isRecordedSent && (await transport.isOpen(earlier))) return false
    // Without a record it may have been sent and forgotten.
    if (isRecordedSent || request.onlyReplaysAnswer === true) {
      await deliverAnswer({ requestId, kind: 'lost' })
      return false
    }
    const isEnded = earlier !== undefined && !transport.outlivesWorker
    const place = isEnded ? null : await transport.reach(request, earlier)
    if (place === null) {
      await deliverAnswer({ requestId, kind: 'unreached', reason: transport.goneReason(wallet) })
      return false
    }
    const { key, tabId, popups } = place
    if (earlier === undefined) await ledger.recordStart({ requestId, tabId, popups })
    enqueue({
      key,
      requestId,
      windowCloseMs: transport.windowCloseMs,
      first: () => waitForEarlierRequests(place),
      work: () => Promise.race([run(request, transport, place), waitUntilAnswered(requestId)]),
    })
    return true
  }

  return {
    /**
     * Sends a request to its wallet, in its turn. A repeat with the same id never prompts again: it gives the answer again, or
     * `lost` if the answer cannot be known any more, or `unreached` if it was never sent.
     */
    async sendInTurn(request: WalletRequest, transport: Transport): Promise<void> {
      const { requestId, method } = request
      if (!walletMethods.includes(method)) throw new Problem('walletUnsupported', { facts: { method } })
      const known = answers.get(requestId)
      // A page that comes back may still have an answer that was given up.
      if (known !== undefined && known.kind !== 'lost') return onAnswer(known)
      if (running.has(requestId)) {
        const entry = await ledger.find(requestId)
        if (entry !== undefined && entry.sentMs !== null) await transport.isOpen(entry)
        return
      }
      running.set(requestId, transport)
      let isQueued = false
      try {
        isQueued = await start(request, transport)
      } finally {
        if (!isQueued) {
          running.delete(requestId)
          ports.onEnded()
        }
      }
      void keepAlive()
    },
    deliverAnswer,
    waitUntilAnswered,
    /** A wallet, by its id, reported another chain: some wallets switch and never answer. */
    onChainChanged(walletId: string): void {
      for (const changed of chainListeners.get(walletId) ?? []) changed()
    },
    /** Whether this life of the worker sends the request and waits for its answer. */
    isRunning: (requestId: string): boolean => running.has(requestId),
    /** Whether any request runs or waits for its turn, or an answer is not stored yet. */
    isAnyOpen: (): boolean => running.size > 0 || storing.size > 0,
  }
}

/** Whether an answer came from the wallet, after the method was sent to it. */
function isOfWallet(answer: WalletAnswer): boolean {
  if (answer.kind === 'failure') return answer.failure.failedBeforeRequest !== true
  return answer.kind === 'result'
}

/** Only EIP-747 has named parameters, which the list holds as one object. */
function toWalletParams({ method, params }: WalletRequest): readonly unknown[] | object {
  return method === 'wallet_watchAsset' ? Object(params[0]) : params
}

/** Throws `Disconnected`, also where it cannot determine whether the request is needed. */
async function requireNeeded(isNeeded: IsRequestNeeded, requestId: string): Promise<void> {
  const is = await isNeeded(requestId).catch((cause: unknown) => {
    throw new Disconnected('cannot read whether the request is still needed', { cause })
  })
  if (!is) throw new Disconnected('the request was stopped')
}

type PromptTracker = ReturnType<typeof createPromptTracker>

/** Creates the open steps of a request. An answer faster than a window can open involved no user. */
function createPromptTracker(
  { requestId, wallet }: { readonly requestId: string; readonly wallet: WalletRef },
  ledger: Ledger,
  wait: Wait,
) {
  let last: object = {}
  return {
    /** Reports a step without an immediate answer as open, until it is answered or the next one is sent. */
    async step<T>(method: WalletMethod, answer: Promise<T>): Promise<T> {
      const self = {}
      let isReported = false
      let isAnswered = false
      last = self
      void wait(windowOpenMs).then(() => {
        if (isAnswered || last !== self) return
        isReported = true
        ledger.setOpenMethod(requestId, method, wallet)
      })
      try {
        return await answer
      } finally {
        isAnswered = true
        // A switch answered late, after the chain was read, must not end a newer step.
        if (isReported && last === self) ledger.setOpenMethod(requestId, null)
      }
    },
    markSent(method: WalletMethod): void {
      last = {}
      ledger.setOpenMethod(requestId, method, wallet)
    },
  }
}

/** Below the 30 s after which an idle worker is stopped; repeated for as long as a user may take. */
const postponeEveryMs = 20_000
const maxPostpones = 45

/** Keeps the worker alive while it is needed. Each request gets the full time. */
function createKeepAlive({ wait, postponeStop }: RequestPorts, isNeeded: () => boolean): () => Promise<void> {
  let isHeld = false
  let done = 0
  return async () => {
    done = 0
    if (isHeld) return
    isHeld = true
    for (; done < maxPostpones && isNeeded(); done += 1) {
      await wait(postponeEveryMs)
      // Even a failed call postpones the end, so continue.
      await postponeStop().catch(() => undefined)
    }
    isHeld = false
  }
}
