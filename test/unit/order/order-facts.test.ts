import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { dayMs, hourMs, minuteMs } from '../../../lib/base/time.ts'
import type { LiveRequest, Order, OrderTransaction } from '../../../lib/order/order.ts'
import {
  canBeUsedElsewhere,
  canPutAway,
  canRestart,
  canRetryApproval,
  canStillBeMined,
  depositPhase,
  hasOtherSend,
  hasPaidIn,
  hasRequestFor,
  isUnansweredRecent,
  lastUnansweredMs,
  paidUnits,
  paymentTokenOf,
  silentForMs,
  statusKeyOf,
  surplusOf,
  usesRetiredContract,
} from '../../../lib/order/order-facts.ts'
import type { OrderState } from '../../../lib/order/order-state.ts'
import { timelineOf } from '../../../lib/order/order-timeline.ts'
import { permitExpiryMs } from '../../../lib/quote/held-quote.ts'
import {
  isContractCall,
  isTrackedByReceipt,
  spenderOf,
  spendsAllowance,
  usesInbox,
} from '../../../lib/quote/order-kind.ts'
import type { OrderKind } from '../../../lib/quote/terms.ts'
import { deployment } from '../../harness/chains.ts'
import { harbour, inbox, permit2 } from '../checks/fixtures.ts'
import { manualTarget, type OrderFields, orderOf, requestOf, transactionOf } from './order-fixture.ts'

const config = { ...harbour, manualTargets: [manualTarget] } as const
const base = orderOf()
const dust = { depositObserved: { units: '5', atMs: 1 } }
const evidenceOf = (kind: 'delivery' | 'refund', units: string) =>
  ({ kind, units }) as NonNullable<Order['evidence']>
const hash = `0x${'ab'.repeat(32)}` as const

function wayOf(
  kind: OrderKind,
  to: `0x${string}` | null,
  inputToken = base.reviewed.request.inputToken,
): Order {
  const terms = to === null ? {} : { txData: { to, data: '0x', value: '0', chainId: null } as const }
  const reviewed = { ...base.reviewed, request: { ...base.reviewed.request, inputToken } }
  return orderOf({ kind, terms, reviewed, state: 'approved' })
}

test('returns the surplus only for a verified end with a promised amount', () => {
  const proven = { state: 'verified_terminal', fulfilledAmount: '120' } as const
  const promising = (promisedAmount: string) => ({ ...base.reviewed, promisedAmount })
  const surplus = (part: Partial<Order>) =>
    surplusOf(orderOf({ ...proven, reviewed: promising('100'), ...part }))
  expect(surplus({})).toBe(20n)
  expect(surplus({ fulfilledAmount: '90' })).toBe(-10n)
  expect(surplus({ state: 'reported_terminal' })).toBeNull()
  expect(surplus({ fulfilledAmount: null })).toBeNull()
  expect(surplus({ reviewed: promising('0') })).toBeNull()
})

test('returns the reviewed token of a payment, otherwise the one that the chain names, otherwise null', () => {
  const { inputToken, outputToken } = base.reviewed
  const paid = (token: string, chainId: number, paidIn?: { symbol: string; decimals: number }) =>
    paymentTokenOf(
      { token, chainId, ...(paidIn === undefined ? {} : { paidIn }) },
      { inputToken, outputToken },
    )
  const intermediateSwap = { symbol: 'DAI', decimals: 18 }
  expect(paid(inputToken.address.toUpperCase().replace('0X', '0x'), inputToken.chainId)).toBe(inputToken)
  expect(paid(outputToken.address, outputToken.chainId, intermediateSwap)).toBe(outputToken)
  expect(paid(manualTarget, inputToken.chainId, intermediateSwap)).toBe(intermediateSwap)
  expect(paid(manualTarget, inputToken.chainId)).toBeNull()
})

