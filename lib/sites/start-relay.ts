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
  /** Undefined where the background did not answer: then nothing starts. Other code may have written it. */
  readonly mark: PageMark | undefined
  /** Names both channels (`handshake.ts`). */
  readonly secret: string
}

/** Starts the relay where the user's settings allow the site, and on the wallet page; does nothing elsewhere. */
export function startRelay(ports: StartRelayPorts): void {
  const { window: win, secret, mark } = ports
  const { origin, pathname } = win.location
  const isWalletPage = mark?.walletPage === origin + pathname
  const { kind, listed, never } = mark?.sites ?? {}
  const isChosen = kind === 'all' || listed?.includes(origin)
  const isOffered = isChosen && !never?.includes(origin)
  if (!isOffered && !isWalletPage) return
  const post = windowChannel(win)<PageMessage | PageToRelay>(
    pageToRelay + secret,
    relayToPage + secret,
    (message, text) => {
      if ('kind' in message) wallets.onMessage(message)
      else page?.onRequest(message.id, text)
    },
  )
  const send = (message: RelayToPage | PageJob): void => {
    // Before each message: where the two scripts start separately, the page's may have been missing until now.
    callPage(win, secret)
    post(message)
  }
  const wallets = relayWallet(ports, isWalletPage, send)
  const page = isOffered ? relayPage({ ...ports, send }) : null
  win.addEventListener('pagehide', () => page?.onPageLeft())
  win.addEventListener('pageshow', ({ persisted }) => {
    wallets.onPageShown(persisted)
    page?.onPageShown(persisted)
  })
}

export interface ContentBrowser {
  readonly runtime: StartRelayPorts['runtime'] & { sendMessage(message: MarkRequest): Promise<unknown> }
  /** Only Chromium shows `session` to content scripts; Firefox does not. */
  readonly storage: { readonly local: MarkArea; readonly session: MarkArea }
}

interface MarkArea {
  get(key: string): Promise<{ readonly [key: string]: unknown }>
}

/**
 * Reads where Ferry has work, without waking the background. Only where there is no copy yet, as after a browser start, it
 * requests the mark from the background. Undefined when the background does not answer; then nothing starts.
 */
export async function readMark(
  area: MarkArea,
  runtime: Parameters<typeof sendUntilAnswered<MarkRequest>>[0],
  pause: (ms: number) => Promise<void>,
): Promise<PageMark | undefined> {
  const copied = await area.get(pageMarkKey).then(
    (found) => found[pageMarkKey],
    // The area is not open to content scripts yet.
    () => undefined,
  )
  return (copied ?? (await sendUntilAnswered(runtime, { channel: markChannel }, pause))) as
    | PageMark
    | undefined
}
