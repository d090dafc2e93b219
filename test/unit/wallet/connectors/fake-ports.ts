import type { Runtime } from 'webextension-polyfill'
import type { PortWallet } from '../../../browser/wallet-extension/serve-port.ts'
import { servePort } from '../../../browser/wallet-extension/serve-port.ts'

interface End {
  readonly received: ((message: unknown) => void)[]
  readonly ended: (() => void)[]
}

/**
 * Other extensions as reached by `runtime.connect`: MetaMask's own wallet-side code serves each port. WXT's `fakeBrowser`
 * has no `connect`.
 */
export class FakeExtensions {
  readonly id = 'ferryid'
  readonly connects: string[] = []
  readonly frames: unknown[] = []
  readonly #wallets: Map<string, PortWallet>
  readonly #open = new Set<() => void>()
  lastError: { message: string } | null = null
  /** The wallets' workers are stopped: a connection is refused (`gone`), or has a port without a listener (`deaf`). */
  asleep: 'gone' | 'deaf' | null = null

  constructor(wallets: { readonly [id: string]: PortWallet }) {
    this.#wallets = new Map(Object.entries(wallets))
  }

  /** Stops the wallet's worker, or reloads its extension: every port to it closes. */
  die(): void {
    for (const end of [...this.#open]) end()
  }

  readonly connect = (id: string) => {
    this.connects.push(id)
    const here: End = { received: [], ended: [] }
    const there: End = { received: [], ended: [] }
    let isOpen = true
    const end = (side: End) => () => {
      if (!isOpen) return
      isOpen = false
      this.#open.delete(endAll)
      for (const each of side.ended) each()
    }
    const endAll = (): void => {
      if (!isOpen) return
      isOpen = false
      this.#open.delete(endAll)
      for (const each of [...there.ended, ...here.ended]) each()
    }
    this.#open.add(endAll)
    const pair = (own: End, other: End) => ({
      onMessage: { addListener: (listener: (message: unknown) => void) => void own.received.push(listener) },
      onDisconnect: { addListener: (listener: () => void) => void own.ended.push(listener) },
      postMessage: (message: unknown) => {
        if (!isOpen) throw new Error('Attempting to use a disconnected port object')
        // Chromium's ports carry JSON.
        const copy: unknown = JSON.parse(JSON.stringify(message))
        if (own === here) this.frames.push(copy)
        queueMicrotask(() => {
          for (const listener of other.received) listener(copy)
        })
      },
      disconnect: end(other),
    })
    const wallet = this.#wallets.get(id)
    if (this.asleep === 'deaf') return pair(here, there)
    if (wallet === undefined || this.asleep === 'gone') {
      queueMicrotask(() => {
        this.lastError = { message: 'Could not establish connection. Receiving end does not exist.' }
        end(here)()
      })
    } else servePort(pair(there, here) as unknown as Runtime.Port, wallet)
    return pair(here, there)
  }
}
