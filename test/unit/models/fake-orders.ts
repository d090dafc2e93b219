import type { RemainingAllowance } from '../../../lib/order/allowances.ts'
import { isInSet } from '../../../lib/order/order-state.ts'
import type { OrderView } from '../../../lib/order/order-view.ts'
import type { QuoteView } from '../../../lib/quote/quote-view.ts'
import { account, bornMs, ethHarbour, priceOf, quoteFor, quoteRequest } from './fake-data.ts'

const hash = (digit: string): `0x${string}` => `0x${digit.repeat(64)}`

/** The state of a partial order; the service's own state unless the part has one. */
export function codesOf({
  statusCode,
  reportedCode = statusCode,
}: Partial<OrderView>): Partial<Pick<OrderView, 'statusCode' | 'reportedCode'>> {
  return statusCode === undefined || reportedCode === undefined ? {} : { statusCode, reportedCode }
}

/** The figures of a quote that are frozen with its order. */
export const reviewedOf = ({
  inputToken,
  outputToken,
  minAmountOut,
  promisedAmount,
  inputValueInUsd,
  outputValueInUsd,
  fees,
  unknownFees,
  estimatedSeconds,
}: QuoteView) => ({
  ...{ inputToken, outputToken, minAmountOut, promisedAmount, inputValueInUsd, outputValueInUsd },
  ...{ fees, unknownFees, estimatedSeconds },
})

/** A running signed order whose source transaction is mined. */
export function order(nowMs: number, part: Partial<OrderView> = {}): OrderView {
  const at = (seconds: number) => nowMs - 40_000 + seconds * 1000
  return {
    schema: 1,
    id: 'order-1',
    rev: 9,
    kind: 'signed',
    state: 'pending',
    createdMs: at(0),
    updatedMs: at(38),
    wallet: account.wallet,
    requestHash: hash('9'),
    quoteId: 'quote-5f1c2a',
    reviewed: {
      ...reviewedOf(quoteFor(quoteRequest, bornMs)),
      request: quoteRequest,
      routeKey: null,
      originChainName: 'Harbour',
    },
    consents: [],
    approvals: [],
    walletRequest: null,
    lastUnansweredMs: null,
    transactions: [
      {
        purpose: 'approve',
        hash: hash('a'),
        chainId: 31337,
        state: 'mined',
        accountNonce: 4,
        sentMs: at(2),
        minedMs: at(4),
        amountUnits: '100000000',
        // 0.03 dollars.
        gasUnits: '20000000000000',
      },
    ],
    submitCount: 1,
    statusCode: 2,
    reportedCode: 2,
    ...codesOf(part),
    sourceTransactionHash: hash('8'),
    destinationTransactionHash: null,
    refundTransactionHash: null,
    refundChainId: null,
    fulfilledAmount: null,
    readCount: 3,
    dueMs: nowMs + 4000,
    minAmountOut: quoteFor(quoteRequest, bornMs).minAmountOut,
    offer: null,
    permitDeadlineMs: nowMs + 560_000,
    liveUntilMs: null,
    contract: '0x000000000022d473030f116ddee9f6b43ac78ba3',
    spender: '0x000000000022d473030f116ddee9f6b43ac78ba3',
    gateway: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
    deposit: null,
    withdrawFromMs: null,
    inbox: null,
    problem: null,
    timeline: [
      { step: 'confirmed', atMs: at(0) },
      { step: 'approved', atMs: at(4) },
      { step: 'signed', atMs: at(31) },
      { step: 'accepted', atMs: at(32) },
      { step: 'assigned', atMs: at(34) },
      { step: 'extracted', atMs: at(38) },
    ],
    serviceCalls: [
      { endpoint: 'quote', atMs: at(0), outcome: 'ok', serverRequestId: 'req-1a2b' },
      { endpoint: 'submit', atMs: at(32), outcome: 'ok', serverRequestId: 'req-3c4d' },
      { endpoint: 'status', atMs: at(37), outcome: 'ok', serverRequestId: 'req-5e6f' },
    ],
    anomalies: [],
    unusedSeenMs: null,
    fundsSettled: false,
    heads: [],
    native: { token: ethHarbour, priceInUsd: priceOf(ethHarbour) },
    notification: null,
    viewed: true,
    ...part,
  }
}

export function doneOrder(nowMs: number, part: Partial<OrderView> = {}): OrderView {
  const running = order(nowMs)
  return {
    ...running,
    state: 'verified_terminal',
    ...codesOf({ statusCode: 4, ...part }),
    fulfilledAmount: '99541200',
    destinationTransactionHash: hash('b'),
    timeline: [
      ...running.timeline,
      { step: 'fulfilled', atMs: nowMs - 1000 },
      { step: 'settled', atMs: nowMs },
    ],
    ...part,
  }
}

/** What the chain shows of an order's approval: the amount of the last one, unless it was revoked. */
export function allowanceOf({
  state,
  transactions,
  revoking,
}: OrderView): { readonly left: RemainingAllowance } | null {
  if (!isInSet(state, 'neverExecuted') && revoking === undefined) return null
  const last = transactions.findLast(({ purpose, state }) => purpose !== 'send' && state === 'mined')
  const units = last?.purpose === 'approve' ? last.amountUnits : '0'
  return { left: { units, sources: 2 } }
}
