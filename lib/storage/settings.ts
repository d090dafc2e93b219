import type { EndpointChoice } from '../deployment/chain-endpoints.ts'

/** What the user has set; kept where no page reaches. */
export interface Settings {
  /** Decimal text between 0.01 and 50; null leaves it to the service. */
  readonly slippagePercent: string | null
  readonly theme: 'system' | 'light' | 'dark'
  /** Where a press on the toolbar's icon opens Ferry. */
  readonly opensIn: 'popup' | 'side'
  readonly notifyDone: boolean
  readonly notifyFailed: boolean
  readonly notifyRefunded: boolean
  readonly notifyLate: boolean
  readonly pinnedChainIds: readonly number[]
  /** Balances are not shown; for looks over one's shoulder. */
  readonly hiddenBalances: boolean
  /** What the user wants of the deployment's RPC endpoints, of all chains; those that are not named are on. */
  readonly endpoints: readonly EndpointChoice[]
  /** Wallet extensions beside those of the deployment. */
  readonly walletExtensionIds: readonly string[]
}

export const defaultSettings: Settings = {
  slippagePercent: null,
  theme: 'system',
  opensIn: 'popup',
  notifyDone: true,
  notifyFailed: true,
  notifyRefunded: true,
  notifyLate: true,
  pinnedChainIds: [],
  hiddenBalances: false,
  endpoints: [],
  walletExtensionIds: [],
}
