import { describe, expect, it, test } from 'vitest'
import {
  computePercent,
  countSteps,
  progressOf,
  timeEstimateOf,
  timelineOf,
} from '../../../lib/order/order-timeline.ts'
import type { OrderView } from '../../../lib/order/order-view.ts'
import { bornMs } from '../models/fake-data.ts'
import { doneOrder, order } from '../models/fake-orders.ts'

const shape = (one: Parameters<typeof timelineOf>[0]) =>
  timelineOf(one).map(({ name, state }) => `${name} ${state}`)

describe('timelineOf', () => {
  it('returns completed, current and future steps', () => {
    expect(shape(order(bornMs, { isPermitOver: true }))).toEqual([
      'approved done',
      'signed done',
      'accepted done',
      'assigned done',
      'extracted done',
      'fulfilled now',
      'settled next',
    ])
  })

  it('counts a signature as collected only when the chain shows it used, not when it has expired', () => {
    const collected = (part: Parameters<typeof order>[1]) =>
      timelineOf(order(bornMs, part)).find(({ name }) => name === 'extracted')?.state
    expect(collected({})).toBe('reported')
    expect(collected({ isPermitOver: false })).toBe('reported')
    expect(collected({ isPermitOver: true })).toBe('done')
    expect(collected({ isPermitOver: true, unusedSeenMs: bornMs })).toBe('reported')
    expect(collected({ state: 'cancelled_unused' })).toBe('reported')
    expect(collected({ state: 'verified_terminal', statusCode: 5 })).toBe('reported')
    expect(collected({ state: 'verified_terminal', statusCode: 7 })).toBe('done')
    // The sender's own transaction is the proof.
    expect(collected({ kind: 'native' })).toBe('done')
  })

  it('omits the approval if none is needed', () => {
    const plain = order(bornMs, { transactions: [], timeline: [], state: 'sign_requested', statusCode: null })
    expect(shape(plain)[0]).toBe('signed now')
  })

  it('counts a step as completed when a later one was seen first', () => {
    const jumped = order(bornMs, {
      timeline: [
        { step: 'signed', atMs: 1 },
        { step: 'fulfilled', atMs: 2 },
      ],
      transactions: [],
    })
    expect(timelineOf(jumped).find(({ name }) => name === 'assigned')).toEqual({
      name: 'assigned',
      state: 'done',
      atMs: null,
    })
  })

  it('ends with the failure, without the steps that never came', () => {
    const failed = order(bornMs, {
      state: 'reported_terminal',
      statusCode: 7,
      timeline: [
        { step: 'signed', atMs: 1 },
        { step: 'accepted', atMs: 2 },
        { step: 'expired', atMs: 3 },
        { step: 'refunded', atMs: 4 },
      ],
      transactions: [],
    })
    // An end with a refund loses nothing, so it is not marked as a failure.
    const begun = ['signed done', 'accepted done', 'expired ended']
    expect(shape({ ...failed, statusCode: 5 })).toContain('expired failed')
    expect(shape(failed)).toEqual([...begun, 'refunded reported'])
    // Only a verified step is done.
    expect(shape({ ...failed, state: 'verified_terminal' })).toEqual([...begun, 'refunded done'])
  })

  it('starts with the sent transaction for a payment', () => {
    const native = order(bornMs, { kind: 'native', timeline: [], transactions: [], state: 'send_requested' })
    expect(shape(native).slice(0, 2)).toEqual(['sent now', 'mined next'])
  })
})

describe('countSteps', () => {
  const { timeline } = order(bornMs)
  const passed = (step: 'fulfilled' | 'expired') => ({ timeline: [...timeline, { step, atMs: bornMs }] })

  it.each([
    ['what is done', {}, { done: 5, total: 7 }],
    ['no step that is only told', { statusCode: 3, ...passed('fulfilled') }, { done: 5, total: 7 }],
    ['nor one that the chain has not shown', { isPermitOver: false }, { done: 4, total: 7 }],
    ['no end as a step', passed('expired'), { done: 5, total: 7 }],
  ] as const)('counts %s', (_, part, counted) => {
    expect(countSteps(timelineOf(order(bornMs, { isPermitOver: true, ...part })))).toEqual(counted)
  })
})

const crossing = (part: Partial<OrderView>) => {
  const one = order(bornMs, part)
  const { legs, now } = progressOf(one)
  return `${legs.map(({ name, state }) => `${name} ${state}`).join(', ')}, ${now}`
}
const walked = (...steps: readonly OrderView['timeline'][number]['step'][]) => ({
  timeline: steps.map((step, index) => ({ step, atMs: bornMs + index })),
  transactions: [],
})

