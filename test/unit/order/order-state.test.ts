import { describe, expect, test } from 'vitest'
import { isOverState, isPromptState } from '../../../lib/order/open-states.ts'
import {
  isInSet,
  type OrderState,
  orderEnd,
  orderStates,
  orderStateWords,
  type StateSet,
} from '../../../lib/order/order-state.ts'
import type { StatusCode } from '../../../lib/service/status-codes.ts'

const all = Object.keys(orderStates) as readonly OrderState[]
const rows = all.flatMap((state) =>
  ([4, 5, 7] as const).map((statusCode) => orderStateWords({ state, statusCode })),
)

describe('the table of states', () => {
  test('every row is either running or over', () => {
    for (const row of rows) expect(row.isRunning, row.wordKey).toBe(!row.isOver)
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
