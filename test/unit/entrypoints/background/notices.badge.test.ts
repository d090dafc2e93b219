import { expect, it } from 'vitest'
import { badgeText } from '../../../../entrypoints/background/notices.ts'
import { orderOf, withTerms } from '../../order/order-fixture.ts'

const running = orderOf({ state: 'pending' })
const failed = orderOf({
  state: 'verified_terminal',
  statusCode: 5,
  notice: { kind: 'failed', state: 'notified' },
  seen: false,
})

it('counts every open order that runs, however many newer ones there are', () => {
  expect(badgeText([running, running], [], false, 0)).toEqual({ text: '2', tone: 'running' })
})

it('shows a failure until it is seen, also when nothing is open any more', () => {
  expect(badgeText([], [failed], false, 0)).toEqual({ text: '!', tone: 'failed' })
  expect(badgeText([], [{ ...failed, seen: true }], false, 0)).toEqual({ text: '', tone: 'running' })
})

it('shows that swaps wait for a leave, whatever else there is', () => {
  expect(badgeText([running], [], true, 1)).toEqual({ text: '!', tone: 'needsUser' })
})

it('asks for a look at what a site proposes, and still tells a failure by its colour', () => {
  expect(badgeText([running], [], false, 1)).toEqual({ text: '?', tone: 'needsUser' })
  expect(badgeText([], [failed], false, 2)).toEqual({ text: '?', tone: 'failed' })
})

it('tells a failure by a mark and not by a colour alone, however many others run', () => {
  expect(badgeText([running], [failed], false, 0)).toEqual({ text: '!', tone: 'failed' })
})

it('calls for the person when a swap waits for them, before any failure', () => {
  const needsUser = orderOf({ state: 'needs_user' })
  expect(badgeText([running, needsUser], [failed], false, 0)).toEqual({ text: '!', tone: 'needsUser' })
})

it('calls for the person while a deposit that nobody saw is soon too late', () => {
  const endsMs = 1_800_000_600_000
  const deposit = {
    ...{ address: '0xb2', token: '0xa1', amount: '5', chainId: 31337, memo: null, refundAddress: null },
    expirySeconds: endsMs / 1000,
  }
  const at = (beforeMs: number, part: object = {}) => {
    const order = orderOf({ kind: 'deposit', state: 'deposit_awaited', createdMs: endsMs - 600_000, ...part })
    return { ...withTerms(order, { deposit, clockOffsetMs: 0 }), updatedMs: endsMs - beforeMs }
  }
  const shown = (order: ReturnType<typeof at>) => badgeText([order], [], false, 0).text
  expect(shown(at(120_001))).toBe('1')
  expect(shown(at(120_000))).toBe('!')
  expect(shown(at(0))).toBe('1')
  expect(shown(at(60_000, { depositSeen: { units: '5', atMs: 1 } }))).toBe('1')
})