describe('progressOf', () => {
  it('the funds of a signed order leave when they are collected, not when it is signed', () => {
    expect(crossing({ state: 'submitting', statusCode: null, ...walked('signed') })).toBe(
      'sent now, crossing next, arrived next, accepted',
    )
    const collected = walked('signed', 'accepted', 'assigned', 'extracted')
    expect(crossing({ ...collected, isPermitOver: true })).toBe(
      'sent done, crossing now, arrived next, fulfilled',
    )
    // Until the chain has shown that the signature was used, only the service reports it.
    expect(crossing(collected)).toBe('sent reported, crossing now, arrived next, fulfilled')
  })

  it('does not move for an approval', () => {
    const part = { state: 'approve_sent', statusCode: null, ...walked('confirmed') } as const
    expect(crossing({ ...part, approvals: ['approve'] })).toBe(
      'sent next, crossing next, arrived next, approved',
    )
    expect(crossing({ ...part, state: 'approved', ...walked('approved') })).toMatch(/, signed$/)
  })

  it.each([
    ['native', 'sent', ['sent'], 'sent now, crossing next, arrived next, mined'],
    ['native', 'pending', ['sent', 'mined'], 'sent now, crossing next, arrived next, accepted'],
    ['native', 'pending', ['sent', 'accepted'], 'sent now, crossing next, arrived next, assigned'],
    ['manual', 'pending', ['sent', 'mined'], 'sent done, crossing now, arrived next, accepted'],
    ['deposit', 'pending', ['deposited'], 'sent done, crossing now, arrived next, accepted'],
  ] as const)(
    'the funds of a %s leave the inbox when a solver takes them, others once they are mined: %s after %s',
    (kind, state, steps, expected) => {
      expect(crossing({ kind, state, statusCode: null, ...walked(...steps) })).toBe(expected)
    },
  )

  it('the funds of an unseen deposit leave by the service’s report alone', () => {
    const depositObserved = { units: '5', atMs: bornMs, isReported: true } as const
    expect(crossing({ kind: 'deposit', depositObserved, ...walked('deposited') })).toBe(
      'sent reported, crossing now, arrived next, accepted',
    )
  })

  it('the funds leave once the transaction is mined when its receipt is the only status', () => {
    const { request, ...rest } = order(bornMs).reviewed
    const reviewed = { ...rest, request: { ...request, destinationChainId: request.originChainId } }
    const part = { kind: 'manual', reviewed, statusCode: null, ...walked('approved', 'sent') } as const
    expect(crossing({ ...part, state: 'sent' })).toBe('sent now, crossing next, arrived next, mined')
  })

  it('marks reported stages differently from verified ones', () => {
    const steps = walked('signed', 'accepted', 'assigned', 'extracted', 'fulfilled')
    const reported = 'crossing reported, arrived reported, settled'
    expect(crossing({ statusCode: 3, ...steps, isPermitOver: true })).toBe(`sent done, ${reported}`)
    expect(crossing({ statusCode: 3, ...steps })).toBe(`sent reported, ${reported}`)
    expect(crossing({ ...doneOrder(bornMs) })).toBe('sent done, crossing done, arrived done, null')
  })

  it('does not move while the person decides', () => {
    expect(crossing({ state: 'needs_user', statusCode: null, ...walked('approved') })).toBe(
      'sent next, crossing next, arrived next, null',
    )
  })
})

