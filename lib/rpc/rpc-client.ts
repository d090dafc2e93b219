import { isObject } from '../base/object.ts'
import { Problem, restoreProblem } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { Wait } from '../base/time.ts'
import { wait } from '../platform/timers.ts'
import { viewBrowser } from '../platform/view-browser.ts'
import type { OnceName, ViewMessages, ViewPush } from './messages.ts'

export interface Listenable<L> {
  addListener(listener: L): void
}

export interface ClientPort {
  readonly onMessage: Listenable<(message: unknown) => void>
  readonly onDisconnect: Listenable<() => void>
  disconnect(): void
}

export interface RpcClientPorts {
  readonly sendMessage: (call: RpcRequest) => Promise<unknown>
  readonly connect: () => ClientPort
  /** Calls back when the page returns from the back/forward cache, which closes ports without an event. */
  readonly onRestored: (back: () => void) => void
  /** The client sends and receives nothing before it resolves: the page's first paint does not wait for the background. */
  readonly ready: Promise<void>
  readonly wait: Wait
}

export interface RpcClient {
  /** Sends a message, and sends it again if the background died before it answered. Rejects with a `Problem`. */
  send<K extends Exclude<keyof ViewMessages, OnceName>>(
    name: K,
    input: ViewMessages[K]['input'],
  ): Promise<ViewMessages[K]['output']>
  /** Sends a message that may trigger a wallet request: never again if it may have arrived. Rejects with a `Problem`. */
  sendOnce<K extends OnceName>(name: K, input: ViewMessages[K]['input']): Promise<ViewMessages[K]['output']>
  /** Returns a function that stops listening. It reconnects if the worker died, and then calls `onReconnect`. */
  subscribe(onPush: (push: ViewPush) => void, onReconnect: () => void): () => void
}

/** Pauses between retries while a worker starts. After the last one the message has failed. */
const retryWaitsMs = [50, 150, 400, 1_000]
const reconnectWaitMs = 100

/**
 * Creates a view's client for the background. It survives the worker's end and the back/forward cache.
 *
 * @internal
 */
export function createRpcClient(ports: RpcClientPorts): RpcClient {
  const { ready, subscribe } = createSubscriptions(ports)

  async function call(name: keyof ViewMessages, input: unknown, isOnce: boolean): Promise<RpcResponse> {
    let cause: unknown
    await ready
    for (const waitMs of [...retryWaitsMs, null]) {
      try {
        const response = await ports.sendMessage({ channel: viewChannel, name, input })
        if (isRpcResponse(response)) return response
        cause = undefined
      } catch (thrown) {
        cause = thrown
      }
      if (waitMs === null || (isOnce && !hadNoReceiver(cause))) break
      await ports.wait(waitMs)
    }
    throw new Problem('internal', { money: 'unknown', facts: { kind: 'noAnswer', message: name }, cause })
  }

  async function answer<K extends keyof ViewMessages>(
    name: K,
    input: ViewMessages[K]['input'],
    isOnce: boolean,
  ): Promise<ViewMessages[K]['output']> {
    const response = await call(name, input, isOnce)
    if (!response.ok) throw restoreProblem(response.problem)
    return response.output as ViewMessages[K]['output']
  }

  return {
    send: (name, input) => answer(name, input, false),
    sendOnce: (name, input) => answer(name, input, true),
    subscribe,
  }
}

/** One port for all listeners. It is opened again if it is lost. */
function createSubscriptions(
  ports: RpcClientPorts,
): Pick<RpcClient, 'subscribe'> & { readonly ready: Promise<void> } {
  const listeners = new Set<(push: ViewPush) => void>()
  const reconnects = new Set<() => void>()
  let port: ClientPort | null = null
  // Listeners that are already subscribed also receive pushes about the first message.
  const ready = ports.ready.then(open)

  function open(): void {
    if (port !== null || listeners.size === 0) return
    const opened = ports.connect()
    port = opened
    opened.onMessage.addListener((message) => {
      if (isViewPush(message)) for (const onPush of listeners) onPush(message)
    })
    opened.onDisconnect.addListener(() => {
      if (port === opened) void reopen(opened)
    })
  }

  async function reopen(lost: ClientPort): Promise<void> {
    await ports.wait(reconnectWaitMs)
    if (port !== lost || listeners.size === 0) return
    port = null
    open()
    for (const onReconnect of reconnects) onReconnect()
  }

  ports.onRestored(() => {
    if (port !== null) void reopen(port)
  })

  return {
    ready,
    subscribe(onPush, onReconnect) {
      listeners.add(onPush)
      reconnects.add(onReconnect)
      void ready.then(open)
      return () => {
        listeners.delete(onPush)
        reconnects.delete(onReconnect)
        if (listeners.size > 0 || port === null) return
        const closing = port
        port = null
        closing.disconnect()
      }
    },
  }
}

/** Both browsers' error for a message without a receiver. */
function hadNoReceiver(thrown: unknown): boolean {
  return thrown instanceof Error && /receiving end does not exist/i.test(thrown.message)
}

export function createBrowserClient(ready: Promise<void>): RpcClient {
  // Read here and not on import: browsers create this part of their API on first use.
  const browser = viewBrowser()
  return createRpcClient({
    sendMessage: (call) => browser.runtime.sendMessage(call),
    connect: () => browser.runtime.connect({ name: viewChannel }),
    onRestored: (back) => {
      addEventListener('pageshow', (event) => {
        if (event.persisted) back()
      })
    },
    ready,
    wait,
  })
}

export const viewChannel = 'ferry:view'

interface RpcRequest {
  readonly channel: typeof viewChannel
  readonly name: keyof ViewMessages
  readonly input: unknown
}

export type RpcResponse =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly problem: ProblemData }

/** Its content is trusted, because the background is our own. */
function isRpcResponse(value: unknown): value is RpcResponse {
  return isObject(value) && typeof value.ok === 'boolean' && (value.ok ? 'output' : 'problem') in value
}

function isViewPush(value: unknown): value is ViewPush {
  return isObject(value) && typeof value.kind === 'string'
}
