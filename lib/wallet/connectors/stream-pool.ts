import * as v from 'valibot'
import type { Wait } from '../../base/time.ts'
import type { KeyValueArea } from '../../storage/local.ts'
import { Disconnected } from '../connection-errors.ts'

/** How long one search retries to connect a wallet whose worker was stopped. */
const connectRetryMs = 15_000
/** Delays between tries, longer each time; the last one repeats. */
const retryDelaysMs = [250, 500, 1_000, 2_000] as const
/** How long each try waits for an answer: a port may be open before the wallet listens. */
const answerTimeoutsMs = [1_000, 2_000, 4_000, 8_000] as const
/** How long one try waits for a wallet that cannot sleep. */
const awakeTimeoutMs = 10_000
const maxIds = 20
const ids = v.array(v.string())

export interface StreamPoolPorts {
  readonly connect: OpenLink
  /** Whether a wallet's worker may be stopped: then the connection attempt that wakes it fails. */
  readonly sleeps: boolean
  /** Storage and key of the ids of wallets that have ever answered. */
  readonly storage: KeyValueArea
  readonly key: string
  readonly wait: Wait
  onNotification(id: string, method: string, params: unknown): void
  onDisconnected(id: string): void
  /** A try reached no wallet; another one follows. */
  onAsleep(id: string): void
}

/** Creates the pool. Opens each stream when it is first needed, and again after it was cut. */
export function createStreamPool(ports: StreamPoolPorts) {
  const { connect, sleeps, storage, key, wait } = ports
  const streams = new Map<string, Promise<RpcStream | null>>()
  const open = new Set<string>()
  const answered = loadRespondingWallets(storage, key)

  async function connectOnce(id: string, waitMs: number): Promise<RpcStream | null> {
    let hasAnswered = false
    const stream = openRpcStream(connect, id, {
      onNotification: (method, params) => ports.onNotification(id, method, params),
      onDisconnected() {
        if (!hasAnswered) return
        streams.delete(id)
        open.delete(id)
        ports.onDisconnected(id)
      },
    })
    hasAnswered = await Promise.race([isResponding(stream), wait(waitMs).then(() => false)])
    if (hasAnswered && stream.isOpen()) return stream
    stream.close()
    return null
  }

  async function connectUntilAwake(id: string): Promise<RpcStream | null> {
    await answered.read
    let isTimedOut = !sleeps
    if (sleeps) void wait(connectRetryMs).then(() => (isTimedOut = true))
    for (let tries = 0; ; tries += 1) {
      const answerTimeoutMs = sleeps ? (answerTimeoutsMs[tries] ?? answerTimeoutsMs[3]) : awakeTimeoutMs
      const stream = await connectOnce(id, answerTimeoutMs).catch(() => null)
      if (stream !== null || isTimedOut) return stream
      ports.onAsleep(id)
      await wait(retryDelaysMs[tries] ?? retryDelaysMs[3])
    }
  }

  return {
    /** An open stream; retries for as long as a wallet may take to wake. Null when no wallet answers. Prompts no wallet. */
    getStream(id: string): Promise<RpcStream | null> {
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
    },
    async close(id: string): Promise<void> {
      const stream = await streams.get(id)
      stream?.close()
    },
    /** `waking`: answered earlier, and is being connected. Null for all others that are not open. */
    stateOf(id: string): 'there' | 'waking' | null {
      if (open.has(id)) return 'there'
      return streams.has(id) && answered.has(id) ? 'waking' : null
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

/** Opens the stored ids of wallets that answered before. An unreadable list counts as empty. If a list cannot be stored, it is built again from the next answers. */
function loadRespondingWallets(storage: KeyValueArea, key: string) {
  let answered: readonly string[] = []
  const read = storage.get(key).then(
    (all) => {
      const stored = v.safeParse(ids, all[key])
      if (stored.success) answered = stored.output
    },
    () => undefined,
  )
  return {
    read,
    has: (id: string) => answered.includes(id),
    async setResponding(id: string, isThere: boolean): Promise<void> {
      await read
      if (answered.includes(id) === isThere) return
      const others = answered.filter((one) => one !== id)
      answered = isThere ? [...others, id].slice(-maxIds) : others
      await storage.set({ [key]: answered }).catch(() => undefined)
    },
  }
}

interface Link {
  /** Throws when the channel is closed. */
  send(message: object): void
  close(): void
}

/** Events of the other end. `onClosed` comes one time, and no event after it. */
interface LinkListeners {
  onMessage(message: unknown): void
  onClosed(): void
}

/** Opens a channel; calls `onClosed` immediately where it cannot be opened. */
export type OpenLink = (id: string, ends: LinkListeners) => Link

export type RpcStream = ReturnType<typeof openRpcStream>

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Opens a stream. Answers belong to their request's number; a second answer to a request is ignored. */
function openRpcStream(
  connect: OpenLink,
  id: string,
  listeners: { onNotification(method: string, params: unknown): void; onDisconnected(): void },
) {
  const waiting = new Map<number, Waiting>()
  let isOpen = true
  let count = 0

  function disconnect(): void {
    if (!isOpen) return
    isOpen = false
    const pending = [...waiting.values()]
    waiting.clear()
    for (const { reject } of pending) reject(new Disconnected('the connection to the wallet was closed'))
    listeners.onDisconnected()
  }

  function onMessage(message: unknown): void {
    if (!isOpen || typeof message !== 'object' || message === null) return
    const { id: number, method, params, result, error } = message as { readonly [name: string]: unknown }
    if (typeof number === 'number') {
      const requested = waiting.get(number)
      waiting.delete(number)
      if (error !== undefined && error !== null) requested?.reject(error)
      else requested?.resolve(result)
    } else if (typeof method === 'string') listeners.onNotification(method, params)
  }

  const link = connect(id, { onMessage, onClosed: disconnect })

  return {
    /** Rejects with the wallet's error object as received, or with `Disconnected`. */
    request({
      method,
      params,
    }: {
      readonly method: string
      readonly params: readonly unknown[] | object
    }): Promise<unknown> {
      if (!isOpen) return Promise.reject(new Disconnected('the connection to the wallet is closed'))
      count += 1
      const number = count
      return new Promise((done, broken) => {
        waiting.set(number, { resolve: done, reject: broken })
        try {
          link.send({ jsonrpc: '2.0', id: number, method, params })
        } catch {
          // The browser throws for a channel that closed without an event yet.
          disconnect()
        }
      })
    },
    isOpen: (): boolean => isOpen,
    close(): void {
      disconnect()
      link.close()
    },
  }
}
