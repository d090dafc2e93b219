import { describe, expect, test } from 'vitest'
import { canWithdraw } from '../../../lib/order/exits/exit-rules.ts'
import { isOverState, isPromptState } from '../../../lib/order/open-states.ts'
import type { Order } from '../../../lib/order/order.ts'
import {
  isEndVerified,
  isInSet,
  isOverOrPutAway,
  isProvenOnChain,
  type OrderPhase,
  type OrderState,
  orderEnd,
  orderPhase,
  orderStates,
  orderStateWords,
  type StateSet,
  statusReportedBy,
} from '../../../lib/order/order-state.ts'
import { isLate, timelineOf } from '../../../lib/order/order-timeline.ts'
import type { StatusCode } from '../../../lib/service/status-codes.ts'
import { ofKind, orderOf, withPart } from './order-fixture.ts'

const all = Object.keys(orderStates) as readonly OrderState[]
const rows = all.flatMap((state) =>
  ([4, 5, 7] as const).map((statusCode) => orderStateWords({ state, statusCode })),
)

describe('the table of states', () => {
  test('five states of three ends each are over', () => {
    expect(rows.filter(({ isOver }) => isOver)).toHaveLength(15)
  })

  test('agrees with the states that the form knows', () => {
    expect(all.filter(isOverState)).toEqual(all.filter((state) => orderStates[state].isOver))
    expect(all.filter(isPromptState)).toEqual(all.filter((state) => isInSet(state, 'promptOpen')))
  })

  test('texts and CSV values are all different', () => {
    expect(new Set(rows.map(({ wordKey }) => wordKey)).size).toBe(24)
    expect(new Set(rows.map(({ csv }) => csv)).size).toBe(24)
  })

  test.each<[StatusCode | null, string]>([
    [3, 'done'],
    [4, 'done'],
    [5, 'failed'],
    [6, 'failed'],
    [7, 'refunded'],
    [2, 'failed'],
    [null, 'failed'],
  ])('code %s ends as %s', (code, end) => {
    expect(orderEnd(code)).toBe(end)
    const reported = orderStateWords({ state: 'reported_terminal', statusCode: code })
    const verified = orderStateWords({ state: 'verified_terminal', statusCode: code })
    expect(reported).toMatchObject({ pageState: end, wordKey: `state_reported_${end}`, isOver: true })
    expect(verified).toMatchObject({ pageState: end, wordKey: `state_verified_${end}`, isOver: true })
  })

  test('ignores the code in a state before the end', () => {
    const words = { wordKey: 'state_pending', pageState: 'pending', csv: 'pending' }
    for (const statusCode of [2, 4] as const)
      expect(orderStateWords({ state: 'pending', statusCode })).toMatchObject(words)
  })
})

test.each<[StateSet, readonly OrderState[]]>([
  [
    'unsigned',
    ['confirmed', 'approve_requested', 'approve_sent', 'approved', 'sign_requested', 'needs_user'],
  ],
  ['noSignatureRequested', ['confirmed', 'approve_requested', 'approve_sent', 'approved', 'needs_user']],
  ['readsAllowanceLater', ['confirmed', 'approve_requested', 'approve_sent', 'needs_user', 'stopping']],
  ['promptOpen', ['approve_requested', 'sign_requested', 'send_requested']],
  ['blocksWallet', ['approve_requested', 'approve_sent', 'sign_requested', 'send_requested']],
  ['blocksRestart', ['approve_requested', 'sign_requested', 'signed', 'submitting', 'send_requested']],
  ['signatureSubmitted', ['submitting', 'submitted', 'pending', 'stopping', 'unknown_outcome']],
  ['mayBeInInbox', ['pending', 'stopping', 'unknown_outcome', 'reported_terminal']],
  ['fromEvidence', ['expired_unused', 'cancelled_unused', 'reported_terminal', 'verified_terminal']],
])('exactly these states are in the set %s', (set, states) => {
  expect(all.filter((state) => isInSet(state, set))).toEqual(states)
})

test.each<[OrderState, StatusCode | null, OrderPhase]>([
  ['confirmed', null, 'running'],
  ['approve_requested', null, 'wallet'],
  ['approve_sent', null, 'running'],
  ['sign_requested', null, 'wallet'],
  ['send_requested', null, 'wallet'],
  ['pending', 4, 'running'],
  ['needs_user', null, 'needsUser'],
  ['unknown_outcome', 1, 'unknown'],
  ['abandoned_unsigned', null, 'stopped'],
  ['expired_unused', null, 'unused'],
  ['cancelled_unused', null, 'cancelled'],
  ['reported_terminal', 3, 'done'],
  ['verified_terminal', 4, 'done'],
  ['reported_terminal', 5, 'failed'],
  ['verified_terminal', 6, 'failed'],
  ['reported_terminal', 7, 'refunded'],
])('%s with code %s is %s to the person', (state, statusCode, phase) => {
  expect(orderPhase({ state, statusCode, offer: null })).toBe(phase)
  expect(orderPhase({ state, statusCode, offer: {} })).toBe('offer')
})

