/** Any of them can be combined, and with any mode. */
export const walletBehaviours = [
  /** Its worker was stopped: connections fail until it has started. */
  'asleep',
  /** The same, but the port opens and no worker listens on it. */
  'deaf',
  /** Its worker ends as soon as a prompt is open. */
  'dies',
  /** Its connections close as soon as a prompt is open. The prompt stays, and its answer reaches no page. */
  'keeps',
  /** After an approval it does nothing and never answers. */
  'forgets',
  /** After an approval it waits until this behaviour is removed, or for a minute. */
  'sends-late',
  /** Shows no window: the person finds the prompt only by opening the wallet. */
  'hides',
  /** Prompts before a site may use a chain, and reports the permitted ones. */
  'asks-chains',
  /** Knows one chain until others are added to it. */
  'lacks-chains',
  /** Has another site's prompt open, and refuses requests until that one is answered (-32002). */
  'busy',
  /** Locked itself: shares no account, and prompts for the password before a request, until it is unlocked. */
  'locks',
] as const

export type WalletBehaviour = (typeof walletBehaviours)[number]

/** Behaviours that end after one use: the wallet started, or its worker restarted. */
const once: ReadonlySet<WalletBehaviour> = new Set(['asleep', 'deaf', 'dies', 'keeps'])

/** Reads behaviours from a text like `asleep,hides`. Unknown ones are ignored. */
export function readBehaviours(text: string | null): readonly WalletBehaviour[] {
  const named = (text ?? '').split(',')
  return walletBehaviours.filter((behaviour) => named.includes(behaviour))
}

export function behavioursAfterUse(
  behaviours: readonly WalletBehaviour[],
  shown: WalletBehaviour,
): readonly WalletBehaviour[] {
  return once.has(shown) ? behaviours.filter((behaviour) => behaviour !== shown) : behaviours
}
