import * as v from 'valibot'
import type { Wait } from '../../base/time.ts'
import type { PagePorts } from './page-ports.ts'
import { type Dial, Disconnected, openRpcStream, type RpcStream } from './rpc-stream.ts'

/** How long a wallet whose worker was stopped is dialled again. */
const wakeMs = 15_000
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
  let answered: readonly string[] = []
  // What cannot be read counts as empty, and what cannot be kept is learnt anew.
  const read = storage.get(key).then(
    (all) => {
      const kept = v.safeParse(ids, all[key])
      if (kept.success) answered = kept.output
    },
    () => undefined,
  )

  async function remember(id: string, isThere: boolean): Promise<void> {
    await read
    if (answered.includes(id) === isThere) return
    const others = answered.filter((one) => one !== id)
    answered = isThere ? [...others, id].slice(-keptIds) : others
    await storage.set({ [key]: answered }).catch(() => undefined)
  }

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
    const greeting = stream.request({ method: 'eth_chainId', params: [] })
    // A wallet that refuses even this is there.
    const isThere = greeting.then(
      () => true,
      (thrown: unknown) => !(thrown instanceof Disconnected),
    )
    isGreeted = await Promise.race([isThere, wait(waitMs).then(() => false)])
    if (isGreeted && stream.isOpen()) return stream
    stream.close()
    return null
  }

  async function dialUntilAwake(id: string): Promise<RpcStream | null> {
    await read
    let isOver = !sleeps
    if (sleeps) void wait(wakeMs).then(() => (isOver = true))
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
        void remember(id, reached !== null)
        return reached
      })
      streams.set(id, stream)
      return stream
    },
    stateOf(id) {
      if (open.has(id)) return 'there'
      return streams.has(id) && answered.includes(id) ? 'waking' : null
    },
  }
}