describe('returns the spender of the input', () => {
  test.each<[OrderKind, `0x${string}` | null, string | null]>([
    ['signed', null, permit2],
    ['inbox', inbox, inbox],
    ['manual', manualTarget, manualTarget],
    ['manual', inbox, null],
    ['inbox', manualTarget, null],
    ['native', inbox, null],
    ['deposit', manualTarget, null],
  ])('%s to %s: %s', (kind, to, spender) => {
    expect(spenderOf(wayOf(kind, to), config)).toBe(spender)
  })

  test('needs no approval for the native currency', () => {
    expect(spendsAllowance(wayOf('manual', manualTarget, nativeAddress))).toBe(false)
    expect(spendsAllowance(wayOf('manual', manualTarget))).toBe(true)
  })
})

describe('returns what the status of an order is read by', () => {
  test('its request hash, or its transaction', () => {
    expect(statusKeyOf(base)).toEqual({ requestHash: base.terms.requestHash })
    expect(statusKeyOf(wayOf('manual', manualTarget))).toBeNull()
    expect(statusKeyOf({ ...wayOf('manual', manualTarget), sourceTransactionHash: hash })).toEqual({
      txHash: hash,
    })
  })

  test('its receipt, for a call on one chain', () => {
    const manual = wayOf('manual', manualTarget)
    expect(isTrackedByReceipt(manual)).toBe(false)
    const quoteRequest = {
      ...manual.reviewed.request,
      destinationChainId: manual.reviewed.request.originChainId,
    }
    const same = { ...manual, reviewed: { ...manual.reviewed, request: quoteRequest } }
    expect(isTrackedByReceipt(same)).toBe(true)
    expect(isTrackedByReceipt({ ...same, kind: 'signed' })).toBe(false)
  })
})

test.each<[string, number, Order['depositObserved'] | null, string]>([
  ['100', 99, null, 'awaited'],
  ['100', 101, null, 'notSeen'],
  ['100', 101, { units: '100', atMs: 100 }, 'seen'],
  ['100', 101, { units: '100', atMs: 101 }, 'late'],
  ['100', 99, { units: '99', atMs: 50 }, 'wrongAmount'],
  ['100', 150, { units: '101', atMs: 140 }, 'wrongAmount'],
  ['100', 99, { units: '100', atMs: 50, token: '0x00000000000000000000000000000000000000a1' }, 'wrongToken'],
])('a deposit of %s at %s ms with %j is %s', (amount, nowMs, seen, phase) => {
  expect(depositPhase(amount, 100, seen, nowMs)).toBe(phase)
})

describe('timelines', () => {
  const names = (order: Order) => timelineOf(order).map(({ name }) => name)
  const tail = ['accepted', 'assigned', 'extracted', 'fulfilled', 'settled']

  test('of a manual and an inbox swap include approval and payment', () => {
    const approving = { ...wayOf('manual', manualTarget), state: 'approve_sent' } as const
    expect(names(approving)).toEqual(['approved', 'sent', 'mined', ...tail])
    expect(names({ ...wayOf('inbox', inbox), state: 'sent' })).toEqual(['sent', 'mined', ...tail])
  })

  test('of a deposit start with its payment', () => {
    const order = { ...wayOf('deposit', null), state: 'deposit_awaited' } as const
    expect(names(order)).toEqual(['deposited', ...tail])
    expect(names({ ...order, state: 'send_requested' })).toEqual(['sent', 'mined', ...tail])
  })
})

const requestedMs = 1_000
const requestFor: typeof requestOf = (purpose, part) => requestOf(purpose, { requestedMs, ...part })
const sent = (part: Partial<OrderTransaction> = {}) => transactionOf('send', { hash: '0x12', ...part })
const kinds: readonly OrderKind[] = ['signed', 'native', 'inbox', 'manual', 'deposit']

test('lists the kinds that use the inbox, and those that are sent as a call', () => {
  expect(kinds.filter((kind) => usesInbox({ kind }))).toEqual(['native', 'inbox'])
  expect(kinds.filter((kind) => isContractCall({ kind }))).toEqual(['native', 'inbox', 'manual'])
})

test('tells the purpose of the open request', () => {
  const purposes = ['cancel', 'withdraw', 'send', 'revoke'] as const
  const requesting = (wanted: (typeof purposes)[number]) =>
    purposes.filter((purpose) => hasRequestFor(orderOf({ walletRequest: requestFor(purpose) }), wanted))
  for (const purpose of purposes) expect(requesting(purpose)).toEqual([purpose])
  expect(hasRequestFor(orderOf(), 'cancel')).toBe(false)
})

