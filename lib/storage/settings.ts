import type { EndpointChoice } from '../deployment/endpoints.ts'

/** The user's settings, stored out of reach of pages. */
export interface Settings {
  /** Decimal text between 0.01 and 50; null leaves the slippage to the service. */
  readonly slippagePercent: string | null
  readonly theme: 'system' | 'light' | 'dark'
  /** The place that a click on the toolbar icon opens. */
  readonly opensIn: 'popup' | 'side'
  readonly notifyDone: boolean
  readonly notifyFailed: boolean
  readonly notifyRefunded: boolean
  readonly notifyLate: boolean
  readonly pinnedChainIds: readonly number[]
  /** Hides balances, for privacy on a shared screen. */
  readonly hiddenBalances: boolean
  /** The user's choices for the deployment's RPC endpoints of all chains. Endpoints that are not listed are on. */
  readonly endpoints: readonly EndpointChoice[]
  /** Wallet extensions in addition to the deployment's. */
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
