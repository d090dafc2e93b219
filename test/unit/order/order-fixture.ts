import { keccak256, toHex } from 'viem'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { FlowEvent } from '../../../lib/order/event.ts'
import type {
  DepositOrder,
  InboxOrder,
  ManualOrder,
  OfCalls,
  OfDeposit,
  OfInbox,
  OfSignature,
  Order,
  OrderRecord,
  OrderTransaction,
  SignedOrder,
  WalletRequestRecord,
} from '../../../lib/order/order.ts'
import type { DepositTerms, OrderKind, OrderTerms } from '../../../lib/quote/terms.ts'
import type { ValueLoss } from '../../../lib/review/value-loss.ts'
import type { StatusRecord } from '../../../lib/service/status.ts'
import { type Honest, honest, honestInbox, inbox, nowSeconds, usdc, user } from '../checks/fixtures.ts'

/** The pinned target of the manual orders in these tests. */
export const manualTarget = '0x000000000000000000000000000000000007a26e'

/** The deposit address in these tests. */
export const bank = '0x00000000000000000000000000000000000000b2'

/** The wallet of the orders in these tests. */
export const pageWallet = {
  connector: 'page',
  id: 'test',
  name: 'Test',
  origin: 'http://127.0.0.1',
  iconUrl: null,
} as const

/** A wallet request that has no answer. */
export function requestOf(
  purpose: WalletRequestRecord['purpose'],
  part: Partial<WalletRequestRecord> = {},
): WalletRequestRecord {
  return { requestId: 'requested', purpose, requestedMs: 0, accountNonce: 3, amountUnits: '5', ...part }
}

export const transactionHash = `0x${'ab'.repeat(32)}` as const

/** A transaction of an order, sent and not mined yet. */
export function transactionOf(
  purpose: OrderTransaction['purpose'],
  part: Partial<OrderTransaction> = {},
): OrderTransaction {
  const times = { sentMs: 0, minedMs: null }
  const sent = { purpose, hash: transactionHash, chainId: 31337, state: 'sent' } as const
  return { ...sent, accountNonce: 3, ...times, amountUnits: '5', ...part }
}

const signed = honest('SINGLE_OUTPUT_REQUEST')
const honestDeals: { readonly [kind in OrderKind]: Honest } = {
  signed,
  native: honestInbox('SINGLE_OUTPUT_REQUEST', nativeAddress),
  inbox: honestInbox('SINGLE_OUTPUT_REQUEST', usdc),
  manual: signed,
  deposit: signed,
}

/** Terms for a test. They may mix kinds, as a corrupted store could. */
type TermsPart = { readonly [term in keyof OrderTerms]?: unknown }

/** Fields of an order for a test, whatever its kind. */
export type OrderPart = Partial<
  Omit<OrderRecord, 'schema'> & OfSignature & OfCalls & OfDeposit & OfInbox & { readonly terms: OrderTerms }
>

/** A test's input for an order: its kind, terms of that kind, and fields of the record. */
export type OrderFields = Omit<OrderPart, 'terms'> & { readonly kind?: OrderKind; readonly terms?: TermsPart }

/** Returns an order with the valid cross-chain terms and the terms of its kind; signed by default. */
export function orderOf({ kind = 'signed', terms = {}, ...fields }: OrderFields = {}): Order {
  const { request, quote, route } = honestDeals[kind]
  const made = madeOf(kind)
  const record = {
    schema: 1 as const,
    id: 'order-1',
    rev: 1,
    state: 'signed' as const,
    createdMs: nowSeconds * 1000,
    updatedMs: nowSeconds * 1000,
    wallet: pageWallet,
    reviewed: {
      request,
      routeKey: null,
      originChainName: null,
      inputToken: quote.input.token,
      outputToken: route.output.token,
      minAmountOut: route.output.minAmountOut,
      promisedAmount: '1492380',
      inputValueInUsd: '1.5',
      outputValueInUsd: '1.49',
      fees: [],
      unknownFees: [],
      estimatedSeconds: 10,
      ...(made.terms.txData === null ? {} : { nativeValueUnits: made.terms.txData.value }),
    },
    consents: [],
    approvals: [],
    walletRequest: null,
    transactions: [],
    signature: null,
    submitBody: null,
    submitCount: 0 as const,
    statusCode: null,
    // By default the status code is the service's.
    reportedCode: fields.statusCode ?? null,
    sourceTransactionHash: null,
    destinationTransactionHash: null,
    refundTransactionHash: null,
    refundChainId: null,
    fulfilledAmount: null,
    readCount: 0,
    dueMs: null,
    offer: null,
    problem: null,
    timeline: [],
    serviceCalls: [],
    anomalies: [],
    unusedSeenMs: null,
    fundsSettled: false,
    heads: [],
    notification: null,
    viewed: false,
  }
  return withTerms(withPart({ ...record, ...made }, fields), { ...ownHash(made, fields.id), ...terms })
}