test.each<[OrderKind, Partial<Order>, boolean]>([
  ['signed', { statusCode: null }, false],
  ['signed', { statusCode: 1 }, false],
  ['signed', { statusCode: 2 }, true],
  ['signed', { statusCode: 4 }, true],
  ['signed', { statusCode: 5 }, false],
  ['native', { statusCode: null }, false],
  ['inbox', { statusCode: 5 }, false],
  ['manual', { statusCode: null }, false],
  ['manual', { transactions: [sent()] }, true],
  ['deposit', { statusCode: 0 }, false],
  ['deposit', { depositObserved: { units: '1', atMs: 1 } }, true],
  ['deposit', { transactions: [sent()] }, true],
  ['deposit', { transactions: [sent({ state: 'failed' })] }, false],
  ['deposit', { transactions: [sent({ state: 'replaced' })] }, false],
  ['deposit', { transactions: [sent({ purpose: 'revoke' })] }, false],
])('the funds of a %s order with %j have left: %s', (kind, part, left) => {
  expect(hasPaidIn({ ...orderOf({ kind }), ...part })).toBe(left)
})

test.each<[Partial<OrderTransaction>, boolean]>([
  [{}, true],
  [{ state: 'dropped' }, true],
  [{ state: 'dropped', isNonceSeen: true }, true],
  [{ state: 'mined' }, false],
  [{ state: 'failed' }, false],
  [{ state: 'replaced' }, false],
  [{ purpose: 'approve' }, false],
])('a transaction with %j may still be mined: %s', (part, may) => {
  expect(canStillBeMined(sent(part))).toBe(may)
})

describe('returns whether a transaction is one of several', () => {
  test.each<[string, Partial<Order>, boolean]>([
    ['nothing else', { transactions: [sent()] }, false],
    ['a request to send', { walletRequest: requestFor('send') }, true],
    ['a request to send with its approval', { walletRequest: requestFor('sendCalls') }, true],
    ['a request for an approval', { walletRequest: requestFor('approve') }, false],
    ['another transaction', { transactions: [sent(), sent({ hash: '0x34' })] }, true],
    [
      'another transaction, that failed',
      { transactions: [sent(), sent({ hash: '0x34', state: 'failed' })] },
      false,
    ],
  ])('with %s', (_what, part, isOne) => {
    expect(hasOtherSend(orderOf({ walletRequest: null, ...part }), '0x12')).toBe(isOne)
  })
})

test.each<[OrderState, boolean]>([
  ['approve_requested', true],
  ['approve_sent', true],
  ['confirmed', false],
  ['sign_requested', false],
  ['send_requested', false],
  ['unknown_outcome', false],
])('the approval may be requested again in %s: %s', (state, may) => {
  expect(canRetryApproval(orderOf({ state }))).toBe(may)
})

describe('a wallet request that Ferry no longer waits for', () => {
  const rest = orderOf({ state: 'pending', walletRequest: null })

  test('may be displayed by the wallet for a day after another one superseded it', () => {
    const order = {
      ...rest,
      supersededRequests: [requestFor('approve'), requestFor('approve', { requestedMs: 5 })],
    }
    expect(lastUnansweredMs(order)).toBe(requestedMs)
    const answered = [{ isRejectedByPage: true }, { isAllowanceSeen: true }].map((part) =>
      lastUnansweredMs({ ...order, supersededRequests: [requestFor('approve', part as object)] }),
    )
    expect(answered).toEqual([null, null])
    expect(isUnansweredRecent(requestedMs, requestedMs + dayMs - 1)).toBe(true)
    expect(isUnansweredRecent(requestedMs, requestedMs + dayMs)).toBe(false)
    expect(isUnansweredRecent(lastUnansweredMs({ ...order, supersededRequests: [] }), requestedMs)).toBe(
      false,
    )
  })

  test('may be displayed while a signature or transaction has no answer, except for the one that Ferry waits for', () => {
    const one: LiveRequest = { record: requestFor('sign'), terms: orderOf().terms }
    const last = requestFor('sign', { requestId: 'r2', requestedMs: requestedMs + 5 })
    const order = { ...rest, liveRequests: [one, { ...one, record: last }] }
    expect(lastUnansweredMs(order)).toBe(requestedMs + 5)
    expect(lastUnansweredMs({ ...order, walletRequest: last })).toBe(requestedMs)
    expect(lastUnansweredMs({ ...rest, liveRequests: [{ ...one, isAnswered: true }] })).toBeNull()
    expect(lastUnansweredMs({ ...order, state: 'stopping' })).toBeNull()
  })
})

