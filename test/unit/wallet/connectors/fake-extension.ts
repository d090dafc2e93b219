import { onFirstUse, pageToRelay, shareSecret } from '../../../../lib/sites/handshake.ts'
import { type RelayPorts, startRelay } from '../../../../lib/sites/page-relay.ts'
import type { SiteChoice } from '../../../../lib/sites/sites.ts'
import { startPage } from '../../../../lib/sites/start-page.ts'
import type { PageConnector } from '../../../../lib/wallet/connectors/page-connector.ts'
import { pageChannel } from '../../../../lib/wallet/connectors/page-protocol.ts'
import type { PagePorts, PageSender, PopupWindow } from '../../../../lib/wallet/connectors/page-tab.ts'
import { FakeWindow } from '../../rpc/fake-window.ts'
import type { ManualWait } from '../../rpc/manual-wait.ts'
import { memoryArea } from '../../storage/memory-area.ts'

type RelayListener = (message: unknown, sender: unknown, respond: (reply: unknown) => void) => void

/** One document in a tab, with both content scripts in it. */
interface FakeDocument {
  readonly url: string
  readonly window: FakeWindow
  readonly relays: RelayListener[]
  readonly ports: Set<{ endThere(): void; endHere(): void }>
}

/**
 * A browser with tabs, their content scripts, and a background that can stop and restart. WXT's `fakeBrowser` has no
 * `tabs.sendMessage`, no ports and no documents in its tabs, and gives messages no sender.
 */
export class FakeExtension {
  readonly storage = memoryArea()
  readonly actions: string[] = []
  /** Content of each new document of the wallet page. */
  readonly enter: (window: FakeWindow) => void
  readonly #time: ManualWait
  readonly #words = new Map<number, string>()
  readonly #documents = new Map<number, FakeDocument>()
  /** The running background; null after its end. */
  background: Pick<PageConnector, 'onMessage' | 'onPortClosed'> | null = null
  #lastTab = 0
  /** Number of reloads so far. */
  #life = 0
  /** Sites with a working relay, in addition to the wallet page. */
  sites: SiteChoice = { kind: 'listed', listed: [] }
  /** Origin and path of the wallet page, as in the mark. */
  walletPage = 'https://wallet.example/wallet'
  /** Tabs open, but the page never loads. */
  isOffline = false

  /** Tabs whose documents handle no message yet. A frozen one does when it is shown, a blocked one does not. */
  readonly #silent = new Map<
    number,
    { readonly over: PromiseWithResolvers<void>; readonly isFrozen: boolean }
  >()
  /** Whether the pages are visible. */
  isVisible = true
  /** Open popup windows of wallets, sites and Ferry. */
  popups: readonly PopupWindow[] = []

  constructor(time: ManualWait, enter: (window: FakeWindow) => void) {
    this.#time = time
    this.enter = enter
  }

