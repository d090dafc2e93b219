/** A chain of the service's list (interface 2), with what Ferry can do there. */
export interface Chain {
  readonly chainId: number
  readonly name: string
  readonly iconUrl: string | null
  readonly currency: {
    readonly address: string
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    /** Its picture, as the service says; absent in lists kept before there were any. */
    readonly iconUrl?: string | null
    /** Smallest unit; what to leave for gas when the whole balance is sent, as the service says. */
    readonly minNativeCurrencyForGas: string
  }
  /** Base addresses of its explorers, those that may be linked to; absent in lists kept before there were any. */
  readonly explorers?: readonly string[]
  readonly sendingEnabled: boolean
  readonly receivingEnabled: boolean
  readonly isAutoEnabled: boolean
  readonly isManualEnabled: boolean
  readonly isDepositEnabled: boolean
  readonly dexes: readonly string[]
  readonly bridges: readonly string[]
}

/** The end of a swap a token is chosen for. */
export type Side = 'input' | 'output'

/**
 * Returns what is sent comes from a chain Ferry can sign on (one that is pinned), or from one that is paid from by
 * deposit; what is received goes where the service delivers.
 */
export function canUse(
  chain: Pick<Chain, 'sendingEnabled' | 'receivingEnabled' | 'isDepositEnabled'>,
  isConfigured: boolean,
  side: Side,
): boolean {
  if (side === 'output') return chain.receivingEnabled
  return chain.sendingEnabled && (isConfigured || chain.isDepositEnabled)
}
