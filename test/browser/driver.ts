import type { AccessibilityNode } from './screen-reader-text.ts'

/** The pause after a number of reads of one wait. A long wait reads less often: each read costs the browser processor time. */
export function pauseMs(reads: number): number {
  return Math.min(40 * 1.2 ** reads, 250)
}

/** One page of the browser, found by `data-testid`s, so that each browser's driver has the same interface. */
export interface View {
  url(): string
  goto(url: string): Promise<void>
  /** Waits until the element is visible. `timeoutMs` is `journeyWaitMs` by default. */
  waitFor(testId: string, timeoutMs?: number): Promise<void>
  waitGone(testId: string, timeoutMs?: number): Promise<void>
  /** Waits until a JavaScript expression is truthy in the page; the error names `what`. */
  waitUntil(expression: string, what: string, timeoutMs?: number): Promise<void>
  /** Waits for a visible, enabled element and clicks it. */
  click(testId: string, timeoutMs?: number): Promise<void>
  fill(testId: string, text: string): Promise<void>
  choose(testId: string, value: string): Promise<void>
  press(key: Key): Promise<void>
  type(text: string): Promise<void>
  isVisible(testId: string): Promise<boolean>
  text(testId: string): Promise<string>
  attribute(testId: string, name: string): Promise<string | null>
  value(testId: string): Promise<string>
  /** Returns the value of an expression in the page; JSON values only. */
  run(expression: string): Promise<unknown>
  /** The current accessibility tree (Chromium; Firefox exposes none). */
  tree(): Promise<readonly AccessibilityNode[]>
  screenshot(path: string): Promise<void>
  /** Resizes the page, in CSS pixels. */
  resize(size: { readonly width: number; readonly height: number }): Promise<void>
  bringToFront(): Promise<void>
  isClosed(): boolean
  close(): Promise<void>
}

export type Key = 'ArrowDown' | 'End' | 'Enter' | 'Escape' | 'Shift+Tab' | 'Space' | 'Tab'

export type BrowserName = 'chromium' | 'firefox'

export const popupSize = { width: 400, height: 600 }

export interface BrowserOptions {
  /** The folder that Ferry was built into, unpacked. */
  readonly folder: string
  readonly others?: readonly string[]
  readonly headless: boolean
  /** A profile to use again; absent: a fresh one, removed at the end. */
  readonly profile?: string
  /** Pages see `prefers-reduced-motion: reduce`. Without a display the processor draws every animation. */
  readonly reducedMotion?: boolean
  /**
   * The background sleeps after half a second without an event (Firefox; in Chromium call `letBackgroundSleep`).
   */
  readonly hasShortIdleTimeout?: boolean
  /** Twice the pixels and no scroll bars (Chromium). */
  readonly forPictures?: boolean
  /** Pages that are left stay in the back/forward cache (Chromium; Firefox does so by itself). */
  readonly usesPageCache?: boolean
  /** "Never remember history": every window is private (Firefox). */
  readonly isAlwaysPrivate?: boolean
}

export interface Driver {
  readonly name: BrowserName
  /** `chrome-extension://<id>` or `moz-extension://<uuid>`; the origin of the background's POSTs. */
  readonly extensionOrigin: string
  /** The id by which other extensions address Ferry: in Firefox the manifest's own id. */
  readonly extensionId: string
  /** Ferry's page in a tab of the popup's size; `hash` as in `#/order/<id>`. */
  openFerry(hash?: string): Promise<View>
  openPage(url: string): Promise<View>
  /** The URL of the page in the side panel; null if it is closed. */
  sideUrl(): Promise<string | null>
  closeSide(): Promise<void>
  pressIcon(): Promise<void>
  /** The open pages, including those that the extension opened. */
  pages(): readonly View[]
  /** Leaves a mark in the background's memory. The proof throws while that memory still exists. */
  markBackground(): Promise<{ proveDeath(): Promise<void> }>
  /** The proof throws if it never died; call it after the background has started again. */
  killBackground(): Promise<{ proveDeath(): Promise<void> }>
  /** Waits until the background runs again, for any reason; throws after `timeoutMs`. */
  waitForBackground(timeoutMs: number): Promise<void>
  /** Stops the worker of another extension, whose script is `worker.js`. */
  killWorkerOf(extensionId: string): Promise<void>
  /** Reloads the test wallet with its open page. Headless Chromium disables an unpacked extension by that. */
  reloadWallet(): Promise<void>
  /** It may have started again. Firefox's sleeps by itself; Chromium's is stopped. */
  letBackgroundSleep(): Promise<void>
  /** Revokes the hosts of the manifest, as a person does in the browser's own settings. */
  revokeHosts(): Promise<void>
  /** Accepts the browser's prompt for hosts, after Ferry requested them. */
  grantHosts(): Promise<void>
  /** Closes the extension's pages; throws unless this version runs afterwards. */
  updateFerry(version: string): Promise<void>
  freeze(): Promise<() => void>
  /** Whether the extension's storage obeys a quota; null if the browser cannot set one. */
  obeysQuota(): Promise<boolean | null>
  /** Sets `prefers-color-scheme` for every page, and stops all motion, so that pictures are still. */
  preferTheme(theme: 'light' | 'dark'): Promise<void>
  loggedErrors(): readonly string[]
  waitUntilClosed(): Promise<void>
  /** Ends the browser as a power cut would; its profile stays. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** `[data-testid="…"]`; ids contain no quotes. */
export function testIdSelector(testId: string): string {
  return `[data-testid="${testId}"]`
}
