import type { PageJob, PageMessage } from '../wallet/page/wallet-messages.ts'
import { type RelayPorts, relayWallet } from '../wallet/page/wallet-relay.ts'
import { type CallingWindow, callPage } from './handshake.ts'
import { pageToRelay, type RelayToPage, relayToPage } from './page-channel.ts'
import type { PageMark } from './page-mark.ts'
import { type PageRelayPorts, relayPage } from './page-relay.ts'
import { type ChannelWindow, windowChannel } from './window-channel.ts'

/** The bits of the extension API and the page the relay stands on. */
export interface StartRelayPorts
  extends Omit<PageRelayPorts, 'send' | 'runtime' | 'window'>,
    Omit<RelayPorts, 'send' | 'isWalletPage' | 'runtime'> {
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
  const post = windowChannel(win)(pageToRelay + secret, relayToPage + secret, (heard, text) => {
    if ('kind' in heard) wallets.onMessage(heard as unknown as PageMessage)
    else page?.asked(heard.id, text)
  })
  const send = (told: RelayToPage | PageJob): void => {
    // Each time: where the scripts come apart the page's may not have been there the last time.
    callPage(win, secret)
    post(told)
  }
  const wallets = relayWallet({ ...ports, isWalletPage, send })
  const page = isServed ? relayPage({ ...ports, send }) : null
  win.addEventListener('pagehide', () => page?.left())
  win.addEventListener('pageshow', ({ persisted }) => {
    wallets.shown(persisted)
    page?.shown(persisted)
  })
}
