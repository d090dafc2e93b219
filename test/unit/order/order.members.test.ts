import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import type { ProblemData } from '../../../lib/base/problem-shape.ts'
import type { Evidence } from '../../../lib/chain/evidence.ts'
import { createBackup } from '../../../lib/order/backup.ts'
import {
  isOrder,
  type OfCalls,
  type OfDeposit,
  type Offer,
  type OfInbox,
  type OfSignature,
  type Order,
  type OrderRecord,
  type OrderTransaction,
  type WalletRequestRecord,
} from '../../../lib/order/order.ts'
import { orderStateWords } from '../../../lib/order/order-state.ts'
import { orderView, supportText } from '../../../lib/order/order-view.ts'
import { createOrders } from '../../../lib/order/orders.ts'
import type { ReviewedTerms } from '../../../lib/quote/route-summary.ts'
import type { ValueLoss } from '../../../lib/review/value-loss.ts'
import type { Refuel } from '../../../lib/service/route.ts'
import type { Token } from '../../../lib/service/token.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { user } from '../checks/fixtures.ts'
import { memoryArea } from '../storage/memory-area.ts'
import { orderOf } from './order-fixture.ts'

/** A type that requires every optional member. A new member does not compile until the test has it. */
type Whole<T> = { readonly [member in keyof T]-?: Exclude<T[member], undefined> }

const hash = `0x${'ab'.repeat(32)}` as const
const signature = `0x${'cd'.repeat(65)}` as const
const base = orderOf()

const token: Whole<Token> = { ...base.reviewed.inputToken, imitates: 'USDC', isOddlyNamed: true }
const refuel: Whole<Refuel> = { input: { token, amount: '1' }, output: { token, amount: '2' } }
const wallet = {
  connector: 'page',
  id: 'id',
  name: 'Test',
  origin: 'http://127.0.0.1',
  iconUrl: 'data:,',
} as const
const walletRequest: Whole<WalletRequestRecord> = {
  requestId: 'request',
  purpose: 'approve',
  wallet,
  requestedMs: 1,
  accountNonce: 2,
  amountUnits: '3',
  nativeUnits: '4',
  sentToWalletMs: 5,
  connectionLostMs: 6,
  isRejectedByPage: true,
  isAllowanceSeen: true,
  walletErrorMs: 6,
}
const transaction: Whole<OrderTransaction> = {
  purpose: 'send',
  hash,
  chainId: 1,
  state: 'mined',
  accountNonce: 2,
  isNonceSeen: true,
  missing: { count: 1, atMs: 2 },
  sentMs: 3,
  minedMs: 4,
  differs: true,
  request: walletRequest,
  isDeep: true,
  callsId: 'calls',
  amountUnits: '5',
  gasUnits: '7',
}
const problem: Whole<ProblemData> = {
  code: 'walletGone',
  money: 'unmoved',
  facts: { wallet: 'Test' },
  serverRequestId: 'server',
  reportedBy: 'service',
  retryAfterMs: 1,
}
const evidence: Whole<Evidence> = {
  kind: 'refund',
  chainId: 1,
  hash,
  token: user,
  units: '1',
  paidIn: { symbol: 'DAI', decimals: 18 },
  logIndexes: [1],
  isBalanceGrowth: true,
  blockNumber: '2',
  blockSeconds: 3,
  sources: 2,
}
const loss: Whole<ValueLoss> = {
  level: 'warn',
  percent: '1.00',
  lostInUsd: '2',
  checkedBy: 'feeds',
  needsPriceConsent: true,
  isAtMinimum: true,
  intermediateSwapPercent: '0.50',
}
const reviewed: Whole<ReviewedTerms> = {
  ...base.reviewed,
  request: { ...base.reviewed.request, options: { refuel: true } },
  routeKey: 'auto:best',
  originChainName: 'Harbour',
  inputToken: token,
  fees: [{ kind: 'relayer', token, amount: '1', feeInUsd: '0.01' }],
  unknownFees: ['gas'],
  effectiveInUsd: '-0.5',
  proposedApproval: { spenderAddress: user, amount: '1', tokenAddress: user, userAddress: user },
  nativeValueUnits: '1',
  findUnpinnedSwitchboard: '2',
  delegate: user,
  refuelUnits: '3',
  isPayloadUnconfirmed: true,
  isRefundUnconfirmed: true,
  intermediateSwap: { token, minUnits: '4' },
}
const offer: Whole<Offer> = { id: 'offer', terms: { ...base.terms, refuel }, reviewed, loss }

