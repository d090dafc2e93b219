import * as v from 'valibot'
import type { Wait } from '../../base/time.ts'
import type { PagePorts } from './page-tab.ts'

/** How long one look dials a wallet whose worker was stopped again. */
const redialMs = 15_000
/** From one try to the next, longer each time; the last one stands for all that follow. */
const againMs = [250, 500, 1_000, 2_000] as const
/** What each try waits for a greeting: a port may be open before anybody listens at it. */
const greetMs = [1_000, 2_000, 4_000, 8_000] as const
/** What one try waits for a wallet that cannot sleep. */
const onlyGreetMs = 10_000
const keptIds = 20
const ids = v.array(v.string())

export interface StreamPoolPorts {
  readonly dial: Dial
  /** Whether a wallet's worker may be stopped: the dial that wakes it is told that nobody is there. */
  readonly sleeps: boolean
  /** Where the ids of those that ever answered are kept, and under which key. */
  readonly storage: PagePorts['storage']
  readonly key: string
  readonly wait: Wait
  onNotification(id: string, method: string, params: unknown): void
  /** A stream that was open is cut. */
  onCut(id: string): void
  /** A try found nobody; another one follows. */
  onAsleep(id: string): void
}

/** The open streams to wallets of one kind, by id. */
export interface StreamPool {
  /** An open stream, dialled for as long as a wallet may take to wake; null when nobody answers. Prompts nobody. */
  reach(id: string): Promise<RpcStream | null>
  /** `waking` answered some time before and is dialled now; null for all others that are not open. */
  stateOf(id: string): 'there' | 'waking' | null
}

/** Opens each stream when it is first needed and again where it was cut. */
export function createStreamPool(ports: StreamPoolPorts): StreamPool {
  const { dial, sleeps, storage, key, wait } = ports
  const streams = new Map<string, Promise<RpcStream | null>>()
  const open = new Set<string>()
  const answered = openAnswered(storage, key)

  async function dialOnce(id: string, waitMs: number): Promise<RpcStream | null> {
    let isGreeted = false
    const stream = openRpcStream(dial, id, {
      onNotification: (method, params) => ports.onNotification(id, method, params),
      onDisconnected() {
        if (!isGreeted) return
        streams.delete(id)
        open.delete(id)
        ports.onCut(id)
      },
    })
    isGreeted = await Promise.race([greets(stream), wait(waitMs).then(() => false)])
    if (isGreeted && stream.isOpen()) return stream
    stream.close()
    return null
  }

  async function dialUntilAwake(id: string): Promise<RpcStream | null> {
    await answered.read
    let isOver = !sleeps
    if (sleeps) void wait(redialMs).then(() => (isOver = true))
    for (let tries = 0; ; tries += 1) {
      const greet = sleeps ? (greetMs[tries] ?? greetMs[3]) : onlyGreetMs
      // One that cannot even be dialled is nobody there.
      const stream = await dialOnce(id, greet).catch(() => null)
      if (stream !== null || isOver) return stream
      ports.onAsleep(id)
      await wait(againMs[tries] ?? againMs[3])
    }
  }

  return {
    reach(id) {
      const known = streams.get(id)
      if (known !== undefined) return known
      const stream = dialUntilAwake(id).then((reached) => {
        // It may have been cut before anybody could use it.
        if (reached?.isOpen()) open.add(id)
        else streams.delete(id)
        void answered.remember(id, reached !== null)
        return reached
      })
      streams.set(id, stream)
      return stream
    },
    stateOf(id) {
      if (open.has(id)) return 'there'
      return streams.has(id) && answered.has(id) ? 'waking' : null
    },
  }
}

/** Whether somebody is at the other end: a wallet that refuses even this is there. */
function greets(stream: RpcStream): Promise<boolean> {
  return stream.request({ method: 'eth_chainId', params: [] }).then(
    () => true,
    (thrown: unknown) => !(thrown instanceof Disconnected),
  )
}