test('the background may restart only while no order blocks it', () => {
  const { createdMs: nowMs, terms, walletRequest } = orderOf()
  const pending = { state: 'pending', terms, walletRequest } as const
  expect(canRestart([], nowMs)).toBe(true)
  expect(canRestart([pending], nowMs)).toBe(true)
  expect(canRestart([pending, { ...pending, state: 'signed' }], nowMs)).toBe(false)
})

test('a visible swap in submitting blocks a restart until two minutes after its permit, by the slower clock', () => {
  const { terms, walletRequest } = orderOf()
  const endMs = (permitExpiryMs(terms) ?? 0) + 2 * minuteMs
  const canRestartAt = (nowMs: number, clockOffsetMs = 0) =>
    canRestart([{ state: 'submitting', terms: { ...terms, clockOffsetMs }, walletRequest }], nowMs)
  expect([canRestartAt(endMs), canRestartAt(endMs + 1)]).toEqual([false, true])
  expect([canRestartAt(endMs + 1, -1), canRestartAt(endMs + 1, 1)]).toEqual([false, true])
  expect(canRestart([{ state: 'signed', terms, walletRequest }], endMs + 1)).toBe(false)
})

test.each(['cancel', 'withdraw', 'revoke'] as const)(
  'the request for an exit blocks a restart for an hour: %s',
  (purpose) => {
    const { createdMs: requestedMs, terms } = orderOf()
    const order = { state: 'pending', terms, walletRequest: requestOf(purpose, { requestedMs }) } as const
    expect(canRestart([order], requestedMs + hourMs - 1)).toBe(false)
    expect(canRestart([order], requestedMs + hourMs)).toBe(true)
  },
)

test('only the signature that came through a page can be used by others than Ferry', () => {
  const { wallet } = orderOf()
  const extension = wallet && { ...wallet, connector: 'extension' as const }
  const uses = (['sign', 'send'] as const).map((purpose) =>
    [wallet, extension].map((one) => canBeUsedElsewhere(orderOf({ wallet: one }), requestOf(purpose))),
  )
  expect(uses).toEqual([
    [true, false],
    [true, true],
  ])
})

