import type { DescriptionContext } from '../../../lib/order/description.ts'

/** The surroundings of a described order: no earlier swaps, no open wallet request. */
export const descriptionContext: DescriptionContext = {
  nowMs: 0,
  chainName: (chainId) => `chain ${chainId}`,
  coinSymbol: () => 'ETH',
  isChainRead: () => true,
  willNotify: () => true,
  hasSupportPage: true,
  accountLink: ({ address }) => ({ url: `https://explorer/${address}`, unverifiedHost: null }),
  openRequests: [],
  wakingRequestId: null,
  usualSeconds: null,
  allowance: null,
  isDepositSent: false,
}