/** Opens the memory of who answered before; what cannot be read counts as empty, and what cannot be kept is learnt anew. */
function openAnswered(storage: PagePorts['storage'], key: string) {
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
    async remember(id: string, isThere: boolean): Promise<void> {
      await read
      if (answered.includes(id) === isThere) return
      const others = answered.filter((one) => one !== id)
      answered = isThere ? [...others, id].slice(-keptIds) : others
      await storage.set({ [key]: answered }).catch(() => undefined)
    },
  }
}

const keptRequests = 100
const requestsShape = v.array(v.object({ requestId: v.string(), isAsked: v.boolean() }))

/** What outlives the worker: which requests were begun, and for which the method itself was on its way to the wallet. */
export interface StreamMemory {
  find(requestId: string): { readonly isAsked: boolean } | undefined
  start(requestId: string): Promise<void>
  asked(requestId: string): Promise<void>
}

/** Reads the requestsShape of one way to wallets back; what cannot be read counts as empty. */
export async function openStreamMemory(
  storage: PagePorts['storage'],
  connector: string,
): Promise<StreamMemory> {
  const key = `walletAsked:${connector}`
  const stored = v.safeParse(requestsShape, (await storage.get(key))[key])
  let all = stored.success ? stored.output : []
  const save = (): Promise<void> => storage.set({ [key]: all })
  return {
    find: (requestId) => all.find((each) => each.requestId === requestId),
    async start(requestId) {
      all = [...all, { requestId, isAsked: false }].slice(-keptRequests)
      await save()
    },
    async asked(requestId) {
      all = all.map((each) => (each.requestId === requestId ? { requestId, isAsked: true } : each))
      await save()
    },
  }
}

/** One end of a two-way channel that carries JSON-RPC messages to one wallet. */
interface Link {
  /** Throws when the channel is closed. */
  send(message: object): void
  close(): void
}

/** What the other end does. `closed` comes once, and nothing after it. */
interface LinkListeners {
  onMessage(message: unknown): void
  onClosed(): void
}

/** Opens a channel; one that cannot be opened is closed at once. */
export type Dial = (id: string, ends: LinkListeners) => Link

/** Why a request has no answer: the channel closed under it. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected'
}

/** JSON-RPC 2.0 over a channel. */
export interface RpcStream {
  /** Rejects with the wallet's error object as it came, or with `Disconnected`. */
  request(asked: { readonly method: string; readonly params: readonly unknown[] | object }): Promise<unknown>
  isOpen(): boolean
  close(): void
}

interface Waiting {
  readonly done: (result: unknown) => void
  readonly broken: (error: unknown) => void
}

/** Opens a stream; answers are bound to their request's number, and the second answer of one is nobody's. */
function openRpcStream(
  dial: Dial,
  id: string,
  listeners: { onNotification(method: string, params: unknown): void; onDisconnected(): void },
): RpcStream {
  const waiting = new Map<number, Waiting>()
  let isOpen = true
  let count = 0

  function cut(): void {
    if (!isOpen) return
    isOpen = false
    const left = [...waiting.values()]
    waiting.clear()
    for (const { broken } of left) broken(new Disconnected('the way to the wallet was cut'))
    listeners.onDisconnected()
  }

  function onMessage(message: unknown): void {
    if (!isOpen || typeof message !== 'object' || message === null) return
    const { id: number, method, params, result, error } = message as { readonly [name: string]: unknown }
    if (typeof number === 'number') {
      const asked = waiting.get(number)
      waiting.delete(number)
      if (error !== undefined && error !== null) asked?.broken(error)
      else asked?.done(result)
    } else if (typeof method === 'string') listeners.onNotification(method, params)
  }

  const link = dial(id, { onMessage, onClosed: cut })

  return {
    request({ method, params }) {
      if (!isOpen) return Promise.reject(new Disconnected('the way to the wallet is closed'))
      count += 1
      const number = count
      return new Promise((done, broken) => {
        waiting.set(number, { done, broken })
        try {
          link.send({ jsonrpc: '2.0', id: number, method, params })
        } catch {
          // The browser's way to say that the channel closed without an event yet.
          cut()
        }
      })
    },
    isOpen: () => isOpen,
    close() {
      cut()
      link.close()
    },
  }
}
