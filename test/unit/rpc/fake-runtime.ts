import type { ClientPort } from '../../../lib/rpc/rpc-client.ts'
import type { Sender, ServerPort, ServerRuntime } from '../../../lib/rpc/rpc-server.ts'

const ownPage = 'chrome-extension://ferry/popup.html'

type MessageListener = (message: unknown, sender: Sender) => Promise<unknown> | undefined

/**
 * One background and its pages. Messages are serialised as JSON, and the background can end. WXT's `fakeBrowser` has no
 * ports, passes no sender, and does not accept a promise as an answer.
 */
export class FakeRuntime implements ServerRuntime {
  readonly id = 'ferry'
  #messages: MessageListener[] = []
  #connects: ((port: ServerPort) => void)[] = []
  #ports: { end(): void }[] = []

  readonly onMessage = { addListener: (listener: MessageListener) => void this.#messages.push(listener) }
  readonly onConnect = {
    addListener: (listener: (port: ServerPort) => void) => void this.#connects.push(listener),
  }

  getURL(path: string): string {
    return `chrome-extension://ferry/${path}`
  }

  /** Ends the background: its listeners are removed and its ports closed. */
  die(): void {
    this.#messages = []
    this.#connects = []
    for (const port of this.#ports.splice(0)) port.end()
  }

  async send(message: unknown, sender: Sender = { id: 'ferry', url: ownPage }): Promise<unknown> {
    if (this.#messages.length === 0) {
      throw new Error('Could not establish connection. Receiving end does not exist.')
    }
    for (const listener of this.#messages) {
      const answer = listener(JSON.parse(JSON.stringify(message)), sender)
      if (answer !== undefined) return JSON.parse(JSON.stringify(await answer))
    }
    return undefined
  }

  connect(name: string, sender: Sender = { id: 'ferry', url: ownPage }): ClientPort & { isOpen(): boolean } {
    const received: ((message: unknown) => void)[] = []
    const ended: (() => void)[] = []
    const endedThere: (() => void)[] = []
    let isOpen = true
    const close = (listeners: (() => void)[]): void => {
      if (!isOpen) return
      isOpen = false
      for (const listener of listeners) listener()
    }
    this.#ports.push({ end: () => close(ended) })
    const there: ServerPort = {
      name,
      sender,
      postMessage(message) {
        if (!isOpen) throw new Error('Attempting to use a disconnected port object')
        for (const listener of received) listener(JSON.parse(JSON.stringify(message)))
      },
      disconnect: () => close(ended),
      onDisconnect: { addListener: (listener) => void endedThere.push(listener) },
    }
    queueMicrotask(() => {
      for (const listener of this.#connects) listener(there)
    })
    return {
      isOpen: () => isOpen,
      onMessage: { addListener: (listener) => void received.push(listener) },
      onDisconnect: { addListener: (listener) => void ended.push(listener) },
      disconnect: () => close(endedThere),
    }
  }
}
