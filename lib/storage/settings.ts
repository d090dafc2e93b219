import type { Settings } from './settings-shape.ts'

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
  recipients: [],
}
