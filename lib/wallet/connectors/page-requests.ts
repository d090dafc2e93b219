import type { WalletAnswer, WalletListeners, WalletRef, WalletRequest } from '../port.ts'
import type { AnnouncedThere, CallOutcome, PageCalls } from './page-calls.ts'
import type { PageFront } from './page-front.ts'
import { pageChannel } from './page-protocol.ts'
import type { PageChannel, PageMemory, PagePorts, PageRequestRecord } from './page-tab.ts'
import {
  afterWindowClosed,
  createChainChanges,
  createPromptTracker,
  createQueue,
  type PromptTracker,
  prepareWallet,
  requireNeeded,
  toWalletParams,
  type WalletSteps,
  walletAnswerTimeoutMs,
  walletFailure,
} from './prepare-wallet.ts'
import { Disconnected } from './stream-pool.ts'

/** Most wallets in pages are extensions, whose windows need time to close. */
const quietMs = 1_000
/** Methods without a prompt. The page executes the others one time per id. */
const promptFreeMethods = ['eth_accounts', 'eth_chainId']

/** Requests to wallets in pages; each is sent one time, across all lives of the worker. */
export interface PageRequests {
  /**
   * Sends a request to the wallet in the tab of `reach`, in its turn; a null tab means that the page did not load. A repeat
   * with the same id never prompts again: the page repeats its answer, and where the page is gone the answer is `lost`.
   */
  request(request: WalletRequest, reach: () => Promise<number | null>): Promise<void>
  onOutcome(requestId: string, outcome: CallOutcome): Promise<void>
  giveUp(requestId: string): Promise<void>
  chainChanged(rdns: string): void
  /** Gives up the requests of a tab whose document does not know them. */
  check(tabId: number): Promise<void>
  resume(): void
}

