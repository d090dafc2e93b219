import type { Address } from '../base/hex.ts'

/** How a wallet is reached; stored with each order, so that a late answer finds its way. */
export interface WalletRef {
  readonly way: 'page' | 'extension' | 'loopback'
  /** EIP-6963 `rdns` (page), extension id or endpoint; self-attested, so never proof of anything. */
  readonly id: string
  readonly name: string
  /** The origin the wallet shows as the asking site. */
  readonly origin: string
  /** A checked `data:` image, or null for a drawn one. */
  readonly iconUrl: string | null
}

/** Which wallet the user wants. `id` null: the only one on the wallet page. */
export interface WalletChoice {
  readonly way: WalletRef['way']
  readonly id: string | null
  /** The tab of another site than the wallet page that it is in; the wallet's connection then belongs to that site. */
  readonly tab?: PickedTab
}

/** A tab the user picked, while it shows this site. */
export interface PickedTab {
  readonly tabId: number
  readonly origin: string
}

/** A wallet the user can choose, as it was found. */
export interface WalletOffer extends WalletChoice {
  readonly name: string
  /** What the wallet will show as the one that asks. */
  readonly origin: string
  readonly iconUrl: string | null
  /**
   * `there` answers; `waking` answered some time before and is dialled now; `closed` is known once its page is open; `needsPermission` the user has to let Ferry reach it first;
   * `double` cannot be told from another that claims to be the same, so it cannot be chosen.
   */
  readonly state: 'there' | 'waking' | 'closed' | 'needsPermission' | 'double'
  /** The one that was connected last. */
  readonly isLast: boolean
}

/** The account that Ferry works for now. */
export interface Account {
  readonly address: Address
  readonly chainId: number | null
  /** Null for one that is only watched: its address was pasted, and nobody can be asked. */
  readonly wallet: WalletRef | null
}
