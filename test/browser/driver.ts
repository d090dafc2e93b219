import type { SpokenNode } from './spoken.ts'

/** One page of the browser, driven by `data-testid`s, so that every browser's driver can offer the same. */
export interface View {
  url(): string
  goto(url: string): Promise<void>
  /** Waits until the element is visible. `timeoutMs` is `journeyWaitMs` unless told. */
  waitFor(testId: string, timeoutMs?: number): Promise<void>
  /** Waits until no such element is visible. */
  waitGone(testId: string, timeoutMs?: number): Promise<void>
  /** Waits until a JavaScript expression is truthy in the page; the error names `what`. */
  waitUntil(expression: string, what: string, timeoutMs?: number): Promise<void>
  /** Waits for a visible, enabled element and clicks it. */
  click(testId: string, timeoutMs?: number): Promise<void>
  /** Replaces the text of a field. */
  fill(testId: string, text: string): Promise<void>
  /** Chooses in a `<select>`. */
  choose(testId: string, value: string): Promise<void>
  /** Presses a key where the focus is, as a person would. */
  press(key: Key): Promise<void>
  /** Types where the focus is, key by key. */
  type(text: string): Promise<void>
  isVisible(testId: string): Promise<boolean>
  text(testId: string): Promise<string>
  attribute(testId: string, name: string): Promise<string | null>
  /** What stands in a field, once it is there. */
  value(testId: string): Promise<string>
  /** Gives what an expression is worth in the page; JSON values only. */
  run(expression: string): Promise<unknown>
  /** The accessibility tree as it is now (Chromium; Firefox tells nobody). */
  tree(): Promise<readonly SpokenNode[]>
  screenshot(path: string): Promise<void>
  /** Gives the page another size, in CSS pixels. */
  resize(size: { readonly width: number; readonly height: number }): Promise<void>
  bringToFront(): Promise<void>
  isClosed(): boolean
  close(): Promise<void>
}

export type Key = 'ArrowDown' | 'End' | 'Enter' | 'Escape' | 'Shift+Tab' | 'Space' | 'Tab'

export type BrowserName = 'chromium' | 'firefox'

/** The popup's size. */
export const popupSize = { width: 400, height: 600 }

export interface BrowserOptions {
  /** The folder Ferry was built into, unpacked. */
  readonly folder: string
  /** Folders of other extensions to be installed beside it. */
  readonly others?: readonly string[]
  readonly headless: boolean
  /** A profile to use again; a fresh one, removed at the end, unless given. */
  readonly profile?: string
  /** Pages see `prefers-reduced-motion: reduce`: an animation that nobody watches is drawn by the processor. */
  readonly reducedMotion?: boolean
  /** The background sleeps after half a second without an event (Firefox; Chromium's is put to sleep by `restBackground`). */
  readonly restless?: boolean
  /** Twice the pixels and no scroll bars (Chromium). */
  readonly forPictures?: boolean
  /** Pages that are left are kept as they are, for who goes back (Chromium; Firefox does so by itself). */
  readonly keepsPages?: boolean
  /** "Never remember history": every window is a private one (Firefox). */
  readonly forgetful?: boolean
}

/** A browser with Ferry in it and a profile of its own. */
export interface Driver {
  readonly name: BrowserName
  /** `chrome-extension://<id>` or `moz-extension://<uuid>`; the origin of the background's POSTs. */
  readonly extensionOrigin: string
  /** What other extensions know Ferry by: in Firefox the manifest's own id. */
  readonly extensionId: string
  /** Ferry's page in a tab of the popup's size; `hash` as in `#/order/<id>`. */
  openFerry(hash?: string): Promise<View>
  openPage(url: string): Promise<View>
  /** The address of the page that is open at the side of the window; null while there is none. */
  sideUrl(): Promise<string | null>
  /** Closes that page, as the cross at its top does. */
  closeSide(): Promise<void>
  /** Presses Ferry's picture in the toolbar of a window. */
  pressIcon(): Promise<void>
  /** Pages that are open now, those the extension opened included. */
  pages(): readonly View[]
  /** Leaves a mark in the background's memory; the proof throws while that memory is still there. */
  markBackground(): Promise<{ proveDeath(): Promise<void> }>
  /** Stops the background and gives a proof to call once it is awake again: throws when it never died. */
  killBackground(): Promise<{ proveDeath(): Promise<void> }>
  /** Waits until the background runs again, woken by whatever wakes it; throws after `timeoutMs`. */
  backgroundWakes(timeoutMs: number): Promise<void>
  /** Stops the worker of another extension, whose script is `worker.js`. */
  killWorkerOf(extensionId: string): Promise<void>
  /** Reloads the test wallet, its open page with it. Headless Chromium switches an unpacked extension off by that. */
  reloadWallet(): Promise<void>
  /** Waits until the background sleeps, or has slept and was woken: Firefox's by itself, Chromium's because it is told to. */
  restBackground(): Promise<void>
  /** Takes back the hosts the manifest names, as a person does in the browser's own settings. */
  revokeHosts(): Promise<void>
  /** Answers the browser's question for hosts with yes, once Ferry has asked it. */
  grantHosts(): Promise<void>
  /** Reloads the extension from its folder; throws unless this version runs then. Its pages are closed by that. */
  updateFerry(version: string): Promise<void>
  /** Stops every process of the browser; gives how to let them go on. */
  freeze(): Promise<() => void>
  /** Whether the extension's storage can be given a quota that it minds; null where none can be given. */
  obeysQuota(): Promise<boolean | null>
  /** What `prefers-color-scheme` says from now on, in every page; nothing moves any more, so that pictures are still. */
  preferTheme(theme: 'light' | 'dark'): Promise<void>
  /** What pages and the background complained about so far. */
  complaints(): readonly string[]
  /** Resolves when the browser is gone, whoever closed it. */
  closed(): Promise<void>
  /** Ends the browser as a power cut would; its profile stays. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** `[data-testid="…"]`; ids hold no quotes. */
export function testIdSelector(testId: string): string {
  return `[data-testid="${testId}"]`
}
