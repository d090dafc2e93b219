import { type DiscoveryWindow, serveWallet } from '../wallet/page/serve-wallet.ts'
import type { PageJob } from '../wallet/page/wallet-messages.ts'
import { type OfferWindow, offerFerry } from './offer-ferry.ts'
import { type PageTold, pageToRelay, relayToPage } from './page-line.ts'
import { type LineWindow, windowLine } from './window-line.ts'

/**
 * What runs in the page's own world: Ferry offered to it, and its wallets reached. Takes its copies of what it uses now,
 * for the page may patch its world later; what it returns begins, with the word of both worlds (`two-worlds.ts`).
 */
export function startPage(
  win: LineWindow & OfferWindow & DiscoveryWindow,
  pause: (ms: number) => Promise<void>,
): (word: string) => void {
  const openLine = windowLine(win)
  const reachWallets = serveWallet(win)
  const offer = offerFerry(win, pause)
  return (word) => {
    const say = openLine(relayToPage + word, pageToRelay + word, (heard) => {
      if ('kind' in heard) wallets(heard as unknown as PageJob)
      else ferry(heard as unknown as PageTold)
    })
    const wallets = reachWallets(say)
    // The page hears the word with the first message anyway.
    const ferry = offer(word, say)
  }
}
