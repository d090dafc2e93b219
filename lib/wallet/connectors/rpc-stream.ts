import { Disconnected } from '../connection-errors.ts'

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

/** Opens a JSON-RPC stream. Answers belong to their request's number; a second answer to a request is ignored. */
export function openRpcStream(
  connect: OpenLink,
  id: string,
  listeners: { onNotification(method: string, params: unknown): void; onDisconnected(): void },
) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
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
    request(call: {
      readonly method: string
      readonly params: readonly unknown[] | object
    }): Promise<unknown> {
      if (!isOpen) return Promise.reject(new Disconnected('the connection to the wallet is closed'))
      count += 1
      const number = count
      const requested = Promise.withResolvers<unknown>()
      waiting.set(number, requested)
      try {
        link.send({ jsonrpc: '2.0', id: number, ...call })
      } catch {
        // The browser throws for a channel that closed without an event yet.
        disconnect()
      }
      return requested.promise
    },
    isOpen: (): boolean => isOpen,
    close(): void {
      disconnect()
      link.close()
    },
  }
}
