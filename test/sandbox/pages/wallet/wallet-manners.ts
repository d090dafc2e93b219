/** How real wallets behave besides saying yes or no; any of them at once, beside the mode. */
export const walletManners = [
  /** Its worker was stopped: whoever dials it is told that nobody is there, until it is up. */
  'asleep',
  /** The same, but the port opens and nobody listens at it. */
  'deaf',
  /** Its worker ends as soon as it has a question open. */
  'dies',
  /** The ways to it close as soon as it has a question open; the question stays, and is answered to nobody. */
  'keeps',
  /** After a yes it does nothing and never answers. */
  'forgets',
  /** After a yes it does it much later: when it leaves this manner, or after a minute. */
  'sends-late',
  /** Shows no window: the question is there for whoever opens the wallet. */
  'hides',
  /** Asks before a site may use a chain, and tells which ones it may. */
  'asks-chains',
  /** Knows one chain until others are added to it. */
  'lacks-chains',
  /** Has the question of somebody else open, and refuses others until that is answered (-32002). */
  'busy',
  /** Locked itself: asks for the password before the question. */
  'locks',
  /** Sends with the account's nonce that the request names; without this it takes the next one. */
  'keeps-nonce',
] as const

export type WalletManner = (typeof walletManners)[number]

/** What lasts only once: the wallet is up, dead and back, or unlocked after it. */
const once: ReadonlySet<WalletManner> = new Set(['asleep', 'deaf', 'dies', 'keeps', 'locks'])

/** Reads them from a text like `asleep,hides`; others are left out. */
export function mannersOf(text: string | null): readonly WalletManner[] {
  const named = (text ?? '').split(',')
  return walletManners.filter((manner) => named.includes(manner))
}

/** Those that stay after this one has shown itself. */
export function mannersAfter(manners: readonly WalletManner[], shown: WalletManner): readonly WalletManner[] {
  return once.has(shown) ? manners.filter((manner) => manner !== shown) : manners
}