describe('a swap that may never continue', () => {
  const weekMs = 7 * dayMs

  test.each<[OrderState, number, number | null]>([
    ['pending', weekMs - 1, null],
    ['pending', weekMs, weekMs],
    ['deposit_awaited', weekMs, weekMs],
    ['unknown_outcome', weekMs, null],
    ['submitting', weekMs, null],
  ])('in %s has no news for %s ms: %s', (state, agoMs, silentMs) => {
    const order = orderOf({ state, createdMs: 0 })
    expect(silentForMs(order, agoMs)).toBe(silentMs)
    const withNews = orderOf({ state, createdMs: 0, timeline: [{ step: 'accepted', atMs: 1 }] })
    expect(silentForMs(withNews, agoMs)).toBeNull()
  })

  const unmined = { transactions: [sent({ sentMs: 0 })] }
  const accepted = { callsId: 'calls', timeline: [{ step: 'sent', atMs: 0 }] } as const
  const unanswered = { walletRequest: requestFor('send') }

  test.each<[string, boolean, number, OrderFields]>([
    ['one endpoint alone shows it used', true, 0, { state: 'submitting', doubt: 'oneSource' }],
    ['one endpoint alone shows it used', true, 0, { state: 'submitted', doubt: 'oneSource' }],
    ['the service has it', false, 0, { state: 'pending', doubt: 'oneSource' }],
    ['there is another doubt', false, 0, { state: 'submitted', doubt: 'notShown' }],
    ['it is put away', false, 0, { state: 'submitted', doubt: 'oneSource', putAwayMs: 0 }],
    ['nothing was reported for a week', true, weekMs, { state: 'pending' }],
    ['nothing was reported for a week', true, weekMs, { state: 'deposit_awaited' }],
    ['nothing was reported for a week', true, weekMs, { state: 'unknown_outcome' }],
    ['nothing was reported for a week of a POST', false, weekMs, { state: 'submitting' }],
    ['there is news', false, weekMs - 1, { state: 'pending' }],
    ['its transaction is in no block', true, hourMs, { kind: 'native', state: 'sent', ...unmined }],
    ['its transaction is new', false, hourMs - 1, { kind: 'native', state: 'sent', ...unmined }],
    [
      'a restored one is in no block',
      true,
      hourMs,
      { kind: 'native', state: 'sent', ...unmined, restored: true },
    ],
    [
      'a restored one has an unknown outcome',
      ...([false, hourMs] as const),
      { kind: 'native', state: 'unknown_outcome', ...unmined, restored: true },
    ],
    ['its wallet has the calls', true, hourMs, { kind: 'inbox', state: 'sent', ...accepted }],
    ['its wallet has the calls since now', false, hourMs - 1, { kind: 'inbox', state: 'sent', ...accepted }],
    ['nothing was sent', false, hourMs, { kind: 'native', state: 'sent' }],
    ['its wallet never answered', true, 0, { kind: 'native', state: 'unknown_outcome', ...unanswered }],
  ])('can be put away if %s: %s', (_why, can, nowMs, fields) => {
    expect(canPutAway(orderOf({ createdMs: 0, ...fields }), nowMs)).toBe(can)
  })
})

describe('a contract that the deployment file calls retired', () => {
  const signed = orderOf({ kind: 'signed' })
  const native = orderOf({ kind: 'native' })
  const listed = { gateway: signed.terms.signTypedData?.values.spender, inbox: native.terms.txData?.to }
  const retire = (part: object) => {
    const chains = deployment.chains.map((one) => ({ ...one, ...part }))
    return { ...deployment, chains }
  }

  test.each([
    ['the gateway of a signed order', signed, { retiredGateways: [listed.gateway] }, true],
    ['an inbox, for a signed order', signed, { retiredInboxes: [listed.gateway] }, false],
    ['the inbox of a native order', native, { retiredInboxes: [listed.inbox] }, true],
    ['a gateway, for a native order', native, { retiredGateways: [listed.inbox] }, false],
    ['another one', signed, { retiredGateways: [permit2] }, false],
    ['none', signed, {}, false],
  ])('is used: %s', (_what, order, part, isUsed) => {
    expect(usesRetiredContract(order, retire(part))).toBe(isUsed)
  })
})

test.each([
  ['the requested units without a look at the deposit', {}, '10'],
  ['the smaller deposit that arrived', { depositObserved: { units: '5', atMs: 1 } }, '5'],
  ['the larger deposit that arrived', { depositObserved: { units: '12', atMs: 1 } }, '12'],
  [
    'the requested units if more came back than arrived',
    { ...dust, evidence: evidenceOf('refund', '6') },
    '10',
  ],
  ['the smaller deposit if as much came back', { ...dust, evidence: evidenceOf('refund', '5') }, '5'],
  [
    'the smaller deposit if the evidence is of a delivery',
    { ...dust, evidence: evidenceOf('delivery', '6') },
    '5',
  ],
])('a deposit paid %s', (_what, part, units) => {
  const { reviewed } = orderOf({ kind: 'deposit' })
  const request = { ...reviewed.request, inputAmount: '10' }
  const order = { ...orderOf({ kind: 'deposit' }), ...part, reviewed: { ...reviewed, request } }
  expect(paidUnits({ ...order, fulfilledAmount: null, transactions: [] })).toBe(units)
})
