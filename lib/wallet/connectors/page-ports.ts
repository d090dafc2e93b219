import type { Wait } from '../../base/time.ts'
import type { IsWanted } from '../port.ts'

/** Who sent a message, as the browser says. */
export interface PageSender {
  readonly id?: string | undefined
  readonly url?: string | undefined
  readonly origin?: string | undefined
  readonly frameId?: number | undefined
  /** Undefined in Firefox before 153. */
  readonly documentId?: string | undefined
  /** Chromium's: `active`, `prerender`, `cached`. */
  readonly documentLifecycle?: string | undefined
  readonly tab?: { readonly id?: number | undefined; readonly incognito?: boolean | undefined } | undefined
}

interface Listenable<L> {
  addListener(listener: L): void
}

export interface RelayPort {
  readonly name: string
  readonly sender?: PageSender | undefined
  readonly onDisconnect: Listenable<() => void>
  disconnect(): void
}

/** The bits of the extension API that reach a wallet page; `browser` fits. None needs a permission but `storage`. */
export interface PagePorts {
  readonly runtime: {
    readonly id: string
    readonly onMessage: Listenable<(message: unknown, sender: PageSender) => Promise<unknown> | undefined>
    readonly onConnect: Listenable<(port: RelayPort) => void>
  }
  readonly tabs: {
    query(which: object): Promise<readonly { readonly id?: number | undefined }[]>
    create(tab: { url: string; active: boolean }): Promise<{ readonly id?: number | undefined }>
    update(tabId: number, tab: { active: boolean }): Promise<{ readonly windowId?: number | undefined }>
    sendMessage(tabId: number, message: unknown, options: { frameId: number }): Promise<unknown>
  }
  readonly windows: { update(windowId: number, window: { focused: boolean }): Promise<unknown> }
  /** Where no page reaches. */
  readonly storage: {
    get(key: string): Promise<{ readonly [key: string]: unknown }>
    set(items: { readonly [key: string]: unknown }): Promise<void>
  }
  readonly wait: Wait
  /** A fresh one; never one of an earlier life. */
  readonly newId: () => string
  readonly isWanted: IsWanted
}
