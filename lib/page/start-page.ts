import { type PageTold, pageToRelay, relayToPage } from '../message/page-line.ts'
import type { PageJob } from '../message/wallet-line.ts'
import { type LineWindow, windowLine } from '../message/window-line.ts'
import { type OfferWindow, offerFerry } from './offer-ferry.ts'
import { type MeetingWindow, shareWord } from './two-worlds.ts'
import { type DiscoveryWindow, serveWallet } from './wallet-desk.ts'

/** What runs in the page's own world: Ferry offered to it, and its wallets reached. `newId` gives an unguessable one. */
export function startPage(
  win: LineWindow & OfferWindow & DiscoveryWindow & MeetingWindow,
  newId: () => string,
  pause: (ms: number) => Promise<void>,
): void {
  const word = shareWord(win, newId)
  const say = windowLine(win, relayToPage + word, pageToRelay + word, (heard) => {
    if ('kind' in heard) wallets(heard as unknown as PageJob)
    else ferry(heard as unknown as PageTold)
  })
  const wallets = serveWallet(win, say)
  const ferry = offerFerry(win, newId, say, pause)
}
