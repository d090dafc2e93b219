import type { SiteChoice } from '../swap/sites.ts'

/** The one `storage.local` key that content scripts read: where they have work, so that they are silent everywhere else. */
export const pageMarkKey = 'pageMark'

/** Where the wallet is. */
export interface WalletPageMark {
  /** Origin and path of the wallet page. */
  readonly page: string
}

/** Each part is absent until it was written. */
export interface PageMark {
  readonly walletPage?: WalletPageMark
  readonly sites?: SiteChoice
}

/** Names of the parts. */
export const walletPageKey = 'walletPage'
export const sitesKey = 'sites'
