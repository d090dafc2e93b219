/** One end of a two-way channel that carries JSON-RPC messages to one wallet. */
export interface Link {
  /** Throws when the channel is closed. */
  send(message: object): void
  close(): void
}

/** What the other end does. `closed` comes once, and nothing after it. */
export interface LinkListeners {
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
  request(asked: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>
  isOpen(): boolean
  close(): void
}

interface Waiting {
  readonly done: (result: unknown) => void
  readonly broken: (error: unknown) => void
}

/** Opens a stream; answers are bound to their request's number, and the second answer of one is nobody's. */
export function openRpcStream(
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
