import { type DiscoveryWindow, serveWallet } from '../wallet/page/serve-wallet.ts'
import type { PageJob } from '../wallet/page/wallet-messages.ts'
import { type OfferWindow, offerFerry } from './offer-ferry.ts'
import { pageToRelay, type RelayToPage, relayToPage } from './page-channel.ts'
import { type ChannelWindow, windowChannel } from './window-channel.ts'

/**
 * Starts what runs in the page's own world: Ferry offered to it, and its wallets reached. Takes its copies of what it
 * uses now, for the page may patch its world later; what it returns begins, with the secret of both worlds
 * (`handshake.ts`).
 */
export function startPage(
  win: ChannelWindow & OfferWindow & DiscoveryWindow,
  pause: (ms: number) => Promise<void>,
): (secret: string) => void {
  const openLine = windowChannel(win)
  const reachWallets = serveWallet(win)
  const offer = offerFerry(win, pause)
  return (secret) => {
    const say = openLine(relayToPage + secret, pageToRelay + secret, (heard) => {
      if ('kind' in heard) wallets(heard as unknown as PageJob)
      else ferry(heard as unknown as RelayToPage)
    })
    const wallets = reachWallets(say)
    // The page hears the secret with the first message anyway.
    const ferry = offer(secret, say)
  }
}