test('counts only an end verified on chain as verified, and an unused order as proven', () => {
  const states: readonly OrderState[] = [
    'verified_terminal',
    'cancelled_unused',
    'expired_unused',
    'reported_terminal',
    'pending',
  ]
  expect(states.map((state) => isEndVerified({ state }))).toEqual([true, true, false, false, false])
  const proven = states.map((state) => isProvenOnChain({ state, statusCode: null }))
  expect(proven).toEqual([true, true, true, false, false])
})

test.each<[StatusCode | null, StatusCode | null, string]>([
  [null, null, 'ferry'],
  [3, 3, 'service'],
  [4, 3, 'ferry'],
  [7, null, 'service'],
])('the code %s, of which the service reported %s, is reported by %s', (statusCode, reportedCode, by) => {
  expect(statusReportedBy({ statusCode, reportedCode })).toBe(by)
})

test('an order is over or put away', () => {
  expect(isOverOrPutAway({ state: 'pending', statusCode: 1 })).toBe(false)
  expect(isOverOrPutAway({ state: 'pending', statusCode: 1, putAwayMs: 0 })).toBe(true)
  expect(isOverOrPutAway({ state: 'verified_terminal', statusCode: 4 })).toBe(true)
})

test('counts a swap as late at twice its estimate plus a minute; the estimate defaults to a minute', () => {
  const late = (estimatedSeconds: number | null, ms: number) => {
    const order = orderOf({ state: 'pending', timeline: [{ step: 'accepted', atMs: 1_000 }] })
    return isLate({ ...order, reviewed: { ...order.reviewed, estimatedSeconds } }, 1_000 + ms)
  }
  expect([late(10, 80_000), late(10, 80_001)]).toEqual([false, true])
  expect([late(null, 180_000), late(null, 180_001)]).toEqual([false, true])
  expect(isLate(orderOf({ state: 'pending' }), 1e15)).toBe(false)
  const requested = orderOf({ state: 'sign_requested', timeline: [{ step: 'accepted', atMs: 0 }] })
  expect(isLate(requested, 1e15)).toBe(false)
})

test.each<[StatusCode | null, boolean, boolean]>([
  [null, true, true],
  [0, true, true],
  [1, true, true],
  [2, false, true],
  [4, false, false],
  [5, true, true],
  [6, true, true],
  [7, false, false],
])(
  'the funds of a request with code %s may be in the inbox: %s, after its deadline: %s',
  (code, early, late) => {
    const order = orderOf({ kind: 'native', state: 'pending', statusCode: code })
    expect([canWithdraw(order, 10, 10), canWithdraw(order, 11, 10)]).toEqual([early, late])
    const others: readonly Order[] = [
      withPart(order, { isInboxEmpty: true }),
      { ...order, state: 'sent' },
      ofKind(order, 'signed'),
      { ...order, state: 'verified_terminal' },
    ]
    for (const other of others) expect(canWithdraw(other, 11, 10)).toBe(false)
    expect(canWithdraw(order, 11, null)).toBe(false)
    // A reported end does not prove that the inbox is empty; a verified end does.
    const over = { ...order, state: 'reported_terminal' } as const
    expect([canWithdraw(over, 10, 10), canWithdraw(over, 11, 10)]).toEqual([early, true])
    // The outcome of an unanswered wallet request is unknown.
    const unknown = { ...order, state: 'unknown_outcome' } as const
    expect([canWithdraw(unknown, 10, 10), canWithdraw(unknown, 11, 10)]).toEqual([false, late])
  },
)

test('the timeline has a reset if one is needed, and ends with the receipt for a call on one chain', () => {
  const names = (order: Order) => timelineOf(order).map(({ name }) => name)
  const resetting = orderOf({ state: 'confirmed', timeline: [{ step: 'resetApproved', atMs: 1 }] })
  expect(names(resetting).slice(0, 3)).toEqual(['resetApproved', 'approved', 'signed'])
  const base = orderOf({ kind: 'manual', state: 'approved', timeline: [{ step: 'approved', atMs: 1 }] })
  const { request } = base.reviewed
  const here = { ...base.reviewed, request: { ...request, destinationChainId: request.originChainId } }
  expect(names({ ...base, reviewed: here })).toEqual(['approved', 'sent', 'mined', 'fulfilled'])
  expect(names(base).at(-1)).toBe('settled')
})
