import type { FerryAnnouncement, FerryProvider } from '../../../lib/sites/ferry-provider.d.ts'
import {
  type OnVisit,
  onFirstUse,
  pageToRelay,
  shareSecret,
  watchVisits,
} from '../../../lib/sites/handshake.ts'
import { type RelayPorts, startRelay } from '../../../lib/sites/page-relay.ts'
import type { PageMark } from '../../../lib/sites/relay-messages.ts'
import { defaultSiteChoice } from '../../../lib/sites/sites.ts'
import { startPage } from '../../../lib/sites/start-page.ts'
import { FakeWindow } from '../rpc/fake-window.ts'
import { ManualWait, settled } from '../rpc/manual-wait.ts'

/** A page's proposal, and the background's messages about it. */
export const swap = {
  originChainId: 31_337,
  destinationChainId: 31_338,
  inputToken: '0x1111111111111111111111111111111111111111',
  outputToken: '0x2222222222222222222222222222222222222222',
  inputAmount: '1',
}
export const proposed = { result: { swapId: 'swap-1' } }

type Message = { readonly [key: string]: unknown }

/**
 * A page with both content scripts, and a function as background. WXT's `fakeBrowser` has no ports, and its runtime cannot
 * disappear as it does when the extension is updated under a page.
 */
export function fakePage(
  options: {
    readonly url?: string
    readonly mark?: PageMark
    readonly reply?: (message: Message) => unknown
    /** Whether the isolated script comes first, as it always does in Chromium and may in Firefox. */
    readonly isRelayFirst?: boolean
    /** Whether the user has just interacted with the page. */
    readonly isActive?: () => boolean
    /** The first script of the page. */
    readonly enter?: (win: FakeWindow) => void
  } = {},
) {
  const {
    url = 'https://shop.example/cart',
    mark = { sites: defaultSiteChoice },
    isRelayFirst = true,
    isActive = () => true,
  } = options
  const win = new FakeWindow(url)
  const time = new ManualWait()
  const sent: Message[] = []
  const received: ((message: unknown, sender: unknown, respond: (reply: unknown) => void) => void)[] = []
  const announced: FerryAnnouncement[] = []
  const ports: { isOpen: boolean; close(): void }[] = []
  const runtime = { id: 'ferry' as string | undefined, isDead: false }
  let secret = ''
  let ids = 0
  const newId = () => {
    ids += 1
    return `00000000-0000-4000-8000-00000000000${ids}`
  }

  const relay = () => {
    secret = shareSecret(win, newId)
    const onVisit = watchVisits(win)
    onFirstUse(win, () => begin(onVisit))
  }
  const begin = (onVisit: OnVisit) => {
    startRelay({
      window: win as never,
      onVisit,
      mark,
      secret,
      pause: time.wait,
      newId,
      isActive,
      isVisible: () => true,
      runtime: {
        get id() {
          return runtime.id
        },
        async sendMessage(message: unknown) {
          if (runtime.id === undefined) throw new Error('Extension context invalidated.')
          if (runtime.isDead) throw new Error('Receiving end does not exist.')
          sent.push(message as Message)
          return options.reply?.(message as Message) ?? { result: null }
        },
        connect: () => {
          const closes: (() => void)[] = []
          const port = {
            isOpen: true,
            close() {
              port.isOpen = false
              for (const close of closes) close()
            },
          }
          ports.push(port)
          return {
            onDisconnect: { addListener: (close: () => void) => void closes.push(close) },
            disconnect: () => {
              port.isOpen = false
            },
          }
        },
        onMessage: { addListener: (listener) => void received.push(listener) },
      } satisfies RelayPorts['runtime'],
    })
  }
  const page = () => startPage(win, shareSecret(win, newId), (act, ms) => void time.wait(ms).then(act))
  win.addEventListener('ferry:announceProvider', ((event: CustomEvent<FerryAnnouncement>) => {
    announced.push(event.detail)
  }) as never)
  if (isRelayFirst) relay()
  page()
  if (!isRelayFirst) relay()
  options.enter?.(win)
  win.dispatchEvent(new Event('DOMContentLoaded'))

  return {
    win,
    time,
    sent,
    announced,
    ports,
    runtime,
    secret: () => secret,
    async provider(): Promise<FerryProvider> {
      await settled()
      const found = announced[0]
      if (found === undefined) throw new Error('nothing was announced')
      return found.provider
    },
    /** Sends a message that a page could send which knows all that it can know. */
    forge(value: unknown, name = pageToRelay + secret) {
      win.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify(value) }))
    },
    /** Sends a message of the background to this document; returns whether the relay accepted it. */
    notify(message: object): boolean {
      let taken = false
      for (const listener of received) {
        listener(message, {}, () => {
          taken = true
        })
      }
      return taken
    },
    /** Leaves the page, perhaps into the back/forward cache. */
    leave: () => win.deliver(trusted('pagehide')),
    show: (persisted: boolean) => win.deliver(trusted('pageshow', { persisted })),
    key: () => sent.find((message) => 'key' in message)?.key,
  }
}

/** An event of the browser itself, unless the values say otherwise. */
function trusted(type: string, values: object = {}): Event {
  const event = new Event(type, { cancelable: true })
  for (const [name, value] of Object.entries({ isTrusted: true, ...values }))
    Object.defineProperty(event, name, { value })
  return event
}

/** The swap of a swap link, as JSON. */
export const linkSwap = '{"originChainId":31337}'

/** Clicks on a swap link with the swap `text`; null: clicks on something else. */
export function clickLink(
  page: ReturnType<typeof fakePage>,
  changed: object = {},
  text: string | null = linkSwap,
) {
  let followed = 0
  const link = { dataset: { ferrySwap: text ?? undefined }, click: () => (followed += 1) }
  const event = trusted('click', {
    button: 0,
    detail: 1,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    target: {
      closest: (selector: string) => (text !== null && selector === 'a[data-ferry-swap]' ? link : null),
    },
    ...changed,
  })
  page.win.deliver(event)
  return { event, followed: () => followed }
}

/** The error code of a rejected promise. */
export async function codeOf(requested: Promise<unknown>): Promise<unknown> {
  return requested.then(
    () => null,
    (thrown: { code?: unknown }) => thrown.code,
  )
}