  /** The ports of a new background. */
  ports(): Omit<PagePorts, 'isNeeded' | 'onEvent'> {
    return {
      ownId: 'ferry',
      tabs: {
        create: async ({ url }) => {
          this.#lastTab += 1
          this.actions.push(`create ${this.#lastTab}`)
          if (!this.isOffline) this.load(this.#lastTab, url)
          return { id: this.#lastTab }
        },
        update: async (tabId) => {
          this.actions.push(`front ${tabId}`)
          if (this.#silent.get(tabId)?.isFrozen) this.unsilence(tabId)
          return { windowId: 9 }
        },
        sendMessage: async (tabId, message) => {
          const document = this.#documents.get(tabId)
          const silent = this.#silent.get(tabId)
          if (silent !== undefined) await silent.over.promise
          if (this.#documents.get(tabId) !== document) throw new Error('The message channel closed.')
          const relays = document?.relays ?? []
          let reply: unknown
          for (const relay of relays) {
            relay(structuredClone(message), {}, (given) => {
              reply = given
            })
          }
          if (reply === undefined) throw new Error('Receiving end does not exist.')
          return structuredClone(reply)
        },
      },
      windows: {
        update: async (windowId) => {
          this.actions.push(`focus ${windowId}`)
          this.isVisible = true
        },
        getAll: async () => this.popups,
      },
      storage: this.storage,
      wait: this.#time.wait,
      clock: { nowMs: () => this.#time.nowMs },
      ownOrigin: 'chrome-extension://ferry',
      newId: () => crypto.randomUUID(),
    }
  }

  /** Ends the background; messages of pages are lost until a new one listens. */
  die(): void {
    this.background = null
    for (const { ports } of this.#documents.values()) for (const port of [...ports]) port.endThere()
  }

  /** Loads a new document into a tab; the old one closes with its ports. */
  load(tabId: number, url: string): void {
    this.close(tabId)
    const window = new FakeWindow(url)
    const document: FakeDocument = { url, window, relays: [], ports: new Set() }
    this.#documents.set(tabId, document)
    this.enter(window)
    this.#inject(tabId, document)
  }

  /** Injects both content scripts into a document. */
  #inject(tabId: number, document: FakeDocument): void {
    const { url, window } = document
    const newId = () => crypto.randomUUID()
    const sender: PageSender = { id: 'ferry', url, frameId: 0, tab: { id: tabId } }
    const runtime = this.#relayRuntime(document, sender)
    const mark = { walletPage: this.walletPage, sites: this.sites }
    const isActive = () => false
    const isVisible = () => this.isVisible
    const secret = shareSecret(window, newId)
    this.#words.set(tabId, secret)
    startPage(window, shareSecret(window, newId), (act, ms) => void this.#time.wait(ms).then(act))
    // The stored mark has been read by then.
    const start = () =>
      startRelay({
        window,
        onVisit: () => undefined,
        runtime,
        mark,
        secret,
        pause: this.#time.wait,
        newId,
        isActive,
        isVisible,
      })
    if (window.document.readyState !== 'loading') start()
    else onFirstUse(window, start)
    window.dispatchEvent(new Event('DOMContentLoaded'))
  }

  /**
   * Reloads the extension under its tabs: the background ends, and scripts in open documents lose their runtime. Firefox
   * injects new content scripts next to the old ones, Chromium none.
   */
  reload(browser: 'chromium' | 'firefox'): void {
    this.die()
    this.#life += 1
    for (const [tabId, document] of this.#documents) {
      document.relays.length = 0
      document.window.document.readyState = 'complete'
      if (browser === 'firefox') this.#inject(tabId, document)
    }
  }

  /** From now on the tab's document handles no message: its tab is frozen, or its main thread is blocked. */
  silence(tabId: number, why: 'frozen' | 'blocked'): void {
    this.#silent.set(tabId, { over: Promise.withResolvers(), isFrozen: why === 'frozen' })
  }

  /** The document handles the messages that have arrived meanwhile. */
  unsilence(tabId: number): void {
    this.#silent.get(tabId)?.over.resolve()
    this.#silent.delete(tabId)
  }

  /** Closes a tab, or ends its document. */
  close(tabId: number): void {
    const document = this.#documents.get(tabId)
    this.#documents.delete(tabId)
    this.unsilence(tabId)
    for (const port of document?.ports ?? []) port.endHere()
  }

  /** Sends a message to the relay, as a page could that has seen one of the relay's messages. */
  forge(tabId: number, value: unknown): void {
    const window = this.window(tabId)
    window.dispatchEvent(
      new CustomEvent(pageToRelay + this.#words.get(tabId), { detail: JSON.stringify(value) }),
    )
  }

  window(tabId: number): FakeWindow {
    const document = this.#documents.get(tabId)
    if (document === undefined) throw new Error(`no tab ${tabId}`)
    return document.window
  }

  async send(message: unknown, sender: PageSender): Promise<unknown> {
    if (this.background === null) throw new Error('Receiving end does not exist.')
    const { channel, message: said } = structuredClone(message) as { channel?: unknown; message?: unknown }
    return channel === pageChannel ? this.background.onMessage(said, sender) : undefined
  }

  #relayRuntime(document: FakeDocument, sender: PageSender): RelayPorts['runtime'] {
    const life = this.#life
    const isOurs = () => this.#life === life
    return {
      get id() {
        return isOurs() ? 'ferry' : undefined
      },
      sendMessage: async (message: unknown) => {
        if (!isOurs()) throw new Error('Extension context invalidated.')
        // A closed document sends nothing.
        return this.#documents.get(sender.tab?.id ?? 0) === document ? this.send(message, sender) : true
      },
      connect: () => this.#open(sender, document.ports),
      onMessage: { addListener: (listener) => void document.relays.push(listener) },
    }
  }

  #open({ tab }: PageSender, ports: FakeDocument['ports']) {
    const here: (() => void)[] = []
    const there = [() => this.background?.onPortClosed(tab?.id ?? 0)]
    let isOpen = true
    const end = (listeners: (() => void)[]): void => {
      if (!isOpen) return
      isOpen = false
      ports.delete(pair)
      for (const listener of listeners) listener()
    }
    const pair = { endThere: () => end(here), endHere: () => end(there) }
    ports.add(pair)
    if (this.background === null) queueMicrotask(pair.endThere)
    const onDisconnect = { addListener: (each: () => void) => void here.push(each) }
    return { onDisconnect, disconnect: pair.endHere }
  }
}