const record: Whole<OrderRecord> = {
  schema: 1,
  id: 'order-1',
  rev: 0,
  state: 'pending',
  createdMs: 1,
  updatedMs: 2,
  wallet,
  reviewed,
  consents: [{ code: 'slippageAboveYours', facts: { percent: '5' } }],
  approvals: ['resetApproval', 'approve'],
  walletRequest,
  supersededRequests: [walletRequest],
  liveRequests: [{ record: walletRequest, terms: { ...base.terms, refuel }, isAccepted: true }],
  liveRequestsReadMs: 1,
  endReads: { count: 1, atMs: 1 },
  transactions: [transaction],
  statusCode: 2,
  reportedCode: 2,
  sourceTransactionHash: hash,
  destinationTransactionHash: hash,
  refundTransactionHash: hash,
  refundChainId: 1,
  fulfilledAmount: '1',
  readCount: 1,
  dueMs: 1,
  offer,
  problem,
  timeline: [{ step: 'confirmed', atMs: 1 }],
  serviceCalls: [{ endpoint: 'status', atMs: 1, outcome: 'ok', serverRequestId: 'server' }],
  anomalies: ['settled after refund'],
  unusedSeenMs: 1,
  quoteOutlastedMs: 1,
  revokeAfter: true,
  revoking: { reviewKey: 'key', state: 'requested', atMs: 1, problem, leftUnits: '2' },
  fundsSettled: false,
  heads: [{ chainId: 1, blockNumber: '2', blockSeconds: 3 }],
  lossLevel: 'warn',
  native: { token, priceInUsd: '1500' },
  evidence,
  doubt: 'oneSource',
  notification: { kind: 'late', state: 'pending' },
  viewed: true,
  restored: true,
  putAwayMs: 1,
  proposedBy: { swapId: 'swap', origin: 'https://shop.example' },
}
const ofSignature: Whole<OfSignature> = {
  signature,
  submitBody: JSON.stringify({ signature }),
  submitCount: 1,
  isSignerUnproven: true,
  isPermitOver: false,
  cancelling: { sinceBlock: '1', isTooLate: false },
}
const ofCalls: Whole<OfCalls> = {
  callsId: 'calls',
  batchStart: { accountNonce: 1, heldUnits: '2', unseen: { count: 2, atMs: 3 } },
  oneByOne: true,
}
const ofDeposit: Whole<OfDeposit> = {
  depositObserved: { units: '1', atMs: 2, token: user, isReported: true },
  depositUnseenMs: 3,
}
const ofInbox: Whole<OfInbox> = { isInboxEmpty: true }

/** An order of each kind with every member that the kind may have. */
const wholeOrders = (
  [
    ['signed', ofSignature],
    ['native', { ...ofCalls, ...ofInbox }],
    ['inbox', { ...ofCalls, ...ofInbox }],
    ['manual', ofCalls],
    ['deposit', ofDeposit],
  ] as const
).map(([kind, members]): Order => {
  const order = orderOf({ ...record, ...members, kind })
  return Object.assign(order, { terms: { ...order.terms, refuel } })
})

/** Objects stored as the service sent them. Only their own type is checked. */
const asReceived = new Set(['domain', 'types', 'values', 'options'])

type Path = readonly (string | number)[]

function pathsIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const path = [...at, name]
    return [path, ...(asReceived.has(name) ? [] : pathsIn(part, path))]
  })
}

function withJunk(order: Order, path: Path): unknown {
  const copy: unknown = structuredClone(order)
  const [last, ...reversed] = [...path].reverse()
  const holder = reversed.reverse().reduce((one, name) => (one as { [name: string]: unknown })[name], copy)
  Object.assign(holder as object, { [String(last)]: Symbol('junk') })
  return copy
}

describe.each(wholeOrders.map((order) => [order.kind, order] as const))(
  'a whole order, %s',
  (kind, order) => {
    test('is read from the database and from the backup unchanged', async () => {
      const database = createDatabase(`whole-${kind}`)
      const orders = createOrders(database)
      await orders.write(order)
      expect(await orders.read(order.id)).toEqual(order)
      expect(await orders.listOpen()).toEqual([order])
      expect(await orders.page(null, 9)).toEqual([order])
      const backup = createBackup(memoryArea())
      await backup.put(order)
      expect(await backup.all()).toEqual([order])
    })

    test('is displayed, and copied for support, without its signature', () => {
      expect(orderStateWords(order).wordKey).not.toBe('')
      expect(JSON.stringify(orderView(order, null))).not.toContain(signature.slice(2))
      expect(supportText(order, '1')).not.toContain(signature.slice(2))
    })

    test('is rejected when any member is invalid', () => {
      expect(isOrder(order)).toBe(true)
      const paths = pathsIn(order)
      expect(paths.length).toBeGreaterThan(200)
      expect(paths.filter((path) => isOrder(withJunk(order, path))).map((path) => path.join('.'))).toEqual([])
    })
  },
)
