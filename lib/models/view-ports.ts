import type { ReadonlySignal } from '@preact/signals'
import type { Clock, Timers } from '../base/time.ts'
import type { ViewPlace } from '../platform/view-places.ts'
import type { RpcClient } from '../rpc/rpc-client.ts'

/** Small texts that this page stores between openings and reads synchronously. */
export interface TextStorage {
  read(key: string): string | null
  /** Never throws: a text that cannot be stored is lost with the view. */
  write(key: string, text: string): void
}

export interface ViewPorts {
  readonly client: RpcClient
  readonly clock: Clock
  readonly timers: Timers
  readonly storage: TextStorage
  readonly isVisible: ReadonlySignal<boolean>
  readonly isOnline: ReadonlySignal<boolean>
  requestHostAccess(endpoint: string): Promise<boolean>
  /** Requests permission for hosts by their match patterns; false when the user refuses. */
  requestHostAccessAll(patterns: readonly string[]): Promise<boolean>
  places(): Promise<readonly ViewPlace[]>
  /** Counts how often the window gained or lost the focus. */
  readonly focusChanges: ReadonlySignal<number>
  close(): void
  /** Ends Ferry with all its views, and starts its background again. */
  restart(): void
  /** Opens Ferry outside a private window. */
  openNormalWindow(): Promise<void>
  /** Shows the waiting proposals in place of this view. */
  openProposals(): void
  /**
   * Makes this view, whose form a site filled, the user's own: its address, and by a reload its form. `isFilled`: the form
   * has a swap of the user already, so do not reload.
   */
  openOwnForm(isFilled: boolean): void
  /** Returns the text for a chain without a name: it contains the ID. */
  unknownChainName(chainId: number): string
  /** Names this view to the background, so that its newer quote cancels the older one. */
  readonly viewId: string
  /** The page's own (`#/order/<id>`, `#/history`, `#/settings`, `#/proposal`). */
  readonly hash: string
  /** Ferry's own version. */
  version(): string
}

export const localKeys = {
  start: 'ferry.start.1',
  draft: 'ferry.draft.1',
  values: 'ferry.values.1',
  words: 'ferry.words.1',
} as const

/** Reads a stored JSON value of this page; null without one, or for a truncated one. */
export function readLocal<T>(storage: TextStorage, key: string): T | null {
  const text = storage.read(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    // A truncated value counts as none; the next write replaces it.
    if (cause instanceof SyntaxError) return null
    throw cause
  }
}

/** Stores a JSON value. Skips an unchanged one, because each write goes to the disk and to all views. */
export function writeLocal(storage: TextStorage, key: string, value: unknown): void {
  const text = JSON.stringify(value)
  if (storage.read(key) !== text) storage.write(key, text)
}
