import { describe, expect, it, test } from 'vitest'
import { crossingOf, timeLeftOf, timelineOf } from '../../../lib/order/order-timeline.ts'
import type { OrderView } from '../../../lib/order/order-view.ts'
import { bornMs } from '../models/fake-data.ts'
import { doneOrder, order } from '../models/fake-orders.ts'

const crossing = (part: Partial<OrderView>) => {
  const one = order(bornMs, part)
  const { legs, percent, now } = crossingOf(one, timelineOf(one))
  return `${legs.map(({ name, state }) => `${name} ${state}`).join(', ')}, ${percent} ${now}`
}
const walked = (...steps: readonly OrderView['timeline'][number]['step'][]) => ({
  timeline: steps.map((step, index) => ({ step, atMs: bornMs + index })),
  transactions: [],
})

describe('crossingOf', () => {
  it('has left once a signed order is collected, and not when it is signed', () => {
    expect(crossing({ state: 'submitting', statusCode: null, ...walked('signed') })).toBe(
      'sent now, crossing next, arrived next, 20 accepted',
    )
    const collected = walked('signed', 'accepted', 'assigned', 'extracted')
    expect(crossing({ ...collected, isPermitOver: true })).toBe(
      'sent done, crossing now, arrived next, 80 fulfilled',
    )
    // Until the chain has shown that the signature was used, that is the service's word.
    expect(crossing(collected)).toBe('sent told, crossing now, arrived next, 80 fulfilled')
  })

  it('does not move for an approval', () => {
    const part = { state: 'approve_sent', statusCode: null, ...walked('confirmed') } as const
    expect(crossing({ ...part, approvals: ['approve'] })).toBe(
      'sent next, crossing next, arrived next, 0 approved',
    )
    expect(crossing({ ...part, state: 'approved', ...walked('approved') })).toMatch(/, 0 signed$/)
  })

  it.each([
    ['native', ['sent'], 'sent now, crossing next, arrived next, 16 mined'],
    ['native', ['sent', 'mined'], 'sent done, crossing now, arrived next, 33 accepted'],
    ['deposit', ['deposited'], 'sent done, crossing now, arrived next, 20 accepted'],
  ] as const)('has left in a %s once %s', (kind, steps, expected) => {
    expect(crossing({ kind, ...walked(...steps) })).toBe(expected)
  })

  it('has left by the word of the service alone where nobody saw the deposit', () => {
    const depositSeen = { units: '5', atMs: bornMs, isReported: true } as const
    expect(crossing({ kind: 'deposit', depositSeen, ...walked('deposited') })).toBe(
      'sent told, crossing now, arrived next, 20 accepted',
    )
  })

  it('has left with the transaction where nothing but its receipt tells', () => {
    const { request: ask, ...rest } = order(bornMs).reviewed
    const reviewed = { ...rest, request: { ...ask, destinationChainId: ask.originChainId } }
    expect(crossing({ kind: 'manual', state: 'sent', reviewed, ...walked('approved', 'sent') })).toBe(
      'sent done, crossing now, arrived next, 33 mined',
    )
  })

  it('tells what the service says apart from what the chain has shown', () => {
    const steps = walked('signed', 'accepted', 'assigned', 'extracted', 'fulfilled')
    const told = 'crossing told, arrived told, 100 settled'
    expect(crossing({ statusCode: 3, ...steps, isPermitOver: true })).toBe(`sent done, ${told}`)
    expect(crossing({ statusCode: 3, ...steps })).toBe(`sent told, ${told}`)
    expect(crossing({ ...doneOrder(bornMs) })).toBe('sent done, crossing done, arrived done, 100 null')
  })

  it('stands still while the person decides', () => {
    expect(crossing({ state: 'needs_user', statusCode: null, ...walked('approved') })).toBe(
      'sent next, crossing next, arrived next, 0 null',
    )
  })
})

describe('timeLeftOf', () => {
  const begunMs = bornMs + 1
  const left = (afterMs: number, usualSeconds: number | null, part: Partial<OrderView> = {}) =>
    timeLeftOf(order(bornMs, { ...walked('signed', 'accepted'), ...part }), usualSeconds, begunMs + afterMs)
  const estimated = (estimatedSeconds: number | null) => ({
    reviewed: { ...order(bornMs).reviewed, estimatedSeconds },
  })

  it('counts down what is usual for the person, and only else what the service estimates', () => {
    expect(left(4_999, 20)).toEqual({ kind: 'left', seconds: 16 })
    expect(left(5_000, null)).toEqual({ kind: 'left', seconds: 9 })
    expect(left(5_000, null, estimated(null))).toBeNull()
    expect(left(5_000, 20, estimated(null))).toEqual({ kind: 'left', seconds: 15 })
  })

  it('says what is usual before the hand-over, and where it was not enough', () => {
    const before = walked('signed')
    expect(left(9_000, 20, before)).toEqual({ kind: 'usually', seconds: 20 })
    expect(left(9_000, null, before)).toEqual({ kind: 'estimate', seconds: 14 })
    expect(left(20_000, 20)).toEqual({ kind: 'usually', seconds: 20 })
    expect(left(14_000, null)).toEqual({ kind: 'estimate', seconds: 14 })
  })

  it('says how long a late one has taken, which the looks at the service find out', () => {
    expect(left(200_000, null)).toEqual({ kind: 'estimate', seconds: 14 })
    const late = { notice: { kind: 'late', state: 'notified' } } as const
    expect(left(200_000, 20, late)).toEqual({ kind: 'late', seconds: 200 })
    expect(left(200_000, null, { ...late, ...estimated(null) })).toEqual({ kind: 'late', seconds: 200 })
  })

  it('takes longer than usual by the own experience, whatever the service had estimated', () => {
    const late = { notice: { kind: 'late', state: 'notified' } } as const
    expect(left(200_000, 210, late)).toEqual({ kind: 'left', seconds: 10 })
    expect(left(300_000, 210, late)).toEqual({ kind: 'usually', seconds: 210 })
    expect(left(480_000, 210, late)).toEqual({ kind: 'usually', seconds: 210 })
    expect(left(481_000, 210)).toEqual({ kind: 'late', seconds: 481 })
    expect(left(101_000, 20, estimated(3_600))).toEqual({ kind: 'late', seconds: 101 })
  })

  it('is no question any more once it is said to have arrived', () => {
    expect(left(5_000, 20, walked('signed', 'accepted', 'fulfilled'))).toBeNull()
  })

  it('is never more than what is usual, however the clock was moved', () => {
    expect(left(-60_000, 20)).toEqual({ kind: 'left', seconds: 20 })
  })
})

test('an approval that the review announced is in the way from the start, and the list does not jump', () => {
  const names = (part: Partial<OrderView>) =>
    timelineOf(
      order(bornMs, { statusCode: null, transactions: [], approvals: ['resetApproval', 'approve'], ...part }),
    ).map(({ name }) => name)
  const first = names({ state: 'confirmed', ...walked('confirmed') })
  expect(first.slice(0, 3)).toEqual(['resetApproved', 'approved', 'signed'])
  expect(names({ state: 'approve_sent', ...walked('confirmed', 'resetApproved') })).toEqual(first)
  expect(names({ state: 'sign_requested', ...walked('confirmed', 'resetApproved', 'approved') })).toEqual(
    first,
  )
})
