import type { ReadonlySignal } from '@preact/signals'
import type { Clock, Timers } from '../base/time.ts'
import type { RpcClient } from '../rpc/rpc-client.ts'

/** Small texts this page keeps across openings and reads at once. */
export interface TextStorage {
  read(key: string): string | null
  /** Never throws: what cannot be kept is forgotten with the view. */
  write(key: string, text: string): void
}

/** Another place the App can be shown in. */
export interface ViewPlace {
  readonly name: 'side' | 'window' | 'tab'
  /** It is where this view is. */
  readonly isHere?: true
  /** Only other windows of this browser have it: it cannot be opened from this one. */
  readonly isApart?: true
  /** Has to be called from a press. A view that is closed by it lives until `kept` has come to its end. */
  open(kept?: Promise<unknown>): Promise<void>
}

/** What models are given by the page that shows them. */
export interface ViewPorts {
  readonly client: RpcClient
  readonly clock: Clock
  readonly timers: Timers
  readonly storage: TextStorage
  readonly isVisible: ReadonlySignal<boolean>
  readonly isOnline: ReadonlySignal<boolean>
  /** Asks the user to let Ferry reach this endpoint of their own machine; false when they do not. */
  askHost(endpoint: string): Promise<boolean>
  /** Asks the user for hosts by their match patterns; false when they say no. */
  askHosts(patterns: readonly string[]): Promise<boolean>
  /** Where the App can be shown, seen from here. */
  places(): Promise<readonly ViewPlace[]>
  /** Counts how often the window gained or lost the focus. */
  readonly focusTurns: ReadonlySignal<number>
  /** Closes the view's window. */
  close(): void
  /** Shows the proposals that wait, as the whole of this view. */
  openProposals(): void
  /** Names this view to the background, so that a newer quote of it stops the older one. */
  readonly viewId: string
}

/** What a first picture stands on. */
export const localKeys = { start: 'ferry.start.1', draft: 'ferry.draft.1' } as const

/** Reads a kept JSON value of this page; null when there is none or it was cut off. */
export function readLocal<T>(storage: TextStorage, key: string): T | null {
  const text = storage.read(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    // A half-written value is worth as much as none; the next write replaces it.
    if (cause instanceof SyntaxError) return null
    throw cause
  }
}

/** Keeps a JSON value; what is there already is not written again, for each writing goes to the disk and to all views. */
export function writeLocal(storage: TextStorage, key: string, value: unknown): void {
  const text = JSON.stringify(value)
  if (storage.read(key) !== text) storage.write(key, text)
}
