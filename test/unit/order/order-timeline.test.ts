import { describe, expect, it } from 'vitest'
import { countSteps, timelineOf } from '../../../lib/order/order-timeline.ts'
import { bornMs } from '../models/fake-data.ts'
import { order } from '../models/fake-orders.ts'

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
