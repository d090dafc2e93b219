import * as v from 'valibot'
import { cachedItem } from '../../base/cached-item.ts'
import { resultInTime } from '../../base/concurrency.ts'
import { Problem } from '../../base/problem.ts'
import type { Wait } from '../../base/time.ts'
import type { KeyValueArea } from '../../storage/local.ts'
import { Disconnected } from '../connection-errors.ts'
import type { WalletEvent, WalletRead, WalletRef, WalletRequest } from '../port.ts'
import { walletEvent } from '../prepare-wallet.ts'
import type { Transport, WalletRequests } from '../requests.ts'
import { type OpenLink, openRpcStream, type RpcStream } from './rpc-stream.ts'

interface RawEvent {
  readonly name: 'accountsChanged' | 'chainChanged'
  readonly value: unknown
}

export interface StreamKind {
  readonly connector: WalletRef['connector']
  readonly connect: OpenLink
  /** Whether its worker may be stopped at any time, and starts when Ferry connects: then that attempt fails. */
  readonly sleeps: boolean
  readonly windowCloseMs: number
  eventOf(method: string, params: unknown): RawEvent | null
  /** Subscribes to the wallet's events, and returns the values that may have changed meanwhile; never prompts. */
  follow(stream: RpcStream): Promise<readonly RawEvent[]>
}

export interface StreamPorts {
  readonly storage: KeyValueArea
  readonly wait: Wait
  /** Whether a view is open: without one no change needs to be shown immediately. */
  readonly isSeen: () => boolean
  readonly onEvent: (event: WalletEvent) => void
}

/** How long one search retries to connect a wallet whose worker was stopped. */
const connectRetryMs = 15_000
/** Delays between tries, longer each time; the last one repeats. */
const retryDelaysMs = [250, 500, 1_000, 2_000] as const
/** How long each try waits for an answer: a port may be open before the wallet listens. */
const answerTimeoutsMs = [1_000, 2_000, 4_000, 8_000] as const
/** How long one try waits for a wallet that cannot sleep. */
const awakeTimeoutMs = 10_000
/** How long a request waits for a sleeping wallet, over several tries, before it is given up. */
const requestWakeMs = 30_000
/** A read without a prompt is answered soon, or Ferry continues without it. */
const readMs = 3_000
const followDelaysMs = [1_000, 4_000, 15_000]

/**
 * Wallets behind a stream that ends with the worker. Where the stream was cut or the worker was stopped, the answer is `lost`
 * after the wallet received the request, and `unreached` before.
 */
