import type { DepositRoute, ManualRoute } from '../../../lib/service/route.ts'
import { honest } from '../checks/fixtures.ts'

const { route } = honest('SINGLE_OUTPUT_REQUEST')

/** A manual route with the output of the automatic one. */
export function manual(name: string, part: Partial<ManualRoute> = {}): ManualRoute {
  return {
    quoteId: `manual-${name}`,
    quoteExpirySeconds: route.quoteExpirySeconds,
    output: route.output,
    approvalData: null,
    unreadFees: [],
    suggestedSlippagePercent: null,
    isRefuelUnread: false,
    affiliateFee: null,
    gasFee: null,
    slippagePercent: '0.5',
    estimatedSeconds: 60,
    routeDetails: { name, logoURI: null, routeFee: null, dexName: null },
    refuel: null,
    routeTags: [],
    ...part,
  }
}

/** A deposit address without a promise yet. */
export const deposit: DepositRoute = {
  form: 'deposit',
  requestHash: route.requestHash,
  address: '0xd000000000000000000000000000000000000001',
  token: null,
  amount: null,
  chainId: null,
  memo: null,
  expirySeconds: null,
  refundAddress: null,
  totalFeeBps: null,
  output: null,
  estimatedSeconds: null,
}