/** Creates the requests of a page; `listeners` receive every answer, late ones too. */
export function pageRequests(
  memory: PageMemory,
  channel: PageChannel,
  calls: PageCalls,
  {
    wait,
    clock,
    newId,
    isNeeded,
    recordSend,
    isElsewhere,
    front,
  }: Pick<PagePorts, 'wait' | 'clock' | 'newId' | 'isNeeded' | 'recordSend'> & {
    /** Whether a wallet is in a tab of another site than the wallet page. */
    readonly isElsewhere: (wallet: WalletRef | null) => boolean
    readonly front: PageFront
  },
  listeners: Pick<WalletListeners, 'onAnswer' | 'onOpenRequest'>,
): PageRequests {
  /** Requests started by this worker; the answer where the method was never sent. */
  const started = new Map<string, WalletAnswer | null>()
  /** Recorded, but not with the page yet: `check` must not call them lost. */
  const sending = new Set<string>()
  const ends = new Map<string, () => void>()
  const chainChanges = createChainChanges()

  /** Ferry can reopen the wallet page, but no other site. */
  function unreached({ requestId, wallet }: WalletRequest): WalletAnswer {
    return { requestId, kind: 'unreached', reason: isElsewhere(wallet) ? 'noTab' : 'noPage' }
  }

  function answer(said: WalletAnswer): void {
    listeners.onOpenRequest(said.requestId, null)
    listeners.onAnswer(said)
    ends.get(said.requestId)?.()
    ends.delete(said.requestId)
  }

  const isOver = (requestId: string): Promise<void> => new Promise((done) => ends.set(requestId, done))

  async function giveUp(requestId: string): Promise<void> {
    answer({ requestId, kind: 'lost' })
    await memory.recordAnswered(requestId)
  }

  async function check(tabId: number): Promise<void> {
    const requested = memory.waiting().filter((each) => each.tabId === tabId && !sending.has(each.requestId))
    const steps = calls.waiting(tabId)
    if (requested.length === 0 && steps.length === 0) return
    const known = await channel.fetchKnownIds(tabId)
    for (const id of steps) if (!known?.includes(id)) calls.cut(id)
    for (const { requestId } of requested) {
      if (memory.find(requestId)?.isAnswered === true) continue
      if (!known?.includes(requestId)) await giveUp(requestId)
    }
  }

  function earlierRequestsOver(tabId: number): Promise<unknown> {
    const requested = memory.waiting().filter((each) => each.tabId === tabId)
    if (requested.length === 0) return Promise.resolve()
    return Promise.race([
      Promise.all(requested.map(({ requestId }) => isOver(requestId))),
      wait(walletAnswerTimeoutMs),
    ])
  }

  const enqueue = createQueue({ wait, isNeeded }, quietMs, earlierRequestsOver)

  /** Brings the page to the front where a step gets no answer. Where that fails, the user can still open it. */
  function watch(requestId: string, tabId: number, said: Promise<unknown>): void {
    let isAnswered = false
    const answered = (): void => {
      isAnswered = true
    }
    said.then(answered, answered)
    front.watch(requestId, tabId, clock.nowMs(), () => isAnswered).catch(() => undefined)
  }

  function watchPut({ requestId, tabId, sentToWalletMs }: PageRequestRecord): void {
    const isOver = () => memory.find(requestId)?.isAnswered !== false
    front.watch(requestId, tabId, sentToWalletMs, isOver).catch(() => undefined)
  }

  /** The steps before the method. Their ids are the same in each life of the worker, so that none prompts twice. */
  function createSteps(
    tabId: number,
    { uuid, wallet }: AnnouncedThere,
    requestId: string,
    steps: PromptTracker,
  ): WalletSteps {
    const counts = new Map<string, number>()
    return {
      async request(method, params) {
        const isRead = promptFreeMethods.includes(method)
        await requireNeeded(isNeeded, requestId)
        const count = (counts.get(method) ?? 0) + 1
        counts.set(method, count)
        const id = isRead ? newId() : `${requestId}:${method}:${count}`
        const said = calls.call(tabId, isRead ? 'read' : 'ask', { id, uuid, method, params })
        watch(requestId, tabId, said)
        const outcome = isRead
          ? await Promise.race([said, wait(walletAnswerTimeoutMs)])
          : await afterWindowClosed(steps.step(method, said), wait, quietMs)
        if (outcome?.kind === 'result') return outcome.result
        throw outcome?.kind === 'failure'
          ? outcome.failure
          : new Disconnected('the wallet is not there any more')
      },
      wait,
      onChainChanged: (changed) => chainChanges.on(wallet.id, changed),
    }
  }

  /** Runs everything before the method; returns the wallet when the method may be sent now. */
  async function ready(
    request: WalletRequest,
    tabId: number,
  ): Promise<(AnnouncedThere & { readonly steps: PromptTracker }) | WalletAnswer> {
    const { requestId, wallet } = request
    try {
      const found = await calls.find(tabId, wallet?.id ?? null)
      if (typeof found === 'string') return { requestId, kind: 'unreached', reason: found }
      if (wallet !== null && found.wallet.origin !== wallet.origin) return unreached(request)
      const steps = createPromptTracker({ requestId, wallet: found.wallet }, listeners, wait)
      const reason = await prepareWallet(request, createSteps(tabId, found, requestId, steps))
      if (reason !== null) return { requestId, kind: 'unreached', reason }
      sending.add(requestId)
      // An unrecorded request is not sent (R1).
      await memory.recordSent(requestId, clock.nowMs())
      if (await recordSend(requestId)) return { ...found, steps }
      // Stopped meanwhile: it was not sent to the wallet, so `check` must not call it lost.
      await memory.recordAnswered(requestId)
      return unreached(request)
    } catch (thrown) {
      if (thrown instanceof Disconnected || sending.has(requestId)) return unreached(request)
      return { requestId, kind: 'failure', failure: { ...walletFailure(thrown), failedBeforeRequest: true } }
    }
  }

  async function work(request: WalletRequest, tabId: number): Promise<void> {
    const { requestId, method } = request
    const prepared = await ready(request, tabId)
    if (!('uuid' in prepared)) {
      sending.delete(requestId)
      started.set(requestId, prepared)
      answer(prepared)
      return
    }
    const over = isOver(requestId)
    const { uuid, steps } = prepared
    steps.markSent(method)
    const params = toWalletParams(request)
    await channel.send(tabId, { channel: pageChannel, kind: 'ask', id: requestId, uuid, method, params })
    sending.delete(requestId)
    await check(tabId)
    const put = memory.find(requestId)
    if (put !== undefined) watchPut(put)
    await over
  }

  return {
    async request(request, reach) {
      const { requestId } = request
      const known = started.get(requestId)
      if (known) return answer(known)
      const before = memory.find(requestId)
      if (before?.isRequested) {
        const there = await channel.fetchKnownIds(before.tabId, requestId)
        // A request that is being sent now is not lost.
        if (!there?.includes(requestId) && !sending.has(requestId)) await giveUp(requestId)
        return
      }
      if (known === null) return
      // Maybe done already: a request without a record may have been sent and forgotten.
      if (request.onlyReplaysAnswer === true) return giveUp(requestId)
      started.set(requestId, null)
      try {
        // Continue the steps of an earlier worker in their tab.
        const tabId = before?.tabId ?? (await reach())
        if (tabId === null) {
          started.set(requestId, unreached(request))
          answer(unreached(request))
          return
        }
        if (before === undefined) await memory.recordStart(requestId, tabId, await front.openPopups())
        enqueue(tabId, requestId, () => work(request, tabId))
      } catch (thrown) {
        started.delete(requestId)
        throw thrown
      }
    },
    async onOutcome(requestId, outcome) {
      answer(answerOf(requestId, outcome))
      const isMethod = memory.find(requestId)?.isRequested === true
      if (isMethod && outcome.kind === 'result') await memory.watch(outcome.wallet.id)
      await memory.recordAnswered(requestId)
    },
    giveUp,
    chainChanged: chainChanges.notify,
    check,
    resume() {
      for (const requested of memory.waiting()) watchPut(requested)
    },
  }
}

function answerOf(requestId: string, outcome: CallOutcome): WalletAnswer {
  if (outcome.kind === 'noWallet') return { requestId, kind: 'unreached', reason: 'noWallet' }
  return { requestId, ...outcome }
}
