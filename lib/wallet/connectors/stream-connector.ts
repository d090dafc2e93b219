import { Problem } from '../../base/problem.ts'
import type { Wait } from '../../base/time.ts'
import type { KeyValueArea } from '../../storage/local.ts'
import type { WalletEvent, WalletRead, WalletRef, WalletRequest } from '../port.ts'
import { walletEvent } from '../prepare-wallet.ts'
import type { Transport, WalletRequests } from '../requests.ts'
import { createStreamPool, type OpenLink, type RpcStream } from './stream-pool.ts'

interface RawEvent {
  readonly name: 'accountsChanged' | 'chainChanged'
  readonly value: unknown
}

export interface StreamKind {
  readonly connector: WalletRef['connector']
  readonly connect: OpenLink
  /** Whether its worker may be stopped at any time, and starts when Ferry connects. */
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
  const pool = createStreamPool({
    ...kind,
    storage: ports.storage,
    key: `walletAnswered:${kind.connector}`,
    wait: ports.wait,
    onNotification: (id, method, params) => notify(id, kind.eventOf(method, params)),
    onDisconnected: (id) => void resumeFollowing(id),
    onAsleep: (id) => reportWaking(id, true),
  })
  /** The request that each wallet is connected for, by wallet id; `isReported` once its sleep was reported. */
  const wanted = new Map<
    string,
    { readonly wallet: WalletRef; readonly requestId: string; isReported: boolean }
  >()
  let followed: WalletRef | null = null

  function notify(id: string, event: RawEvent | null): void {
    if (event === null || followed?.id !== id) return
    const checked = walletEvent(followed, event.name, event.value)
    if (checked === null) return
    if (checked.kind === 'chain') requests.onChainChanged(id)
    ports.onEvent(checked)
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
    if (kind.sleeps) void ports.wait(requestWakeMs).then(() => (isOver = true))
    wanted.set(id, { wallet, requestId, isReported: false })
    let stream = await pool.getStream(id)
    while (stream === null && !isOver) stream = await pool.getStream(id)
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
      const said = pool.getStream(wallet.id).then((stream) => stream?.request({ method, params }) ?? null)
      const late = ports.wait(waitMs).then(() => null)
      return Promise.race([said.catch(() => null), late])
    },
    // Ferry has no page to bring to the front: the wallet shows itself.
    show: () => Promise.resolve(false),
    reach: pool.getStream,
    close: pool.close,
    stateOf: pool.stateOf,
    /** Follows this wallet's account and chain, over a new stream where the old one was cut; null follows none. */
    follow(wallet: WalletRef | null) {
      followed = wallet
      if (wallet !== null) void follow(wallet.id)
    },
    /** Stops following, and requests the wallet to end its permission. */
    async forget(wallet: WalletRef) {
      followed = null
      const stream = await pool.getStream(wallet.id)
      // Not every wallet supports this; Ferry forgets the account anyway.
      await stream
        ?.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
        .catch(() => null)
    },
  }
}
