import { nativeAddress } from '../../../lib/base/hex.ts'
import type { DepositTerms, Order, OrderKind, OrderTerms } from '../../../lib/order/order.ts'
import { type Honest, honest, honestInbox, inbox, nowSeconds, usdc, user } from '../checks/fixtures.ts'

/** The pinned target of the manual orders here. */
export const manualTarget = '0x000000000000000000000000000000000007a26e'

/** Where the deposits here go. */
export const bank = '0x00000000000000000000000000000000000000b2'

const signed = honest('SINGLE_OUTPUT_REQUEST')
const honestDeals: { readonly [kind in OrderKind]: Honest } = {
  signed,
  native: honestInbox('SINGLE_OUTPUT_REQUEST', nativeAddress),
  inbox: honestInbox('SINGLE_OUTPUT_REQUEST', usdc),
  manual: signed,
  deposit: signed,
}

/** What a test wants of an order: its kind, parts of that kind's terms, and of the record. */
export type OrderFields = Partial<Omit<Order, 'schema' | 'deal'>> & { readonly terms?: Partial<OrderTerms> }

/** Returns an order of the honest cross-chain deal: signed where no kind is named, with what its kind carries out. */
export function orderOf({ kind = 'signed', terms = {}, ...fields }: OrderFields = {}): Order {
  const { ask, quote, route } = honestDeals[kind]
  return {
    schema: 1,
    id: 'order-1',
    rev: 1,
    kind,
    state: 'signed',
    createdMs: nowSeconds * 1000,
    updatedMs: nowSeconds * 1000,
    wallet: { way: 'page', id: 'test', name: 'Test', origin: 'http://127.0.0.1', iconUrl: null },
    reviewed: {
      ask,
      inputToken: quote.input.token,
      outputToken: route.output.token,
      minAmountOut: route.output.minAmountOut,
      promisedAmount: '1492380',
      inputValueInUsd: '1.5',
      outputValueInUsd: '1.49',
      fees: [],
      estimatedSeconds: 10,
    },
    deal: { ...termsOf(kind), ...terms },
    walletRequest: null,
    transactions: [],
    signature: null,
    submitBody: null,
    submitCount: 0,
    statusCode: null,
    sourceTransactionHash: null,
    destinationTransactionHash: null,
    refundTransactionHash: null,
    fulfilledAmount: null,
    lookCount: 0,
    dueMs: null,
    offer: null,
    problem: null,
    timeline: [],
    attempts: [],
    anomalies: [],
    unusedSeenMs: null,
    moneyAccounted: false,
    notice: null,
    seen: false,
    ...fields,
  }
}

/** Returns an order with some of its terms changed; also to what its kind cannot have, as a store that lies would. */
export function withTerms<One extends Pick<Order, 'deal'>>(
  order: One,
  terms: { readonly [term in keyof OrderTerms]?: unknown },
): One {
  return { ...order, deal: { ...order.deal, ...terms } }
}

/** Returns the same order of another kind, with what that kind carries out. */
export function ofKind(order: Order, kind: OrderKind): Order {
  return { ...order, kind, deal: termsOf(kind) }
}

/** Returns what an order of a kind executes: what it needs, and nothing of another kind. */
export function termsOf(kind: OrderKind): OrderTerms {
  const { ask, route } = honestDeals[kind]
  const { quoteId, requestType, requestHash, quoteExpirySeconds, signTypedData } = route
  const common = {
    quoteId,
    requestType: null,
    requestHash,
    quoteExpirySeconds,
    clockOffsetMs: 0,
    minAmountOut: route.output.minAmountOut,
    promisedAmount: '1492380',
    signTypedData: null,
    txData: null,
    permitDeadlineSeconds: null,
    permitNonce: null,
  }
  const call = { data: '0x12345678', chainId: null } as const
  switch (kind) {
    case 'signed':
      return {
        ...common,
        requestType,
        signTypedData,
        permitDeadlineSeconds: nowSeconds + 600,
        permitNonce: String(nowSeconds),
      }
    case 'native':
      return { ...common, requestType, txData: { ...call, to: inbox, value: ask.inputAmount } }
    case 'inbox':
      return { ...common, requestType, txData: { ...call, to: inbox, value: '0' } }
    case 'manual':
      return { ...common, requestHash: null, txData: { ...call, to: manualTarget, value: '0' } }
    case 'deposit':
      return { ...common, txData: { ...call, to: usdc, value: '0' }, deposit: honestDeposit(ask) }
  }
}

function honestDeposit({ originChainId, inputToken, inputAmount }: Honest['ask']): DepositTerms {
  return {
    address: bank,
    token: inputToken,
    amount: inputAmount,
    chainId: originChainId,
    memo: null,
    expirySeconds: nowSeconds + 3600,
    refundAddress: user,
  }
}
