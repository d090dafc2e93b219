import { Problem } from '../../base/problem.ts'
import type { Wait } from '../../base/time.ts'
import {
  type IsRequestNeeded,
  type Wallet,
  type WalletAnswer,
  type WalletListeners,
  type WalletRef,
  type WalletRequest,
  walletMethods,
} from '../port.ts'
import type { PagePorts } from './page-tab.ts'
import {
  afterWindowClosed,
  createChainChanges,
  createKeepAlive,
  createPromptTracker,
  createQueue,
  prepareWallet,
  requireNeeded,
  toWalletParams,
  walletEvent,
  walletFailure,
} from './prepare-wallet.ts'
import {
  createStreamPool,
  Disconnected,
  type OpenLink,
  openRequestLog,
  type RpcStream,
} from './stream-pool.ts'

interface RawEvent {
  readonly name: 'accountsChanged' | 'chainChanged'
  readonly value: unknown
}

export interface StreamKind {
  readonly connector: WalletRef['connector']
  readonly connect: OpenLink
  /** Whether its worker may be stopped at any time, and starts when Ferry connects. */
  readonly sleeps: boolean
  readonly quietMs: number
  eventOf(method: string, params: unknown): RawEvent | null
  /** Subscribes to the wallet's events, and returns the values that may have changed meanwhile; never prompts. */
  follow(stream: RpcStream): Promise<readonly RawEvent[]>
}

export interface StreamPorts {
  readonly storage: PagePorts['storage']
  readonly beat: () => Promise<unknown>
  readonly wait: Wait
  /** Whether a view is open: without one no change needs to be shown immediately. */
  readonly isSeen: () => boolean
  readonly isNeeded: IsRequestNeeded
  readonly recordSend: IsRequestNeeded
}

export interface StreamConnector extends Wallet {
  reach(id: string): Promise<RpcStream | null>
  stateOf(id: string): 'there' | 'waking' | null
  /** Follows this wallet's account and chain, over a new stream where the old one was cut; null follows none. */
  follow(wallet: WalletRef | null): void
  /** Stops following, and requests the wallet to end its permission. */
  forget(wallet: WalletRef): Promise<void>
}

/** How long a request waits for a sleeping wallet, over several tries, before it is given up. */
const requestWakeMs = 30_000
/** A read without a prompt is answered soon, or Ferry continues without it. */
const readMs = 3_000
const followDelaysMs = [1_000, 4_000, 15_000]

/**
 * Wallets behind a stream that ends with the worker. Each request is recorded before it starts, so that the same id never
 * prompts twice. Where the stream was cut or the worker was stopped, the answer is `lost` after the wallet received the
 * request, and `unreached` before. One request at a time per wallet.
 */