export function createStreamConnector(kind: StreamKind, requests: WalletRequests, ports: StreamPorts) {
  const { wait } = ports
  const answered = createRespondingWallets(ports.storage, `walletAnswered:${kind.connector}`)
  /** The open streams, and those that are being connected. */
  const streams = new Map<string, Promise<RpcStream | null>>()
  const open = new Set<string>()
  /** The request that each wallet is connected for, by wallet id; `isReported` once its sleep was reported. */
  const wanted = new Map<
    string,
    { readonly wallet: WalletRef; readonly requestId: string; isReported: boolean }
  >()
  let followed: WalletRef | null = null

  async function connectOnce(id: string, waitMs: number): Promise<RpcStream | null> {
    let hasAnswered = false
    const stream = openRpcStream(kind.connect, id, {
      onNotification: (method, params) => notify(id, kind.eventOf(method, params)),
      onDisconnected() {
        if (!hasAnswered) return
        streams.delete(id)
        open.delete(id)
        void resumeFollowing(id)
      },
    })
    hasAnswered = await Promise.race([isResponding(stream), wait(waitMs).then(() => false)])
    if (hasAnswered && stream.isOpen()) return stream
    stream.close()
    return null
  }

  async function connectUntilAwake(id: string): Promise<RpcStream | null> {
    await answered.load()
    let isTimedOut = !kind.sleeps
    if (kind.sleeps) void wait(connectRetryMs).then(() => (isTimedOut = true))
    for (let tries = 0; ; tries += 1) {
      const timeoutMs = kind.sleeps ? (answerTimeoutsMs[tries] ?? answerTimeoutsMs[3]) : awakeTimeoutMs
      const stream = await connectOnce(id, timeoutMs).catch(() => null)
      if (stream !== null || isTimedOut) return stream
      reportWaking(id, true)
      await wait(retryDelaysMs[tries] ?? retryDelaysMs[3])
    }
  }

  /** An open stream; retries for as long as a wallet may take to wake. Null when no wallet answers. Prompts no wallet. */
  function getStream(id: string): Promise<RpcStream | null> {
    const known = streams.get(id)
    if (known !== undefined) return known
    const stream = connectUntilAwake(id).then((reached) => {
      // It may have been cut before its first use.
      if (reached?.isOpen()) open.add(id)
      else streams.delete(id)
      void answered.setResponding(id, reached !== null)
      return reached
    })
    streams.set(id, stream)
    return stream
  }

  function notify(id: string, event: RawEvent | null): void {
    if (event === null || followed?.id !== id) return
    const checked = walletEvent(followed, event.name, event.value)
    if (checked === null) return
    if (checked.kind === 'chain') requests.onChainChanged(id)
    ports.onEvent(checked)
  }

  async function follow(id: string): Promise<boolean> {
    const stream = await getStream(id)
    if (stream === null) return false
    // A wallet that refuses the read gives no events; it is checked again before each money request.
    const said = await kind.follow(stream).catch(() => [])
    for (const event of said) notify(id, event)
    return true
  }

  async function resumeFollowing(id: string): Promise<void> {
    for (const waitMs of followDelaysMs) {
      await wait(waitMs)
      if (followed?.id !== id || !ports.isSeen()) return
      if (await follow(id)) return
    }
  }

  function reportWaking(id: string, isWaking: boolean): void {
    const one = wanted.get(id)
    if (one === undefined || (!isWaking && !one.isReported)) return
    one.isReported = isWaking
    const { wallet, requestId } = one
    ports.onEvent({ kind: 'waking', wallet, requestId, isWaking })
  }

  async function reachAwake(wallet: WalletRef, requestId: string): Promise<RpcStream | null> {
    const { id } = wallet
    let isOver = !kind.sleeps
    if (kind.sleeps) void wait(requestWakeMs).then(() => (isOver = true))
    wanted.set(id, { wallet, requestId, isReported: false })
    let stream = await getStream(id)
    while (stream === null && !isOver) stream = await getStream(id)
    reportWaking(id, false)
    wanted.delete(id)
    return stream
  }

  const transport: Transport = {
    windowCloseMs: kind.windowCloseMs,
    outlivesWorker: false,
    promptFreeMethods: [],
    async reach({ wallet }) {
      if (wallet === null) throw new Problem('walletNone')
      return { key: wallet.id, tabId: null, popups: [] }
    },
    async connect({ wallet, requestId }) {
      const stream = wallet === null ? null : await reachAwake(wallet, requestId)
      if (wallet === null || stream === null) return 'noWallet'
      return {
        wallet,
        call: (method, params) => stream.request({ method, params }),
      }
    },
    isOpen: () => Promise.resolve(false),
    goneReason: () => 'noPage',
  }

  return {
    request: (request: WalletRequest) => requests.sendInTurn(request, transport),
    async read({ wallet, method, params, waitMs = readMs }: WalletRead) {
      const said = getStream(wallet.id).then((stream) => stream?.request({ method, params }) ?? null)
      return resultInTime(said, waitMs, wait)
    },
    // Ferry has no page to bring to the front: the wallet shows itself.
    show: () => Promise.resolve(false),
    reach: getStream,
    async close(id: string): Promise<void> {
      const stream = await streams.get(id)
      stream?.close()
    },
    /** `waking`: answered earlier, and is being connected. Null for all others that are not open. */
    stateOf(id: string): 'there' | 'waking' | null {
      if (open.has(id)) return 'there'
      return streams.has(id) && answered.has(id) ? 'waking' : null
    },
    /** Follows this wallet's account and chain, over a new stream where the old one was cut; null follows none. */
    follow(wallet: WalletRef | null) {
      followed = wallet
      if (wallet !== null) void follow(wallet.id)
    },
    /** Stops following, and requests the wallet to end its permission. */
    async forget(wallet: WalletRef) {
      followed = null
      const stream = await getStream(wallet.id)
      // Not every wallet supports this; Ferry forgets the account anyway.
      await stream
        ?.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
        .catch(() => null)
    },
  }
}

/** Whether a wallet is at the other end; one that refuses even this read is there. */
function isResponding(stream: RpcStream): Promise<boolean> {
  return stream.request({ method: 'eth_chainId', params: [] }).then(
    () => true,
    (thrown: unknown) => !(thrown instanceof Disconnected),
  )
}

const maxIds = 20
const ids = v.array(v.string())

/**
 * The stored ids of wallets that answered before. A list of another shape counts as empty, and the next answers build a new
 * one. A list that cannot be read stays as it is in storage: no wallet counts as `waking` until a later read of it works.
 */
function createRespondingWallets(storage: KeyValueArea, key: string) {
  const { read, now, change } = cachedItem<readonly string[]>(storage, key, ids, [])
  return {
    load: () => read().catch(() => []),
    has: (id: string) => now().includes(id),
    setResponding: (id: string, isThere: boolean): Promise<void> =>
      change((answered) => {
        if (answered.includes(id) === isThere) return answered
        const others = answered.filter((one) => one !== id)
        return isThere ? [...others, id].slice(-maxIds) : others
      }).catch(() => undefined),
  }
}
