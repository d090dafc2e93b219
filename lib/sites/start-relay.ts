import {
  type PageJob,
  type PageMessage,
  type RelayPorts,
  relayWallet,
  sendUntilAnswered,
} from '../wallet/connectors/wallet-relay.ts'
import {
  type CallingWindow,
  type ChannelWindow,
  callPage,
  pageToRelay,
  relayToPage,
  windowChannel,
} from './handshake.ts'
import {
  type MarkRequest,
  markChannel,
  type PageMark,
  type PageToRelay,
  pageMarkKey,
  type RelayToPage,
} from './page-protocol.ts'
import { type PageRelayPorts, relayPage } from './page-relay.ts'

/** The bits of the extension API and the page the relay stands on. */
export interface StartRelayPorts
  extends Omit<PageRelayPorts, 'send' | 'runtime' | 'window'>,
    Omit<RelayPorts, 'runtime'> {
  readonly window: ChannelWindow &
    CallingWindow &
    PageRelayPorts['window'] & {
      readonly location: { readonly pathname: string }
      addEventListener(type: 'pagehide', listener: () => void): void
      addEventListener(type: 'pageshow', listener: (event: { readonly persisted: boolean }) => void): void
    }
  readonly runtime: PageRelayPorts['runtime'] & RelayPorts['runtime']
  /** Where Ferry has work; undefined where nobody could say, and nothing begins. Others may have written it. */
  readonly mark: PageMark | undefined
  /** Begins both channels (`handshake.ts`). */
  readonly secret: string
}

/** Relays where the user's settings allow the site, and on the wallet page; silent everywhere else. */
export function startRelay(ports: StartRelayPorts): void {
  const { window: win, secret, mark } = ports
  const { origin, pathname } = win.location
  const isWalletPage = mark?.walletPage === origin + pathname
  const { kind, listed, never } = mark?.sites ?? {}
  const isChosen = kind === 'all' || listed?.includes(origin)
  const isServed = isChosen && !never?.includes(origin)
  if (!isServed && !isWalletPage) return
  const post = windowChannel(win)<PageMessage | PageToRelay>(
    pageToRelay + secret,
    relayToPage + secret,
    (message, text) => {
      if ('kind' in message) wallets.onMessage(message)
      else page?.asked(message.id, text)
    },
  )
  const send = (message: RelayToPage | PageJob): void => {
    // Each time: where the scripts come apart the page's may not have been there the last time.
    callPage(win, secret)
    post(message)
  }
  const wallets = relayWallet(ports, isWalletPage, send)
  const page = isServed ? relayPage({ ...ports, send }) : null
  win.addEventListener('pagehide', () => page?.left())
  win.addEventListener('pageshow', ({ persisted }) => {
    wallets.shown(persisted)
    page?.shown(persisted)
  })
}

/** What content scripts use of the extension API; both browsers' own names give promises in MV3. */
export interface ContentBrowser {
  readonly runtime: StartRelayPorts['runtime'] & { sendMessage(message: MarkRequest): Promise<unknown> }
  /** `session` is Chromium's alone: Firefox shows content scripts none. */
  readonly storage: { readonly local: MarkArea; readonly session: MarkArea }
}

/** Where content scripts find the copy of the mark. */
interface MarkArea {
  get(key: string): Promise<{ readonly [key: string]: unknown }>
}

/**
 * Reads where Ferry has work. The background is left asleep by that, but where it has left no copy yet, as when the browser
 * has just started: then it is asked. Undefined when nobody answers; nothing begins then.
 */
export async function readMark(
  area: MarkArea,
  runtime: Parameters<typeof sendUntilAnswered<MarkRequest>>[0],
  pause: (ms: number) => Promise<void>,
): Promise<PageMark | undefined> {
  const copied = await area.get(pageMarkKey).then(
    (found) => found[pageMarkKey],
    // Not opened to us yet.
    () => undefined,
  )
  return (copied ?? (await sendUntilAnswered(runtime, { channel: markChannel }, pause))) as
    | PageMark
    | undefined
}