export function createStreamConnector(
  kind: StreamKind,
  listeners: WalletListeners,
  ports: StreamPorts,
): StreamConnector {
  const opened = openRequestLog(ports.storage, kind.connector)
  const pool = createStreamPool({
    ...kind,
    storage: ports.storage,
    key: `walletAnswered:${kind.connector}`,
    wait: ports.wait,
    onNotification: (id, method, params) => notify(id, kind.eventOf(method, params)),
    onDisconnected: (id) => void resumeFollowing(id),
    onAsleep: (id) => reportWaking(id, true),
  })
  /** The request that each wallet is connected for, by wallet id; `isTold` once its sleep was reported. */
  const wanted = new Map<
    string,
    { readonly wallet: WalletRef; readonly requestId: string; isReported: boolean }
  >()
  /** Requests started by this worker; null while the request is open. */
  const answers = new Map<string, WalletAnswer | null>()
  const enqueue = createQueue<string>(ports, kind.quietMs)
  const chainChanges = createChainChanges()
  // Only this worker can receive the answer.
  const hold = createKeepAlive(ports, () => [...answers.values()].includes(null))
  let followed: WalletRef | null = null
  // Memory that cannot be opened rejects each request instead.
  opened.catch(() => undefined)

  function notify(id: string, event: RawEvent | null): void {
    if (event === null || followed?.id !== id) return
    const checked = walletEvent(followed, event.name, event.value)
    if (checked === null) return
    if (checked.kind === 'chain') chainChanges.notify(id)
    listeners.onEvent(checked)
  }

  async function follow(id: string): Promise<boolean> {
    const stream = await pool.getStream(id)
    if (stream === null) return false
    // A wallet that refuses the read gives no events; it is checked again before each money request.
    const said = await kind.follow(stream).catch(() => [])
    for (const event of said) notify(id, event)
    return true
  }

  async function resumeFollowing(id: string): Promise<void> {
    for (const waitMs of followDelaysMs) {
      await ports.wait(waitMs)
      if (followed?.id !== id || !ports.isSeen()) return
      if (await follow(id)) return
    }
  }

  function settle(answer: WalletAnswer): void {
    listeners.onOpenRequest(answer.requestId, null)
    answers.set(answer.requestId, answer)
    listeners.onAnswer(answer)
  }

  function reportWaking(id: string, isWaking: boolean): void {
    const one = wanted.get(id)
    if (one === undefined || (!isWaking && !one.isReported)) return
    one.isReported = isWaking
    const { wallet, requestId } = one
    listeners.onEvent({ kind: 'waking', wallet, requestId, isWaking })
  }

  async function reachAwake(wallet: WalletRef, requestId: string): Promise<RpcStream | null> {
    const { id } = wallet
    let isOver = !kind.sleeps
    if (kind.sleeps) void ports.wait(requestWakeMs).then(() => (isOver = true))
    wanted.set(id, { wallet, requestId, isReported: false })
    let stream = await pool.getStream(id)
    while (stream === null && !isOver) stream = await pool.getStream(id)
    reportWaking(id, false)
    wanted.delete(id)
    return stream
  }

  async function work(request: WalletRequest, wallet: WalletRef): Promise<void> {
    const { requestId, method } = request
    const stream = await reachAwake(wallet, requestId)
    if (stream === null) return settle({ requestId, kind: 'unreached', reason: 'noWallet' })
    const memory = await opened
    const steps = createPromptTracker({ requestId, wallet }, listeners, ports.wait)
    let isRequested = false
    try {
      const reason = await prepareWallet(request, {
        async request(name, given) {
          await requireNeeded(ports.isNeeded, requestId)
          const requested = steps.step(name, stream.request({ method: name, params: given }))
          return afterWindowClosed(requested, ports.wait, kind.quietMs)
        },
        wait: ports.wait,
        onChainChanged: (changed) => chainChanges.on(wallet.id, changed),
      })
      if (reason !== null) return settle({ requestId, kind: 'unreached', reason })
      // An unrecorded request is not sent (R1).
      await memory.recordSent(requestId).catch((cause: unknown) => {
        throw new Disconnected('nothing could be written down', { cause })
      })
      await requireNeeded(ports.recordSend, requestId)
      isRequested = true
      steps.markSent(method)
      const result = await stream.request({ method, params: toWalletParams(request) })
      settle({ requestId, kind: 'result', result: result ?? null, wallet })
    } catch (thrown) {
      if (!(thrown instanceof Disconnected)) {
        const failure = walletFailure(thrown)
        settle({
          requestId,
          kind: 'failure',
          failure: isRequested ? failure : { ...failure, failedBeforeRequest: true },
        })
      } else settle(isRequested ? { requestId, kind: 'lost' } : unreachedAnswer(requestId))
    }
  }

  return {
    async request(request) {
      const { requestId, method, wallet } = request
      if (!walletMethods.includes(method)) throw new Problem('walletUnsupported', { facts: { method } })
      if (wallet === null) throw new Problem('walletNone')
      const known = answers.get(requestId)
      if (known) listeners.onAnswer(known)
      if (known !== undefined) return
      answers.set(requestId, null)
      try {
        const memory = await opened
        const before = memory.find(requestId)
        // Started by an earlier worker; or maybe done already, and forgotten.
        if (before !== undefined || request.onlyReplaysAnswer === true) {
          const isLost = before?.isSent === true || request.onlyReplaysAnswer === true
          return settle(isLost ? { requestId, kind: 'lost' } : unreachedAnswer(requestId))
        }
        await memory.recordStart(requestId)
      } catch (thrown) {
        answers.delete(requestId)
        throw thrown
      }
      enqueue(wallet.id, requestId, () => work(request, wallet))
      void hold()
    },
    async read({ wallet, method, params, waitMs = readMs }) {
      const said = pool.getStream(wallet.id).then((stream) => stream?.request({ method, params }) ?? null)
      const late = ports.wait(waitMs).then(() => null)
      return Promise.race([said.catch(() => null), late])
    },
    // Ferry has no page to bring to the front: the wallet shows itself.
    show: () => Promise.resolve(false),
    reach: pool.getStream,
    stateOf: pool.stateOf,
    follow(wallet) {
      followed = wallet
      if (wallet !== null) void follow(wallet.id)
    },
    async forget(wallet) {
      followed = null
      const stream = await pool.getStream(wallet.id)
      // Not every wallet supports this; Ferry forgets the account anyway.
      await stream
        ?.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
        .catch(() => null)
    },
  }
}

function unreachedAnswer(requestId: string): WalletAnswer {
  return { requestId, kind: 'unreached', reason: 'noPage' }
}