/** Only the first order keeps the fixture's request hash, because no two orders may share one. */
function ownHash({ terms }: { readonly terms: OrderTerms }, id = 'order-1'): TermsPart {
  return id === 'order-1' || terms.requestHash === null ? {} : { requestHash: keccak256(toHex(id)) }
}

/** Returns an order with changed fields. Its terms are used as given. */
export function withPart<One extends Order>(order: One, part: OrderPart): One {
  return Object.assign({}, order, part)
}

/** Returns an order with some of its terms changed. */
export function withTerms<One extends Pick<Order, 'terms'>>(order: One, terms: TermsPart): One {
  return Object.assign({}, order, { terms: Object.assign({}, order.terms, terms) })
}

/** Returns the same order as another kind, with the terms of that kind. */
export function ofKind(order: Order, kind: OrderKind): Order {
  return Object.assign({}, order, madeOf(kind))
}

/** Returns exactly the terms of a kind. */
export function termsOf(kind: OrderKind): OrderTerms {
  return madeOf(kind).terms
}

type Made<One extends Order> = Pick<One, 'kind' | 'terms'>

function madeOf(
  kind: OrderKind,
): Made<SignedOrder> | Made<InboxOrder> | Made<ManualOrder> | Made<DepositOrder> {
  const { request, route } = honestDeals[kind]
  const { quoteId, requestType, requestHash, quoteExpirySeconds, signTypedData } = route
  const promised = { minAmountOut: route.output.minAmountOut, promisedAmount: '1492380' }
  const common = { quoteId, quoteExpirySeconds, clockOffsetMs: 0, ...promised }
  const unsigned = { ...common, signTypedData: null, permitDeadlineSeconds: null, permitNonce: null }
  const call = { data: '0x12345678', chainId: null } as const
  switch (kind) {
    case 'signed': {
      if (signTypedData === null) throw new Error('an honest signed route has typed data')
      const permit = { permitDeadlineSeconds: nowSeconds + 600, permitNonce: String(nowSeconds) }
      return { kind, terms: { ...common, requestType, requestHash, signTypedData, txData: null, ...permit } }
    }
    case 'native': {
      const txData = { ...call, to: inbox, value: request.inputAmount }
      return { kind, terms: { ...unsigned, requestType, requestHash, txData } }
    }
    case 'inbox':
      return {
        kind,
        terms: { ...unsigned, requestType, requestHash, txData: { ...call, to: inbox, value: '0' } },
      }
    case 'manual': {
      const txData = { ...call, to: manualTarget, value: '0' } as const
      return { kind, terms: { ...unsigned, requestType: null, requestHash: null, txData } }
    }
    case 'deposit': {
      const txData = { ...call, to: usdc, value: '0' }
      return {
        kind,
        terms: { ...unsigned, requestType: null, requestHash, txData, deposit: createDepositRoute(request) },
      }
    }
  }
}

function createDepositRoute({ originChainId, inputToken, inputAmount }: Honest['request']): DepositTerms {
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

/** A status record of the service about an order. */
export function recordOf(
  { terms, reviewed: { request } }: Order,
  fields: Partial<StatusRecord>,
): StatusRecord {
  return {
    hash: terms.requestHash ?? '',
    statusCode: null,
    originChainId: request.originChainId,
    destinationChainId: request.destinationChainId,
    inputToken: request.inputToken,
    inputAmount: request.inputAmount,
    outputToken: request.outputToken,
    userAddress: request.userAddress,
    receiverAddress: null,
    sourceTransactionHash: null,
    hasSourcePayment: false,
    destinationTransactionHash: null,
    refundTransactionHash: null,
    refundChainId: null,
    fulfilledAmount: null,
    ...fields,
  }
}

/** A poll of the service that had an answer. */
export const attempt = { endpoint: 'status', atMs: 0, outcome: 'ok', serverRequestId: null } as const

/** The event of a status record. */
export function polledOf(record: StatusRecord): FlowEvent {
  const response = { kind: 'record', record, serverRequestId: null, clockOffsetMs: 0 } as const
  return { kind: 'polled', response, attempt }
}

export const noLoss: ValueLoss = {
  level: 'none',
  percent: '0.50',
  lostInUsd: '0.01',
  checkedBy: null,
  isAtMinimum: false,
}