describe('computePercent', () => {
  const at = (afterSeconds: number, part: Partial<OrderView>, usualSeconds: number | null = null) => {
    const one = order(bornMs, part)
    return computePercent(one, bornMs + afterSeconds * 1000, usualSeconds)
  }
  const signed = { state: 'submitting', statusCode: null, ...walked('signed') } as const
  // The funds left three milliseconds after the signature.
  const collected = { statusCode: 2, ...walked('signed', 'accepted', 'assigned', 'extracted') } as const
  const withoutEstimate = { reviewed: { ...order(bornMs).reviewed, estimatedSeconds: null } }

  it('stays in the band of the stage, by the time since its start', () => {
    expect([0, 7, 14, 900].map((seconds) => at(seconds, signed))).toEqual([0, 15, 30, 30])
    expect([0, 7.1, 14.1, 900].map((seconds) => at(seconds, collected))).toEqual([30, 57, 85, 85])
    expect(at(0, doneOrder(bornMs))).toBe(100)
  })

  it('uses this person’s usual time, then the service’s estimate, then a minute', () => {
    expect(at(7, signed, 70)).toBe(3)
    expect(at(30, { ...signed, ...withoutEstimate })).toBe(15)
  })

  it('stays at the start of the band when Ferry did not observe the start', () => {
    expect(at(60, { ...collected, timeline: [] })).toBe(30)
    expect(at(60, { state: 'approve_sent', statusCode: null, ...walked('confirmed') })).toBe(0)
    expect(at(-60, signed)).toBe(0)
  })

  it.each([
    ['native', 'pending', 0, ['sent', 'mined'], 15],
    ['native', 'pending', 2, ['sent', 'mined', 'extracted'], 57],
    ['manual', 'sent', null, ['sent'], 15],
    ['manual', 'pending', null, ['sent', 'mined', 'accepted'], 57],
    ['deposit', 'pending', null, ['deposited', 'accepted'], 57],
  ] as const)(
    'counts from the payment of a %s in state %s with status %s',
    (kind, state, statusCode, steps, percent) => {
      expect(at(7.1, { kind, state, statusCode, ...walked(...steps) })).toBe(percent)
    },
  )
})

describe('timeEstimateOf', () => {
  const begunMs = bornMs + 1
  const left = (afterMs: number, usualSeconds: number | null, part: Partial<OrderView> = {}) =>
    timeEstimateOf(
      order(bornMs, { ...walked('signed', 'accepted'), statusCode: 2, ...part }),
      usualSeconds,
      begunMs + afterMs,
    )
  const estimated = (estimatedSeconds: number | null) => ({
    reviewed: { ...order(bornMs).reviewed, estimatedSeconds },
  })

  it('counts down this person’s usual time, otherwise the service’s estimate', () => {
    expect(left(4_999, 20)).toEqual({ kind: 'left', seconds: 16 })
    expect(left(5_000, null)).toEqual({ kind: 'left', seconds: 9 })
    expect(left(5_000, null, estimated(null))).toBeNull()
    expect(left(5_000, 20, estimated(null))).toEqual({ kind: 'left', seconds: 15 })
  })

  it('does not count down before the money is on its way', () => {
    const sending = { statusCode: 1 } as const
    expect(left(4_999, 20, sending)).toEqual({ kind: 'usually', seconds: 20 })
    expect(left(5_000, null, sending)).toEqual({ kind: 'estimate', seconds: 14 })
    expect(left(15_000, null, sending)).toEqual({ kind: 'elapsed', seconds: 15 })
  })

  it('returns the usual time before the submission, and the elapsed time once it has run out', () => {
    const before = walked('signed')
    expect(left(9_000, 20, before)).toEqual({ kind: 'usually', seconds: 20 })
    expect(left(9_000, null, before)).toEqual({ kind: 'estimate', seconds: 14 })
    expect(left(20_000, 20)).toEqual({ kind: 'elapsed', seconds: 20 })
    expect(left(14_000, null)).toEqual({ kind: 'elapsed', seconds: 14 })
  })

  it('returns the elapsed time of a late swap, which the polls detect', () => {
    expect(left(200_000, null)).toEqual({ kind: 'elapsed', seconds: 200 })
    const late = { notification: { kind: 'late', state: 'notified' } } as const
    expect(left(200_000, 20, late)).toEqual({ kind: 'late', seconds: 200 })
    expect(left(200_000, null, { ...late, ...estimated(null) })).toEqual({ kind: 'late', seconds: 200 })
  })

  it('uses this person’s usual time for lateness, whatever the service estimated', () => {
    const late = { notification: { kind: 'late', state: 'notified' } } as const
    expect(left(200_000, 210, late)).toEqual({ kind: 'left', seconds: 10 })
    expect(left(300_000, 210, late)).toEqual({ kind: 'elapsed', seconds: 300 })
    expect(left(480_000, 210, late)).toEqual({ kind: 'elapsed', seconds: 480 })
    expect(left(481_000, 210)).toEqual({ kind: 'late', seconds: 481 })
    expect(left(101_000, 20, estimated(3_600))).toEqual({ kind: 'late', seconds: 101 })
  })

  it('returns null once the delivery is reported', () => {
    expect(left(5_000, 20, walked('signed', 'accepted', 'fulfilled'))).toBeNull()
  })

  it('is never longer than the usual time, even after a change of the clock', () => {
    expect(left(-60_000, 20)).toEqual({ kind: 'left', seconds: 20 })
  })
})

test('lists an approval that the review announced from the start, so that no line jumps', () => {
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
